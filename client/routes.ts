import { index, layout, rootRoute, route } from "@tanstack/virtual-file-routes";

/** Every address → its screen. */
export const routes = rootRoute("features/frame/Root.tsx", [
  layout("public", "features/frame/PublicLayout.tsx", [
    index("features/welcome/Welcome.tsx"),
    route("about", "features/welcome/About.tsx"),
    route("login", "features/session/Login.tsx"),
    route("forgot-password", "features/session/ForgotPassword.tsx"),
    route("change-password", "features/session/ChangePassword.tsx"),
    route("link", "features/session/OpenLink.tsx"),
    route("set-up", "features/setup/SetUp.tsx"),
    // Any other path, /nopage among them, is the 404 picture.
    route("$", "features/frame/NoPage.tsx"),
  ]),
  route("admin", "features/frame/AdminArea.tsx", [
    route("dashboard", "features/dashboard/AdminDashboard.tsx"),
  ]),
  route("resident", "features/frame/ResidentArea.tsx", [
    route("dashboard", "features/dashboard/ResidentDashboard.tsx"),
  ]),
  route("staff", "features/frame/StaffArea.tsx", [
    route("dashboard", "features/dashboard/StaffDashboard.tsx"),
  ]),
]);
