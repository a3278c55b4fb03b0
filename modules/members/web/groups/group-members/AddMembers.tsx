import { TextInput } from "@mantine/core";
import { usersContract } from "../../../contract.ts";
import { MemberMultiSelect } from "../../member-select/MemberSelect.tsx";
import { call } from "#platform/web/api/api.ts";
import { plural, today } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { useRecordForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Group } from "../../../groups-contract.ts";
import { useRefreshGroups } from "../queries.ts";

interface Values extends Record<string, unknown> {
  ids: string[];
  function: string;
  from: string | null;
}

const LABELS = { ids: "Mitglieder", function: "Funktion", from: "Von" };

/** Adds several people to a group at once: all or none. */
export function AddMembers({ group, onDone }: { group: Group; onDone: () => void }) {
  const refresh = useRefreshGroups();
  const record = useRecordForm<Values>({
    initialValues: { ids: [], function: "", from: today() },
    validate: (values) =>
      values.ids.length === 0 ? { ids: "Bitte wählen Sie mindestens ein Mitglied." } : {},
    onSave: async ({ ids, function: role, from }) => {
      const body = {
        ids,
        action: "ADD_TO_GROUP" as const,
        groupId: group.id,
        function: role,
        from,
      };
      const { changed, unchanged } = await call(usersContract.bulkUsers, { body, inForm: true });
      await refresh();
      const already =
        unchanged === 0
          ? ""
          : ` ${unchanged === 1 ? "1 Mitglied gehörte" : `${unchanged} Mitglieder gehörten`} schon dazu.`;
      showDone(`${plural(changed, "Mitglied", "Mitglieder")} hinzugefügt.${already}`);
      onDone();
    },
  });
  const { form } = record;
  return (
    <RecordForm record={record} saveLabel="Hinzufügen" onCancel={onDone} fieldLabels={LABELS}>
      <MemberMultiSelect
        id={fieldId("ids")}
        label={`${LABELS.ids} (Pflichtangabe)`}
        aria-required
        value={form.values.ids}
        onChange={(ids) => form.setFieldValue("ids", ids)}
        error={form.errors["ids"]}
        data-autofocus
      />
      <TextInput
        {...form.getInputProps("function")}
        id={fieldId("function")}
        label={LABELS.function}
        description="Zum Beispiel Kassenwart oder Betreuerin; leer lassen für einfache Mitglieder"
        maxLength={100}
      />
      <DateField
        {...form.getInputProps("from")}
        value={form.values.from}
        id={fieldId("from")}
        label={LABELS.from}
        maw="14rem"
      />
    </RecordForm>
  );
}
