import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../../ui/TextLink.tsx";
import { loadWhyWeAsk, WhyWeAsk } from "./WhyWeAsk.tsx";

export const Route = createFileRoute("/admin/gate/why")({
  staticData: { title: "Why we ask" },
  loader: loadWhyWeAsk,
  component: () => <WhyWeAsk up={<TextLink to="/admin/gate">Gate</TextLink>} />,
});
