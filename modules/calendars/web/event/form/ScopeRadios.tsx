import { Radio, Stack } from "@mantine/core";
import type { EventScope } from "../../../contract.ts";

interface ScopeRadiosProps {
  value: EventScope;
  onChange: (scope: EventScope) => void;
}

/** How much of a series is meant, starting from one of its events. */
export function ScopeRadios({ value, onChange }: ScopeRadiosProps) {
  return (
    <Radio.Group
      label="Welche Termine der Serie?"
      value={value}
      onChange={(next) => onChange(next as EventScope)}
      mb="lg"
    >
      <Stack gap={8} mt={6}>
        <Radio value="ONE" label="Nur dieser Termin" />
        <Radio value="FOLLOWING" label="Dieser und alle folgenden" />
        <Radio value="ALL" label="Alle Termine der Serie" />
      </Stack>
    </Radio.Group>
  );
}
