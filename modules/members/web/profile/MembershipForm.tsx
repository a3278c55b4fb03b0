import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { today } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract } from "../../groups-contract.ts";
import { GroupSelect } from "../list/GroupSelect.tsx";
import { membersChanged, useGroupTree } from "../queries.ts";
import { texts } from "../texts.ts";
import type { MembershipOfUser } from "./MembershipsTab.tsx";

export interface MembershipFormProps {
  userId: string;
  /** Undefined: a new one. */
  membership: MembershipOfUser | undefined;
  onSaved: () => void;
}

/** A period of a member in a group: group, function, from, to, leader. */
export function MembershipForm({ userId, membership, onSaved }: MembershipFormProps) {
  const groups = useGroupTree(membership === undefined);
  const [saving, setSaving] = useState(false);
  const form = useForm({
    initialValues: {
      groupId: membership?.group.id ?? null,
      function: membership?.function ?? "",
      from: membership ? membership.from : today(),
      to: membership?.to ?? null,
      leader: membership?.leader ?? false,
    },
    validate: { groupId: (value) => (value === null ? texts.bulk.groupMissing : null) },
  });

  const save = async ({ groupId, ...values }: typeof form.values) => {
    if (groupId === null) return;
    setSaving(true);
    try {
      await call(groupsContract.putGroupMember, {
        params: { id: groupId, userId },
        body: { ...values, membershipId: membership?.id },
        inForm: true,
      });
      await membersChanged();
      showDone(texts.groups.saved);
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = error.fieldErrors.map((one) => [one.path, one.message]);
      form.setErrors(
        errors.length > 0
          ? Object.fromEntries(errors)
          : { [membership ? "function" : "groupId"]: error.message },
      );
    } finally {
      setSaving(false);
    }
  };

  return (
    <Form onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack gap="md">
        {membership === undefined && (
          <GroupSelect
            label={texts.groups.group}
            groups={groups}
            {...form.getInputProps("groupId")}
            data-autofocus
          />
        )}
        <TextInput
          label={texts.groups.function}
          description={texts.bulk.functionHelp}
          maxLength={100}
          {...form.getInputProps("function")}
        />
        <DateField label={texts.groups.from} {...form.getInputProps("from")} />
        <DateField label={texts.groups.to} {...form.getInputProps("to")} />
        <Checkbox
          label={texts.groups.leader}
          description={texts.groups.leaderHelp}
          {...form.getInputProps("leader", { type: "checkbox" })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving}>
            {texts.groups.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
