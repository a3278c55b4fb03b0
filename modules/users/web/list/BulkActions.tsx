import { Button, Menu } from "@mantine/core";
import { ChevronDown, Download, KeyRound, Mail, Trash2, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api.ts";
import { useCan } from "#platform/web/me.tsx";
import { RouterLink } from "#platform/web/navigation.tsx";
import { askToConfirm } from "#platform/web/ui/confirm.tsx";
import { showDone, showUndo } from "#platform/web/ui/toasts.tsx";
import { usersContract } from "../../contract.ts";
import { membersChanged } from "../queries.ts";
import { texts } from "../texts.ts";
import { BulkGroupDialog, type GroupAction } from "./BulkGroupDialog.tsx";
import type { ChosenMembers } from "./chosen-members.ts";
import type { ListFormat } from "./export-list.ts";

/** As many ids as an address carries without trouble. */
const MOST_RECIPIENTS = 40;

export interface BulkActionsProps {
  selection: ChosenMembers;
  onExport: (format: ListFormat) => void;
}

/** The buttons of the bar for selected members; only what the reader may do. */
export function BulkActions({ selection, onExport }: BulkActionsProps) {
  const [managesUsers, managesGroups, exports, writes] = [useCan("MANAGE_USER"), useCan("MANAGE_GROUP"), useCan("MANAGE_EXPORTS"), useCan("SEND_MESSAGE")];
  const [groupAction, setGroupAction] = useState<GroupAction>();
  const { chosen, count, clear } = selection;

  const deactivate = async () => {
    const sure = await askToConfirm({
      title: texts.bulk.deactivateAsk(count),
      text: texts.bulk.deactivateText,
      confirmLabel: texts.bulk.deactivate,
      destructive: true,
    });
    if (!sure) return;
    const { changed } = await call(usersContract.bulkUsers, { body: { ...chosen, action: "DEACTIVATE" } });
    await membersChanged();
    showDone(texts.bulk.deactivated(changed));
    clear();
  };
  const trash = async () => {
    // Ids can be taken back at once; a filter no longer finds those it moved, so that way asks first.
    const ids = "ids" in chosen ? chosen.ids : undefined;
    const question = { title: texts.bulk.trashAsk(count), text: texts.bulk.trashText, confirmLabel: texts.bulk.trash, destructive: true };
    if (!ids && !(await askToConfirm(question))) return;
    const { changed } = await call(usersContract.bulkUsers, { body: { ...chosen, action: "TRASH" } });
    clear();
    await membersChanged();
    if (!ids) return showDone(texts.bulk.trashed(changed));
    showUndo(texts.bulk.trashed(changed), async () => {
      const back = await call(usersContract.bulkUsers, { body: { ids, action: "RESTORE" } });
      await membersChanged();
      showDone(texts.bulk.restored(back.changed));
    });
  };

  return (
    <>
      {managesGroups && (
        <>
          <Button size="xs" variant="default" leftSection={<UserPlus size={15} aria-hidden />} onClick={() => setGroupAction("ADD_TO_GROUP")}>
            {texts.bulk.addToGroup}
          </Button>
          <Button size="xs" variant="default" leftSection={<UserMinus size={15} aria-hidden />} onClick={() => setGroupAction("REMOVE_FROM_GROUP")}>
            {texts.bulk.removeFromGroup}
          </Button>
        </>
      )}
      {writes && "ids" in chosen && chosen.ids.length <= MOST_RECIPIENTS && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Mail size={15} aria-hidden />}
          renderRoot={(props) => <RouterLink {...props} to="/messaging" search={{ recipients: chosen.ids } as never} />}
        >
          {texts.bulk.message}
        </Button>
      )}
      {exports && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<Download size={15} aria-hidden />} rightSection={<ChevronDown size={14} aria-hidden />}>
              {texts.bulk.export}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onExport("CSV")}>{texts.list.exportCsv}</Menu.Item>
            <Menu.Item onClick={() => onExport("XLSX")}>{texts.list.exportXlsx}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {managesUsers && (
        <>
          <Button size="xs" variant="default" leftSection={<KeyRound size={15} aria-hidden />} onClick={() => void deactivate()}>
            {texts.bulk.deactivate}
          </Button>
          <Button size="xs" variant="default" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => void trash()}>
            {texts.bulk.trash}
          </Button>
        </>
      )}
      <BulkGroupDialog
        action={groupAction}
        chosen={chosen}
        onClose={() => setGroupAction(undefined)}
        onDone={() => {
          setGroupAction(undefined);
          clear();
        }}
      />
    </>
  );
}
