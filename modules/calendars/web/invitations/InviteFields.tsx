import { Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { plural } from "#platform/web/format/format.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { readGuests } from "./guest-lines.ts";
import { InvitableSelect } from "./InvitableSelect.tsx";
import type { InvitableIn } from "./invitable.ts";
import { INVITE_LABELS, type InviteValues } from "./invite-values.ts";

interface InviteFieldsProps {
  among: InvitableIn;
  values: InviteValues;
  onChange: (part: Partial<InviteValues>) => void;
  /** The first error of a field, or of a place in it. */
  errorOf: (field: keyof InviteValues) => ReactNode;
  /** Where the fields stand in a larger form: `invite.`. */
  prefix?: string;
  startsHere?: boolean;
}

/** Groups, members, guests, and a line for all of them. */
export function InviteFields({
  among,
  values,
  onChange,
  errorOf,
  prefix = "",
  startsHere = false,
}: InviteFieldsProps) {
  const { groupIds, userIds, guests, message } = values;
  const count = readGuests(guests).guests.length;
  const recognised = count === 0 ? "" : ` Erkannt: ${plural(count, "Gast", "Gäste")}.`;
  return (
    <>
      <InvitableSelect
        kind="groups"
        among={among}
        id={fieldId(`${prefix}groupIds`)}
        label={INVITE_LABELS.groupIds}
        description="Mit allen Mitgliedern ihrer Untergruppen"
        placeholder={groupIds.length === 0 ? "Gruppe wählen" : ""}
        value={groupIds}
        onChange={(next) => onChange({ groupIds: next })}
        error={errorOf("groupIds")}
        data-autofocus={startsHere ? true : undefined}
      />
      <InvitableSelect
        kind="members"
        among={among}
        id={fieldId(`${prefix}userIds`)}
        label={INVITE_LABELS.userIds}
        placeholder={userIds.length === 0 ? "Mitglied suchen" : ""}
        value={userIds}
        onChange={(next) => onChange({ userIds: next })}
        error={errorOf("userIds")}
      />
      <Textarea
        value={guests}
        onChange={(event) => onChange({ guests: event.currentTarget.value })}
        error={errorOf("guests")}
        id={fieldId(`${prefix}guests`)}
        label={INVITE_LABELS.guests}
        description={`Wer nicht im Verein ist: je Zeile ein Gast, zum Beispiel „Anna Muster, anna@example.org“.${recognised}`}
        autosize
        minRows={2}
      />
      <Textarea
        value={message}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
        error={errorOf("message")}
        id={fieldId(`${prefix}message`)}
        label={INVITE_LABELS.message}
        description="Steht in der E-Mail über der Einladung"
        autosize
        minRows={2}
        maxLength={2000}
      />
    </>
  );
}
