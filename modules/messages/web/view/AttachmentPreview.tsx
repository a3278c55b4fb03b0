import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useObjectUrl } from "#platform/web/api/object-url.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { messagesContract, type Attachment } from "../../contract.ts";
import { subtypeOf } from "./attachment-kind.ts";
import { PdfPages } from "./PdfPages.tsx";
import classes from "./view.module.css";

interface AttachmentPreviewProps {
  messageId: string;
  attachment: Attachment;
  onClose: () => void;
  onSave: () => void;
}

/** A picture or the pages of a PDF over the message. */
export default function AttachmentPreview({
  messageId,
  attachment,
  onClose,
  onSave,
}: AttachmentPreviewProps) {
  const content = useQuery({
    queryKey: ["message-attachment", messageId, attachment.id],
    queryFn: ({ signal }) =>
      call(messagesContract.getAttachment, {
        params: { id: messageId, attachment: attachment.id },
        signal,
        silent: true,
      }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return (
    <Modal opened onClose={onClose} title={attachment.name} fullScreen>
      <div className={classes.preview}>
        {content.error && !content.data ? (
          <LoadError error={content.error} onRetry={() => void content.refetch()} />
        ) : !content.data ? (
          <RecordSkeleton />
        ) : subtypeOf(attachment.contentType) === "pdf" ? (
          <PdfPages file={content.data} fallback={<NoPreview onSave={onSave} />} />
        ) : (
          <Picture file={content.data} name={attachment.name} onSave={onSave} />
        )}
      </div>
      <Button
        className={classes.previewSave ?? ""}
        leftSection={<Download size={16} aria-hidden />}
        onClick={onSave}
      >
        Herunterladen
      </Button>
    </Modal>
  );
}

/** Not every browser draws every picture (HEIC). */
function Picture({ file, name, onSave }: { file: Blob; name: string; onSave: () => void }) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview onSave={onSave} />;
  return url === undefined ? null : (
    <img src={url} alt={name} className={classes.picture} onError={() => setFailed(true)} />
  );
}

function NoPreview({ onSave }: { onSave: () => void }) {
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={onSave}>
          Herunterladen
        </Button>
      }
    >
      Diese Datei kann Ihr Browser nicht anzeigen. Laden Sie sie herunter, um sie zu öffnen.
    </EmptyState>
  );
}
