import { ActionIcon, Button, FileButton, Progress } from "@mantine/core";
import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { FileIcon } from "#modules/files/web/public.ts";
import { formatFileSize } from "#platform/web/format/format.ts";
import { subtypeOf } from "../../view/attachment-kind.ts";
import cards from "../../attachments.module.css";
import { ACCEPTED, ATTACHMENT_LIMITS } from "./attachment-rules.ts";
import classes from "../compose.module.css";
import type { AttachmentItem, Attachments } from "./use-attachments.ts";

/** The attachments with their limits, said before anything is chosen, and the progress of each. */
export function AttachmentField({ attachments }: { attachments: Attachments }) {
  const { items, add, remove } = attachments;
  const attach = useRef<HTMLButtonElement>(null);
  // With its card the button that was pressed is gone, and keys would reach nothing any more.
  const takeOff = (key: string) => {
    remove(key);
    attach.current?.focus();
  };
  return (
    <section aria-label="Anhänge" className={classes.attachments}>
      <div className={classes.attach}>
        <FileButton
          onChange={add}
          multiple
          accept={ACCEPTED}
          inputProps={{ "aria-label": "Dateien anhängen" }}
        >
          {(props) => (
            <Button
              {...props}
              ref={attach}
              variant="default"
              leftSection={<Paperclip size={16} aria-hidden />}
            >
              Dateien anhängen
            </Button>
          )}
        </FileButton>
        <span className={classes.limits}>{ATTACHMENT_LIMITS}</span>
      </div>
      {items.length > 0 && (
        <ul className={cards.cards}>
          {items.map((item) => (
            <Item key={item.key} item={item} onRemove={() => takeOff(item.key)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ item, onRemove }: { item: AttachmentItem; onRemove: () => void }) {
  const underway = item.id === undefined && item.failure === undefined;
  const percent = Math.round(item.progress * 100);
  return (
    <li className={classes.file} data-failed={item.failure !== undefined || undefined}>
      <FileIcon subtype={subtypeOf(item.contentType)} size={28} />
      <div className={cards.words}>
        <span className={cards.name}>{item.name}</span>
        {item.failure === undefined ? (
          <span className={cards.size}>
            {underway ? `${percent} % von ${formatFileSize(item.size)}` : formatFileSize(item.size)}
          </span>
        ) : (
          <span className={classes.failure} role="alert">
            {item.failure}
          </span>
        )}
        {underway && (
          <Progress value={percent} size="xs" aria-label={`${item.name} wird übertragen`} />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        aria-label={underway ? `${item.name}: abbrechen` : `${item.name} entfernen`}
        onClick={onRemove}
      >
        <X size={17} aria-hidden />
      </ActionIcon>
    </li>
  );
}
