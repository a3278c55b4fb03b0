import { ActionIcon, UnstyledButton } from "@mantine/core";
import { Download, Paperclip } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { FileIcon } from "#modules/files/web/public.ts";
import { call } from "#platform/web/api/api.ts";
import { formatFileSize } from "#platform/web/format/format.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { messagesContract, type Attachment, type Message } from "../../contract.ts";
import cards from "../attachments.module.css";
import { attachmentWords } from "../message-words.ts";
import { isShown, subtypeOf } from "./attachment-kind.ts";
import classes from "./view.module.css";

/** With what draws PDFs it is heavy, and most messages need none. */
const AttachmentPreview = lazy(() => import("./AttachmentPreview.tsx"));

/** A message's attachments. */
export function Attachments({ message }: { message: Message }) {
  const [opened, setOpened] = useState<Attachment>();
  const { attachments } = message;
  const save = async (attachment: Attachment) => {
    saveFile(await loadAttachment(message.id, attachment.id), attachment.name);
  };
  return (
    <section className={classes.attachments} aria-label="Anhänge">
      <p className={classes.attachmentsTitle}>
        <Paperclip size={15} aria-hidden /> {attachmentWords(attachments.length)}
      </p>
      <ul className={cards.cards}>
        {attachments.map((attachment) => (
          <Card
            key={attachment.id}
            attachment={attachment}
            onOpen={() => setOpened(attachment)}
            onSave={() => void save(attachment)}
          />
        ))}
      </ul>
      {opened && (
        <Suspense>
          <AttachmentPreview
            messageId={message.id}
            attachment={opened}
            onClose={() => setOpened(undefined)}
            onSave={() => void save(opened)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface CardProps {
  attachment: Attachment;
  onOpen: () => void;
  onSave: () => void;
}

/** The card opens a preview and the button saves; what has no preview, the whole card saves. */
function Card({ attachment: { name, contentType, size }, onOpen, onSave }: CardProps) {
  const opens = isShown(contentType);
  return (
    <li className={classes.attachment}>
      <UnstyledButton
        className={classes.file}
        onClick={opens ? onOpen : onSave}
        aria-label={opens ? `${name} ansehen` : `${name} herunterladen`}
      >
        <FileIcon subtype={subtypeOf(contentType)} size={30} />
        <span className={cards.words}>
          <span className={cards.name}>{name}</span>
          <span className={cards.size}>{formatFileSize(size)}</span>
        </span>
        {!opens && <Download size={17} aria-hidden className={classes.saves} data-no-print />}
      </UnstyledButton>
      {opens && (
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={36}
          aria-label={`${name} herunterladen`}
          title="Herunterladen"
          onClick={onSave}
          data-no-print
        >
          <Download size={17} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function loadAttachment(messageId: string, attachment: string): Promise<Blob> {
  return call(messagesContract.getAttachment, { params: { id: messageId, attachment } });
}
