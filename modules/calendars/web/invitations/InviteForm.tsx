import { Radio, Stack, Textarea } from "@mantine/core";
import { InvitableSelect } from "./InvitableSelect.tsx";
import { call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import { type EventInvitation, invitationsContract } from "../../invitation-contract.ts";
import { useRefreshEvents } from "../event/queries.ts";
import type { FormErrors } from "@mantine/form";
import { useInvitable } from "./invitable.ts";
import { InvitePreview } from "./InvitePreview.tsx";
import { readGuests } from "./guest-lines.ts";

interface Values extends Record<string, unknown> {
  scope: "ONE" | "ALL";
  groupIds: string[];
  userIds: string[];
  guests: string;
  message: string;
}

const LABELS = {
  scope: "Zu welchen Terminen?",
  groupIds: "Gruppen",
  userIds: "Mitglieder",
  guests: "Gäste",
  message: "Persönliche Nachricht",
};

/** Invites groups, members and guests; who is invited already stays as they are. */
export function InviteForm({ event, onDone }: { event: Event; onDone: () => void }) {
  const refresh = useRefreshEvents();
  const offersGroups = useInvitable(event.id, "").groups.length > 0;
  const isOccurrence = event.occurrenceOf !== null;
  const record = useRecordForm<Values>({
    initialValues: { scope: "ONE", groupIds: [], userIds: [], guests: "", message: "" },
    validate: ({ groupIds, userIds, guests }) => {
      const { guests: read, unreadable } = readGuests(guests);
      if (unreadable.length > 0)
        return { guests: `Hier fehlt eine E-Mail-Adresse: ${unreadable.join("; ")}` };
      return groupIds.length + userIds.length + read.length === 0
        ? {
            [offersGroups ? "groupIds" : "guests"]: "Bitte wählen Sie, wen Sie einladen.",
          }
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
  const guestCount = guests.length;
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
      <InvitableSelect
        kind="groups"
        eventId={event.id}
        id={fieldId("groupIds")}
        label={LABELS.groupIds}
        description="Mit allen Mitgliedern ihrer Untergruppen"
        placeholder={form.values.groupIds.length === 0 ? "Gruppe wählen" : ""}
        value={form.values.groupIds}
        onChange={(groupIds) => form.setFieldValue("groupIds", groupIds)}
        error={errorIn(form.errors, "groupIds")}
        data-autofocus
      />
      <InvitableSelect
        kind="members"
        eventId={event.id}
        id={fieldId("userIds")}
        label={LABELS.userIds}
        placeholder={form.values.userIds.length === 0 ? "Mitglied suchen" : ""}
        value={form.values.userIds}
        onChange={(userIds) => form.setFieldValue("userIds", userIds)}
        error={errorIn(form.errors, "userIds")}
      />
      <Textarea
        {...form.getInputProps("guests")}
        id={fieldId("guests")}
        label={LABELS.guests}
        description={`Wer nicht im Verein ist: je Zeile ein Gast, zum Beispiel „Anna Muster, anna@example.org“.${guestCount === 0 ? "" : ` Erkannt: ${plural(guestCount, "Gast", "Gäste")}.`}`}
        autosize
        minRows={3}
      />
      <Textarea
        {...form.getInputProps("message")}
        id={fieldId("message")}
        label={LABELS.message}
        description="Steht in der E-Mail über der Einladung"
        autosize
        minRows={2}
        maxLength={2000}
      />
      <InvitePreview
        eventId={event.id}
        scope={isOccurrence ? scope : undefined}
        body={{ groupIds, userIds, guests }}
      />
    </RecordForm>
  );
}

/** Of a series people have one mail for all their invitations. */
function invitedWords(added: readonly EventInvitation[]): string {
  const people = new Map(
    added.map((one) => [one.user?.id ?? one.guest?.email.toLowerCase() ?? one.id, one.hasMail]),
  );
  if (people.size === 0) return "Alle Gewählten waren schon eingeladen.";
  const mails = [...people.values()].filter(Boolean).length;
  const invited = plural(people.size, "Person ist", "Personen sind");
  const going =
    mails === 0
      ? "Niemand bekommt eine E-Mail."
      : `${plural(mails, "E-Mail geht", "E-Mails gehen")} hinaus.`;
  return `${invited} eingeladen. ${going}`;
}

/** Returns the first error of a list: the server names the place in it. */
function errorIn(errors: FormErrors, list: string) {
  return Object.entries(errors).find(([path]) => path === list || path.startsWith(`${list}.`))?.[1];
}
