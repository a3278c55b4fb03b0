import { Download, KeyRound, LogIn, Mail, Trash2, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { handOver } from "#platform/web/handover.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { useGo, pageAddress } from "#platform/web/navigation.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract } from "../../../contract.ts";
import { membersChanged } from "../../queries.ts";
import { texts } from "../../texts.ts";
import { ActionButtons, type Action } from "./ActionButtons.tsx";
import { BulkGroupDialog, type GroupAction } from "./BulkGroupDialog.tsx";
import { InviteLogins } from "./InviteLogins.tsx";
import type { ChosenMembers } from "./chosen-members.ts";
import type { ListFormat } from "./export-list.ts";

export interface BulkActionsProps {
  selection: ChosenMembers;
  onExport: (format: ListFormat) => void;
}

/** The buttons of the bar for selected members; only what the reader may do. */
export function BulkActions({ selection, onExport }: BulkActionsProps) {
  const [managesUsers, managesGroups, exports, writes, readsUsers] = [
    useCan("MANAGE_USER"),
    useCan("MANAGE_GROUP"),
    useCan("MANAGE_EXPORTS"),
    useCan("SEND_MESSAGE"),
    useCan("QUERY_USER"),
  ];
  const go = useGo();
  const [groupAction, setGroupAction] = useState<GroupAction>();
  const [inviting, setInviting] = useState(false);
  const { chosen, count, unseen, clear } = selection;

  const deactivate = async () => {
    const sure = await askToConfirm({
      title: texts.bulk.deactivateAsk(count),
      text: texts.bulk.deactivateText,
      confirmLabel: texts.bulk.deactivate,
      destructive: true,
    });
    if (!sure) return;
    const { changed } = await call(usersContract.bulkUsers, {
      body: { ...chosen, action: "DEACTIVATE" },
    });
    await membersChanged();
    showDone(texts.bulk.deactivated(changed));
    clear();
  };
  const trash = async () => {
    // What is in sight can be taken back at once. A filter no longer finds those it moved, and whom
    // nobody sees nobody misses: there it is asked first.
    const ids = "ids" in chosen ? chosen.ids : undefined;
    const question = {
      title: texts.bulk.trashAsk(count),
      text:
        unseen > 0
          ? `${texts.bulk.unseen(unseen, count)} ${texts.bulk.trashText}`
          : texts.bulk.trashText,
      confirmLabel: texts.bulk.trash,
      destructive: true,
    };
    if ((!ids || unseen > 0) && !(await askToConfirm(question))) return;
    const { changed } = await call(usersContract.bulkUsers, {
      body: { ...chosen, action: "TRASH" },
    });
    clear();
    await membersChanged();
    if (!ids) return showDone(texts.bulk.trashed(changed));
    showUndo(texts.bulk.trashed(changed), async () => {
      const back = await call(usersContract.bulkUsers, { body: { ids, action: "RESTORE" } });
      await membersChanged();
      showDone(texts.bulk.restored(back.changed));
    });
  };

  const actions: Action[] = [
    ...(managesGroups
      ? [
          {
            label: texts.bulk.addToGroup,
            Icon: UserPlus,
            run: () => setGroupAction("ADD_TO_GROUP"),
          },
          {
            label: texts.bulk.removeFromGroup,
            Icon: UserMinus,
            run: () => setGroupAction("REMOVE_FROM_GROUP"),
          },
        ]
      : []),
    // A filter could be used to guess what only readers of members may know.
    ...(writes && ("ids" in chosen || readsUsers)
      ? [
          {
            label: texts.bulk.message,
            Icon: Mail,
            run: () => go(pageAddress("/messaging/compose", { from: handOver(chosen) })),
          },
        ]
      : []),
    ...(exports
      ? [
          {
            label: texts.bulk.export,
            Icon: Download,
            choices: [
              { label: texts.list.exportCsv, run: () => onExport("CSV") },
              { label: texts.list.exportXlsx, run: () => onExport("XLSX") },
            ],
          },
        ]
      : []),
    ...(managesUsers
      ? [
          { label: texts.login.invite, Icon: LogIn, run: () => setInviting(true) },
          { label: texts.bulk.deactivate, Icon: KeyRound, run: () => void deactivate() },
          { label: texts.bulk.trash, Icon: Trash2, run: () => void trash() },
        ]
      : []),
  ];

  return (
    <>
      <ActionButtons actions={actions} />
      <BulkGroupDialog
        action={groupAction}
        chosen={chosen}
        onClose={() => setGroupAction(undefined)}
        onDone={() => {
          setGroupAction(undefined);
          clear();
        }}
      />
      <InviteLogins
        opened={inviting}
        chosen={chosen}
        onClose={() => setInviting(false)}
        onDone={() => {
          setInviting(false);
          clear();
        }}
      />
    </>
  );
}
