import { Group as Row, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import {
  GROUP_COLOR_LABELS,
  GROUP_COLORS,
  GROUP_FIELD_LABELS,
  type Group,
} from "../../groups-contract.ts";
import { shownValue, valuesOf, type GroupValues } from "./group-values.ts";
import { GroupColor } from "./GroupColor.tsx";
import { PermissionChoice } from "./PermissionChoice.tsx";
import { groupTreeQuery, withDescendants } from "./queries.ts";

interface GroupFormProps {
  /** Absent while a group is being created. */
  group?: Group;
  initialValues: GroupValues;
  saveLabel: string;
  /** `version` is the one the values stand on. */
  onSave: (values: GroupValues, version: number | undefined) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and editing a group. */
export function GroupForm({ group, initialValues, saveLabel, onSave, onCancel }: GroupFormProps) {
  const groups = useQuery(groupTreeQuery).data ?? [];
  const record = useVersionedForm<GroupValues, Group>({
    stored: group,
    valuesOf,
    initialValues,
    validate: (values) =>
      values.name.trim() === "" ? { name: "Bitte geben Sie der Gruppe einen Namen." } : {},
    onSave: (values, base) => onSave(values, base.record?.version),
  });
  const { form } = record;
  const below = group ? withDescendants(groups, group.id) : new Set<string>();

  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={GROUP_FIELD_LABELS}
      showValue={(field, value) => shownValue(groups, field, value)}
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description="Zum Beispiel Fußball, Turnen oder Vorstand"
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={group ? undefined : true}
      />
      <Select
        {...form.getInputProps("parentId")}
        id={fieldId("parentId")}
        label={GROUP_FIELD_LABELS.parentId}
        description="Eine Mannschaft steht unter ihrer Abteilung. Leer lassen für eine Gruppe auf oberster Ebene."
        placeholder="Keine"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Übergeordnete Gruppe leeren" }}
        data={groups
          .filter((one) => !below.has(one.id))
          .map((one) => ({ value: one.id, label: groupPrefixed(one) }))}
      />
      <Textarea
        {...form.getInputProps("description")}
        id={fieldId("description")}
        label="Beschreibung"
        description="Trainingszeiten, Ort, Aufgaben"
        autosize
        minRows={3}
        maxLength={2000}
      />
      <Select
        {...form.getInputProps("color")}
        id={fieldId("color")}
        label="Farbe"
        placeholder="Keine"
        clearable
        clearButtonProps={{ "aria-label": "Farbe leeren" }}
        maw="16rem"
        leftSection={<GroupColor color={form.values.color} />}
        data={GROUP_COLORS.map((color) => ({ value: color, label: GROUP_COLOR_LABELS[color] }))}
        renderOption={({ option }) => (
          <Row gap="sm">
            <GroupColor color={option.value as Group["color"]} />
            {option.label}
          </Row>
        )}
      />
      <PermissionChoice
        id={fieldId("permissions")}
        label="Rechte der Gruppe"
        help="Diese Rechte hat jedes Mitglied, solange es zur Gruppe gehört. Untergruppen erben sie nicht."
        value={form.values.permissions}
        onChange={(permissions) => form.setFieldValue("permissions", permissions)}
        error={
          form.errors["permissions"] === undefined ? undefined : String(form.errors["permissions"])
        }
      />
      <Switch
        {...form.getInputProps("forNewMembers", { type: "checkbox" })}
        id={fieldId("forNewMembers")}
        label="Neue Mitglieder kommen in diese Gruppe"
        description="Beim Anlegen und beim Einlesen. Wer schon Mitglied ist, bleibt, wo er ist."
      />
    </RecordForm>
  );
}
