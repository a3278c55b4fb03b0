import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { today } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract } from "../../../contract.ts";
import { GroupSelect } from "../GroupSelect.tsx";
import { membersChanged, useGroupTree } from "../../queries.ts";
import { texts } from "../../texts.ts";
import type { Chosen } from "./chosen-members.ts";

export type GroupAction = "ADD_TO_GROUP" | "REMOVE_FROM_GROUP";

export interface BulkGroupDialogProps {
  action: GroupAction | undefined;
  chosen: Chosen;
  onClose: () => void;
  onDone: () => void;
}

/** Which group the chosen members join or leave. */
export function BulkGroupDialog({ action, chosen, onClose, onDone }: BulkGroupDialogProps) {
  const title = action === "REMOVE_FROM_GROUP" ? texts.bulk.removeFromGroup : texts.bulk.addToGroup;
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={title}>
      {action && <GroupActionForm action={action} chosen={chosen} title={title} onDone={onDone} />}
    </Modal>
  );
}

interface GroupActionFormProps {
  action: GroupAction;
  chosen: Chosen;
  title: string;
  onDone: () => void;
}

function GroupActionForm({ action, chosen, title, onDone }: GroupActionFormProps) {
  const groups = useGroupTree(true);
  const [groupId, setGroupId] = useState<string | null>(null);
  const [position, setPosition] = useState("");
  const [from, setFrom] = useState<string | null>(today());
  const [error, setError] = useState<string>();
  const [running, setRunning] = useState(false);
  const adding = action === "ADD_TO_GROUP";

  const run = async () => {
    if (groupId === null) return setError(texts.bulk.groupMissing);
    setRunning(true);
    try {
      const body = { ...chosen, action, groupId, ...(adding ? { function: position, from } : {}) };
      const { changed, unchanged } = await call(usersContract.bulkUsers, { body, inForm: true });
      await membersChanged();
      tell(groupId, changed, unchanged);
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fieldErrors[0]?.message ?? failure.message);
    } finally {
      setRunning(false);
    }
  };
  const tell = (group: string, changed: number, unchanged: number) => {
    if (!adding) return showDone(texts.bulk.removed(changed));
    // Taking everybody out again would also take out those who were in the group before.
    if (unchanged > 0 || !("ids" in chosen)) return showDone(texts.bulk.added(changed, unchanged));
    showUndo(texts.bulk.added(changed, unchanged), async () => {
      await call(usersContract.bulkUsers, {
        body: { ids: chosen.ids, action: "REMOVE_FROM_GROUP", groupId: group },
      });
      await membersChanged();
    });
  };

  return (
    <Form onSubmit={() => void run()}>
      <Stack gap="md">
        <GroupSelect
          label={texts.bulk.group}
          groups={groups}
          value={groupId}
          onChange={setGroupId}
          error={error}
          data-autofocus
        />
        {adding ? (
          <>
            <TextInput
              label={texts.bulk.function}
              description={texts.bulk.functionHelp}
              value={position}
              onChange={(event) => setPosition(event.currentTarget.value)}
              maxLength={100}
            />
            <DateField label={texts.bulk.from} value={from} onChange={setFrom} />
          </>
        ) : (
          <Text c="dimmed">{texts.bulk.removeHelp}</Text>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={running}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
