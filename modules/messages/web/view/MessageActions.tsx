import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  ArrowLeft,
  CopyPlus,
  Ellipsis,
  FileText,
  Forward,
  Mail,
  MailOpen,
  Printer,
  Reply,
  Trash2,
} from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { RouterLink, useGo, useLeave, pageAddress } from "#platform/web/links.tsx";
import { saveFile } from "#platform/web/api/save-file.ts";
import { messagesContract, type Message } from "../../contract.ts";
import { messageAddress, type BoxState } from "../box-state.ts";
import { deleteMessage, markRead } from "../message-actions.ts";
import { useKeys } from "../use-keys.ts";
import classes from "./view.module.css";

interface MessageActionsProps {
  message: Message;
  state: BoxState;
  alone: boolean;
}

/** The bar over a message. */
export function MessageActions({ message, state, alone }: MessageActionsProps) {
  const leave = useLeave();
  const go = useGo();
  const may = (action: Message["can"][number]) => message.can.includes(action);
  const list = messageAddress(undefined, state);
  const compose = (how: "reply" | "forward" | "copy") =>
    pageAddress("/messaging/compose", { [how]: message.id });
  const remove = may("DELETE")
    ? () => void deleteMessage(message, (task) => leave(list, task))
    : undefined;
  const toggleRead = may("MARK") ? () => void markRead(message, !message.read) : undefined;
  const readLabel = message.read ? "Als ungelesen markieren" : "Als gelesen markieren";
  useKeys({
    r: may("REPLY") ? () => go(compose("reply")) : undefined,
    w: may("FORWARD") ? () => go(compose("forward")) : undefined,
    u: toggleRead,
    delete: remove,
  });
  return (
    <div
      className={classes.actions}
      role="toolbar"
      aria-label="Aktionen zur Nachricht"
      data-no-print
    >
      {alone && (
        <ActionIcon
          component={RouterLink}
          to={list}
          variant="subtle"
          color="gray"
          c="inherit"
          size={38}
          aria-label="Zurück zur Liste"
        >
          <ArrowLeft size={20} aria-hidden />
        </ActionIcon>
      )}
      {may("REPLY") && (
        <Button
          component={RouterLink}
          to={compose("reply")}
          leftSection={<Reply size={17} aria-hidden />}
          title="R"
        >
          Antworten
        </Button>
      )}
      {may("FORWARD") && (
        <Button
          component={RouterLink}
          to={compose("forward")}
          variant="default"
          classNames={{ label: classes.forwardWord ?? "", section: classes.forwardIcon ?? "" }}
          leftSection={<Forward size={17} aria-hidden />}
          title="W"
        >
          Weiterleiten
        </Button>
      )}
      <span className={classes.room} />
      {toggleRead && (
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={38}
          aria-label={readLabel}
          title={`${readLabel} (U)`}
          onClick={toggleRead}
        >
          {message.read ? <Mail size={19} aria-hidden /> : <MailOpen size={19} aria-hidden />}
        </ActionIcon>
      )}
      {remove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={38}
          aria-label="Löschen"
          title="Löschen (Entf)"
          onClick={remove}
        >
          <Trash2 size={19} aria-hidden />
        </ActionIcon>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size={38}
            aria-label="Weitere Aktionen"
          >
            <Ellipsis size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may("COPY") && (
            <Menu.Item
              leftSection={<CopyPlus size={16} aria-hidden />}
              onClick={() => go(compose("copy"))}
            >
              Als neue Nachricht bearbeiten
            </Menu.Item>
          )}
          {may("SEE_DELIVERY") && (
            <Menu.Item
              leftSection={<FileText size={16} aria-hidden />}
              onClick={() => void saveLetterList(message.id)}
            >
              Briefliste (Empfänger ohne E-Mail)
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
            Drucken
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

async function saveLetterList(id: string): Promise<void> {
  saveFile(await call(messagesContract.getLetterList, { params: { id } }), "Briefliste.pdf");
}
