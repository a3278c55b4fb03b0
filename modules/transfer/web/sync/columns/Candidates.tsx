import { Button, Text } from "@mantine/core";
import type { Field } from "../../mapping/FieldSelect.tsx";
import classes from "./columns.module.css";

const SHOWN = 4;

interface CandidatesProps {
  /** Who proposes, or what is to be done. */
  words: string;
  fields: readonly Field[];
  onChoose: (key: string) => void;
}

/** What a column may mean, to be chosen by one click. */
export function Candidates({ words, fields, onChoose }: CandidatesProps) {
  if (fields.length === 0) return null;
  return (
    <div className={classes.candidates}>
      <Text size="sm">{words}</Text>
      {fields.slice(0, SHOWN).map(({ key, name }) => (
        <Button key={key} size="compact-sm" variant="light" onClick={() => onChoose(key)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
