import { Button, Group as Row, Switch, Text, TextInput } from "@mantine/core";
import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import {
  groupsContract,
  MEMBERSHIP_FIELD_LABELS,
  type Group,
  type Membership,
} from "../../../groups-contract.ts";
import { isCurrent } from "./is-current.ts";
import { useRefreshGroups } from "../queries.ts";

interface Values extends Record<string, unknown> {
  function: string;
  from: string | null;
  to: string | null;
  leader: boolean;
}

interface MembershipFormProps {
  group: Group;
  membership: Membership;
  /** Ends the membership today. */
  onEnd: () => void;
  onDone: () => void;
}

/** Function, period and leadership of one person in a group. */
export function MembershipForm({ group, membership, onEnd, onDone }: MembershipFormProps) {
  const refresh = useRefreshGroups();
  const params = { id: group.id, userId: membership.user.id };
  const name = displayName(membership.user);
  const { function: role, from, to, leader } = membership;
  const record = useRecordForm<Values>({
    initialValues: { function: role ?? "", from, to, leader },
    validate: (values) =>
      values.from !== null && values.to !== null && values.to < values.from
        ? { to: "Das Ende liegt vor dem Anfang." }
        : {},
    onSave: async (values) => {
      await call(groupsContract.putGroupMember, {
        params,
        body: { membershipId: membership.id, ...values },
        inForm: true,
      });
      await refresh();
      showDone(`Die Zugehörigkeit von ${name} ist gespeichert.`);
      onDone();
    },
  });
  const { form } = record;

  const end = () => {
    onEnd();
    onDone();
  };

  const remove = async () => {
    await call(groupsContract.deleteGroupMember, {
      params,
      query: { membershipId: membership.id },
    });
    onDone();
    await refresh();
    showUndo(`Der Eintrag von ${name} in „${group.name}“ ist gelöscht.`, async () => {
      await call(groupsContract.putGroupMember, {
        params,
        body: { function: role, from, to, leader },
      });
      await refresh();
    });
  };

  return (
    <>
      <RecordForm
        record={record}
        saveLabel="Speichern"
        onCancel={onDone}
        fieldLabels={MEMBERSHIP_FIELD_LABELS}
      >
        <TextInput
          {...form.getInputProps("function")}
          id={fieldId("function")}
          label="Funktion"
          maxLength={100}
          data-autofocus
        />
        <DateField
          {...form.getInputProps("from")}
          value={form.values.from}
          id={fieldId("from")}
          label="Von"
          maw="14rem"
        />
        <DateField
          {...form.getInputProps("to")}
          value={form.values.to}
          id={fieldId("to")}
          label="Bis"
          description="Letzter Tag der Zugehörigkeit; leer lassen, solange kein Ende feststeht"
          maw="14rem"
        />
        <Switch
          {...form.getInputProps("leader", { type: "checkbox" })}
          id={fieldId("leader")}
          label="Leitet die Gruppe"
          description="Sieht die Kontaktdaten der Gruppe und darf ihr Nachrichten schreiben"
        />
      </RecordForm>
      {membership.can.includes("DELETE") && (
        <>
          <Text size="sm" c="dimmed" mt="xl" mb="xs">
            Wer die Gruppe verlässt, bleibt mit Anfang und Ende vermerkt. Nur ein Eintrag, der nie
            gestimmt hat, sollte ganz gelöscht werden.
          </Text>
          <Row gap="sm">
            {isCurrent(membership) && (
              <Button variant="default" size="xs" onClick={end}>
                Heute beenden
              </Button>
            )}
            <Button variant="subtle" color="red" size="xs" onClick={() => void remove()}>
              Eintrag löschen
            </Button>
          </Row>
        </>
      )}
    </>
  );
}
