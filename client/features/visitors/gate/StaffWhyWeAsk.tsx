import { createFileRoute } from "@tanstack/react-router";
import { loadPaperHead } from "../../../ui/PaperHead.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { WhyWeAsk } from "./WhyWeAsk.tsx";

export const Route = createFileRoute("/staff/gate/why")({
  staticData: { title: "Why we ask" },
  loader: loadPaperHead,
  component: () => <WhyWeAsk up={<TextLink to="/staff/gate">Gate</TextLink>} />,
});
