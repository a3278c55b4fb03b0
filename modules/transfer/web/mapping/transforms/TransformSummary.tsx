import { Button } from "@mantine/core";
import { Wand2 } from "lucide-react";
import type { MappingEntry } from "../../../mapping-contract.ts";
import { transformProblem, transformWords } from "./transform-words.ts";

/** The button that opens the transformations of an entry and says what they do. */
export function TransformSummary({
  entry,
  name,
  onOpen,
}: {
  entry: MappingEntry;
  name: string;
  onOpen: () => void;
}) {
  const words = entry.transforms.map(transformWords).join(", dann ");
  const isBroken = entry.transforms.some((transform) => transformProblem(transform) !== undefined);
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color={isBroken ? "red" : "gray"}
      leftSection={<Wand2 size={14} aria-hidden />}
      onClick={onOpen}
      aria-label={`${name} umwandeln${words === "" ? "" : `: ${words}`}`}
      styles={{
        label: { whiteSpace: "normal", textAlign: "left" },
        root: { height: "auto", minHeight: "max(26px, var(--least-target))", maxWidth: "100%" },
      }}
    >
      {words === "" ? "Umwandeln" : words}
    </Button>
  );
}
