import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../../ui/TextLink.tsx";
import { loadWhyWeAsk, WhyWeAsk } from "./WhyWeAsk.tsx";

export const Route = createFileRoute("/staff/gate/why")({
  staticData: { title: "Why we ask" },
  loader: loadWhyWeAsk,
  component: () => <WhyWeAsk up={<TextLink to="/staff/gate">Gate</TextLink>} />,
});
