import { Fieldset, Stack } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { errorIn, type InviteValues } from "../../invitations/invite-values.ts";
import { InviteFields } from "../../invitations/InviteFields.tsx";

interface InviteWithProps {
  calendarId: string;
  values: InviteValues;
  onChange: (part: Partial<InviteValues>) => void;
  errors: FormErrors;
}

/** Inviting with the event that is being made, in one go. */
export function InviteWith({ calendarId, values, onChange, errors }: InviteWithProps) {
  return (
    <Fieldset legend="Gleich einladen">
      <Stack gap="md">
        <InviteFields
          among={{ calendarId }}
          values={values}
          onChange={onChange}
          errorOf={(field) => errorIn(errors, `invite.${field}`)}
          prefix="invite."
        />
      </Stack>
    </Fieldset>
  );
}
