import { useEffect, useRef, useState } from "react";
import {
  failureOf,
  NameTaken,
  sendBytes,
  type UploadFailureKind,
} from "#modules/files/web/public.ts";
import { addressOf, call } from "#platform/web/api/api.ts";
import { messagesContract, type Attachment } from "../../../contract.ts";
import { NOT_ALLOWED, refusalOf, sentType } from "./attachment-rules.ts";

/** A file of the form: with the server, on its way there, or refused. */
export interface AttachmentItem {
  key: string;
  name: string;
  size: number;
  contentType: string;
  /** The server's id once it is there. */
  id: string | undefined;
  /** Share that has left, 0 to 1. */
  progress: number;
  failure: string | undefined;
}

export interface Attachments {
  items: readonly AttachmentItem[];
  uploading: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
}

const SENTENCES: Readonly<Record<UploadFailureKind, string>> = {
  extension: NOT_ALLOWED,
  size: "Die Datei ist zu groß.",
  network:
    "Die Verbindung ist unterbrochen. Die Datei ist nicht angehängt; bitte wählen Sie sie noch einmal.",
  server: "Der Server konnte die Datei nicht annehmen. Bitte versuchen Sie es noch einmal.",
  denied: "Zu diesem Entwurf dürfen Sie nichts anhängen.",
  abort: "Sie haben den Upload abgebrochen.",
  timeout: "Der Server hat zu lange nicht geantwortet. Bitte versuchen Sie es noch einmal.",
  not_exists: "Die Datei oder der Entwurf ist nicht mehr da.",
};
/** Kinds where the server knows more than we do. */
const SAID_BY_SERVER: readonly UploadFailureKind[] = ["extension", "size", "server"];

/**
 * The attachments of a draft: each goes up by itself as soon as it is chosen. `draftId` makes the
 * draft if there is none yet.
 */
export function useAttachments(
  initial: readonly Attachment[],
  draftId: () => Promise<string | undefined>,
): Attachments {
  const [items, setItems] = useState<readonly AttachmentItem[]>(() => initial.map(itemOf));
  const queue = useRef(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);
  const patch = (key: string, change: Partial<AttachmentItem>) =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const upload = async (key: string, file: File) => {
    const stop = stops.current.get(key);
    if (!stop || stop.signal.aborted) return;
    try {
      const id = await draftId();
      if (id === undefined) return patch(key, { failure: SENTENCES.server });
      const attachment = (await sendBytes({
        address: addressOf(
          messagesContract.uploadDraftAttachment,
          { id },
          { name: file.name.normalize("NFC") },
        ),
        key,
        body: file,
        contentType: sentType(file),
        signal: stop.signal,
        onProgress: (sent) => patch(key, { progress: sent / file.size }),
      })) as Attachment;
      patch(key, {
        id: attachment.id,
        name: attachment.name,
        contentType: attachment.contentType,
        progress: 1,
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      const failure = failureOf(error);
      if (failure instanceof NameTaken) throw failure;
      patch(key, {
        failure: SAID_BY_SERVER.includes(failure.kind) ? failure.message : SENTENCES[failure.kind],
      });
    } finally {
      stops.current.delete(key);
    }
  };

  return {
    items,
    uploading: items.some((one) => one.id === undefined && one.failure === undefined),
    add(files) {
      const present = items.filter((one) => one.failure === undefined);
      const added = files.map((file) => {
        const failure = refusalOf(file, present);
        const item: AttachmentItem = {
          key: crypto.randomUUID(),
          name: file.name,
          size: file.size,
          contentType: file.type,
          id: undefined,
          progress: 0,
          failure,
        };
        if (failure === undefined) {
          present.push(item);
          stops.current.set(item.key, new AbortController());
          queue.current = queue.current.then(() => upload(item.key, file));
        }
        return item;
      });
      setItems((all) => [...all, ...added]);
    },
    remove(key) {
      const item = items.find((one) => one.key === key);
      stops.current.get(key)?.abort();
      setItems((all) => all.filter((one) => one.key !== key));
      if (item?.id !== undefined) void removeFromDraft(item.id, draftId);
    },
  };
}

async function removeFromDraft(
  attachment: string,
  draftId: () => Promise<string | undefined>,
): Promise<void> {
  const id = await draftId();
  if (id !== undefined)
    await call(messagesContract.deleteDraftAttachment, { params: { id, attachment } });
}

function itemOf({ id, name, size, contentType }: Attachment): AttachmentItem {
  return { key: id, id, name, size, contentType, progress: 1, failure: undefined };
}
