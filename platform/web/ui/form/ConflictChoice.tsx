import { Button, Radio, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { differencesOf, merged } from "./three-way.ts";

export interface ConflictChoiceProps<V extends Record<string, unknown>> {
  /** The writable values as they were when the form was opened. */
  base: V;
  mine: V;
  /** As the other person left them. */
  theirs: V;
  labels: Readonly<Record<string, string>>;
  /** A value as a reader understands it. */
  show: (field: string, value: unknown) => ReactNode;
  /** The values to go on with; the form then saves on the newer version. */
  onResolve: (values: V) => void;
}

/**
 * Someone else saved first: shows what they changed, lets the reader choose per field, loses
 * nothing.
 */
export function ConflictChoice<V extends Record<string, unknown>>(props: ConflictChoiceProps<V>) {
  const differences = differencesOf(props.base, props.mine, props.theirs);
  // Fields only the other person touched are taken over; contested ones keep the reader's own input
  // at first.
  const [kept, setKept] = useState<Readonly<Record<string, "mine" | "theirs">>>({});
  const choiceOf = (field: string, contested: boolean) =>
    kept[field] ?? (contested ? "mine" : "theirs");
  const resolve = () => {
    const fromTheirs = differences
      .filter((one) => choiceOf(one.field, one.contested) === "theirs")
      .map((one) => one.field);
    props.onResolve(merged(props.mine, props.theirs, new Set(fromTheirs)));
  };
  return (
    <Stack gap="sm">
      <Text size="sm">
        {differences.length === 0
          ? "Jemand anderes hat inzwischen gespeichert, aber nichts, was Ihren Eingaben widerspricht. Ihre Eingaben stehen noch unten."
          : "Jemand anderes hat inzwischen gespeichert. Ihre Eingaben stehen noch unten. Bitte wählen Sie, was gelten soll."}
      </Text>
      {differences.map(({ field, mine, theirs, contested }) => (
        <Radio.Group
          key={field}
          label={props.labels[field] ?? field}
          value={choiceOf(field, contested)}
          onChange={(value) => setKept({ ...kept, [field]: value === "mine" ? "mine" : "theirs" })}
        >
          <Stack gap={6} mt={4}>
            <Radio value="theirs" label={<>Neuer Stand: {props.show(field, theirs)}</>} />
            <Radio
              value="mine"
              label={
                <>
                  {contested ? "Ihre Eingabe" : "Bisher"}: {props.show(field, mine)}
                </>
              }
            />
          </Stack>
        </Radio.Group>
      ))}
      <div>
        <Button size="xs" variant="default" onClick={resolve}>
          Übernehmen und weiter bearbeiten
        </Button>
      </div>
    </Stack>
  );
}
