import { Checkbox, Stack, Text } from "@mantine/core";
import classes from "../event.module.css";

interface ResetAnswersProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether those invited are asked anew, now that time or place is another one. */
export function ResetAnswers({ checked, onChange }: ResetAnswersProps) {
  return (
    <Stack gap={8} className={classes.scope ?? ""}>
      <Text size="sm">
        Die Eingeladenen erfahren per E-Mail, was sich an Zeit oder Ort geändert hat.
      </Text>
      <Checkbox
        label="Antworten zurücksetzen: Alle werden neu gefragt"
        checked={checked}
        onChange={(changed) => onChange(changed.currentTarget.checked)}
      />
    </Stack>
  );
}
