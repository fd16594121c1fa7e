import { index, layout, rootRoute, route } from "@tanstack/virtual-file-routes";

/** Every URL and its screen. features/frame/NoPage redirects other spellings of a URL. */
export const routes = rootRoute("features/frame/Root.tsx", [
  layout("public", "features/frame/PublicLayout.tsx", [
    index("features/welcome/Welcome.tsx"),
    route("about", "features/welcome/About.tsx"),
    route("privacy", "features/privacy/Notice.tsx"),
    route("login", "features/session/Login.tsx"),
    route("forgot-password", "features/session/ForgotPassword.tsx"),
    route("change-password", "features/session/ChangePassword.tsx"),
    route("second-step", "features/session/SetUpStep.tsx"),
    route("link", "features/session/OpenLink.tsx"),
    route("join", "features/session/Join.tsx"),
    route("set-up", "features/setup/SetUp.tsx"),
    // Any other path, including /nopage, shows the 404 picture.
    route("$", "features/frame/NoPage.tsx"),
  ]),
  route("admin", "features/frame/AdminArea.tsx", [
    route("dashboard", "features/dashboard/AdminDashboard.tsx"),
    route("staff", "features/people/AllStaff.tsx"),
    route("staff/staffsignupform", "features/people/SignUpStaff.tsx"),
    route("residents", "features/people/AllResidents.tsx"),
    route("residents/signupform", "features/people/SignUpResident.tsx"),
    route("residents/$residentId/fines", "features/fines/FinesOfResident.tsx"),
    route("residents/$residentId/fines/new_fine", "features/fines/NewFine.tsx"),
    route("residents/$residentId/fines/$fineId/update", "features/fines/ResidentFineStatus.tsx"),
    route("invites", "features/printedInvites/PaperInvites.tsx"),
    route("admins", "features/people/AllAdmins.tsx"),
    route("admins/signupform", "features/people/SignUpAdmin.tsx"),
    route("units", "features/units/Units.tsx"),
    route("units/new_unit", "features/units/NewUnit.tsx"),
    route("units/$unitId/update", "features/units/UpdateUnit.tsx"),
    route("import", "features/imports/Import.tsx"),
    route("fines", "features/fines/AllFines.tsx"),
    route("fines/update", "features/fines/ChooseFine.tsx"),
    route("fines/$fineId/update", "features/fines/FineStatus.tsx"),
    route("maintenance", "features/maintenance/AllRequests.tsx"),
    route("visitors", "features/visitors/WhoIsIn.tsx"),
    route("building", "features/building/Building.tsx"),
    route("backups", "features/backups/Backups.tsx"),
    route("privacy", "features/privacy/Privacy.tsx"),
    route("audit", "features/audit/Trail.tsx"),
    route("profile", "features/profile/AdminProfile.tsx"),
  ]),
  route("resident", "features/frame/ResidentArea.tsx", [
    route("dashboard", "features/dashboard/ResidentDashboard.tsx"),
    route("issues", "features/maintenance/MyIssues.tsx"),
    route("reports", "features/reports/Reports.tsx"),
    route("reports/maintenance", "features/reports/MaintenanceReport.tsx"),
    route("reports/fines", "features/reports/MyFines.tsx"),
    route("reports/fines/payment-upload", "features/proofs/PaymentUpload.tsx"),
    route("vistors", "features/visitors/Visitors.tsx"),
    route("profile", "features/profile/ResidentProfile.tsx"),
  ]),
  route("staff", "features/frame/StaffArea.tsx", [
    // One page with two URLs.
    route("dashboard", "features/dashboard/StaffDashboard.tsx"),
    route("staffdashboard", "features/dashboard/StaffDashboardAlias.tsx"),
    route("allmaintenanceissues", "features/maintenance/AllIssues.tsx"),
    route("staffprofile", "features/profile/StaffProfile.tsx"),
  ]),
]);

type Node = NonNullable<typeof routes.children>[number];

function filesBelow(node: Node, above: string, around: string[]): [string, string[]][] {
  const path = node.type === "route" ? `${above}/${node.path}` : above;
  const files = "file" in node && node.file ? [...around, node.file] : around;
  const children = "children" in node ? (node.children ?? []) : [];
  if (children.length === 0) return [[path || "/", files]];
  return children.flatMap((child) => filesBelow(child, path, files));
}

/** The files of the screen at each URL: its layouts from the outside in, then the screen. */
export const filesOf = new Map((routes.children ?? []).flatMap((node) => filesBelow(node, "", [])));
