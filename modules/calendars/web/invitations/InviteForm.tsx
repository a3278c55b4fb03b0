import { Radio, Stack } from "@mantine/core";
import { call } from "#platform/web/api/api.ts";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { useRefreshEvents } from "../event/queries.ts";
import { useInvitable } from "./invitable.ts";
import {
  errorIn,
  guestsProblem,
  INVITE_LABELS,
  inviteOf,
  type InviteValues,
  NOBODY_INVITED,
} from "./invite-values.ts";
import { InviteFields } from "./InviteFields.tsx";
import { InvitePreview } from "./InvitePreview.tsx";
import { readGuests } from "./guest-lines.ts";
import { invitedWords } from "./invited-words.ts";

interface Values extends InviteValues, Record<string, unknown> {
  scope: "ONE" | "ALL";
}

const LABELS = { scope: "Zu welchen Terminen?", ...INVITE_LABELS };

/** Invites groups, members and guests; who is invited already stays as they are. */
export function InviteForm({ event, onDone }: { event: Event; onDone: () => void }) {
  const refresh = useRefreshEvents();
  const offersGroups = useInvitable({ eventId: event.id }, "").groups.length > 0;
  const isOccurrence = event.occurrenceOf !== null;
  const record = useRecordForm<Values>({
    initialValues: { scope: "ONE", ...NOBODY_INVITED },
    validate: (values) => {
      const problem = guestsProblem(values.guests);
      if (problem !== undefined) return { guests: problem };
      return inviteOf(values) === undefined
        ? { [offersGroups ? "groupIds" : "guests"]: "Bitte wählen Sie, wen Sie einladen." }
        : {};
    },
    onSave: async ({ scope, groupIds, userIds, guests, message }) => {
      const body = { groupIds, userIds, guests: readGuests(guests).guests, message };
      const added = await call(invitationsContract.invite, {
        params: { id: event.id },
        query: isOccurrence ? { scope } : {},
        body,
        inForm: true,
      });
      await refresh();
      showDone(invitedWords(added));
      onDone();
    },
  });
  const { form } = record;
  const { groupIds, userIds, scope } = form.values;
  const { guests } = readGuests(form.values.guests);
  return (
    <RecordForm record={record} saveLabel="Einladen" onCancel={onDone} fieldLabels={LABELS}>
      {isOccurrence && (
        <Radio.Group {...form.getInputProps("scope")} label={LABELS.scope}>
          <Stack gap={8} mt={6}>
            <Radio value="ONE" label="Nur zu diesem Termin" id={fieldId("scope")} />
            <Radio value="ALL" label="Zu allen kommenden Terminen der Serie" />
          </Stack>
        </Radio.Group>
      )}
      <InviteFields
        among={{ eventId: event.id }}
        values={form.values}
        onChange={(part) => form.setValues({ ...form.values, ...part })}
        errorOf={(field) => errorIn(form.errors, field)}
        startsHere
      />
      <InvitePreview
        eventId={event.id}
        scope={isOccurrence ? scope : undefined}
        body={{ groupIds, userIds, guests }}
      />
    </RecordForm>
  );
}
