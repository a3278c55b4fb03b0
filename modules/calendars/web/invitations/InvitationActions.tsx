import { Button, Menu } from "@mantine/core";
import { BellRing, ChevronDown, FileSpreadsheet, Phone, Printer, UserPlus } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import { invitationsContract, type InvitationCounts } from "../../invitation-contract.ts";
import { useRefreshEvents } from "../event/queries.ts";
import { closedSentence } from "../../answer-words.ts";
import classes from "./invitations.module.css";
import { WriteToInvited } from "./WriteToInvited.tsx";

interface InvitationActionsProps {
  event: Event;
  counts: InvitationCounts | undefined;
  isEmpty: boolean;
  onInvite: () => void;
}

/** Reminding, the lists to take along, and inviting. */
export function InvitationActions({ event, counts, isEmpty, onInvite }: InvitationActionsProps) {
  const refresh = useRefreshEvents();
  const remind = async () => {
    const { reminded, withoutMail } = await call(invitationsContract.remindInvited, {
      params: { id: event.id },
    });
    await refresh();
    const rest =
      withoutMail === 0
        ? ""
        : ` ${plural(withoutMail, "Person hat", "Personen haben")} keine E-Mail-Adresse.`;
    showDone(`${plural(reminded, "Erinnerung geht", "Erinnerungen gehen")} hinaus.${rest}`);
  };
  return (
    <div className={classes.actions}>
      {counts !== undefined &&
        counts.remindable > 0 &&
        closedSentence(event, formatDateTime) === null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<BellRing size={15} aria-hidden />}
            onClick={() => void remind()}
          >
            {counts.remindable === 1
              ? "1 Person erinnern"
              : `${counts.remindable} Personen erinnern`}
          </Button>
        )}
      {counts !== undefined && !isEmpty && <WriteToInvited event={event} counts={counts} />}
      {!isEmpty && <ListMenu event={event} />}
      <Button size="xs" leftSection={<UserPlus size={15} aria-hidden />} onClick={onInvite}>
        Einladen
      </Button>
    </div>
  );
}

/** Those invited as a list to sign or to reckon with. */
function ListMenu({ event }: { event: Event }) {
  const name = event.title.replaceAll(/[/\\:*?"<>|]/g, " ");
  const downloadUnreachable = async () =>
    saveFile(
      await call(invitationsContract.getUnreachable, { params: { id: event.id } }),
      `${name} nicht erreichbar.pdf`,
    );
  const download = async (kind: "pdf" | "csv") => {
    const route =
      kind === "pdf" ? invitationsContract.getSignatureList : invitationsContract.exportInvitations;
    saveFile(
      await call(route, { params: { id: event.id } }),
      `${kind === "pdf" ? "Unterschriftenliste" : "Teilnehmende"} ${name}.${kind}`,
    );
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<ChevronDown size={15} aria-hidden />}>
          Liste
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => void download("pdf")}
        >
          Unterschriftenliste (PDF)
        </Menu.Item>
        <Menu.Item
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          onClick={() => void download("csv")}
        >
          Tabelle für Excel (CSV)
        </Menu.Item>
        <Menu.Item
          leftSection={<Phone size={16} aria-hidden />}
          onClick={() => void downloadUnreachable()}
        >
          Ohne E-Mail und Zugang: anrufen oder schreiben (PDF)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
