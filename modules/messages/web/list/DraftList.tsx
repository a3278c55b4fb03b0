import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FilePen, Paperclip, Trash2 } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { AppLink, RouterLink, pageAddress } from "#platform/web/links.tsx";
import { queryClient } from "#platform/web/api/query-client.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { messagesContract, type Draft } from "../../contract.ts";
import { attachmentWords, shortDate, subjectWords } from "../message-words.ts";
import { draftsQuery } from "../queries.ts";
import classes from "./list.module.css";

/** What the reader is still writing; opening one goes on with it. */
export function DraftList() {
  const drafts = useQuery(draftsQuery);
  if (drafts.error && !drafts.data)
    return <LoadError error={drafts.error} onRetry={() => void drafts.refetch()} />;
  if (!drafts.data) return <ListSkeleton rows={6} />;
  if (drafts.data.content.length === 0) {
    return (
      <EmptyState
        icon={<FilePen size={28} />}
        action={
          <Button component={RouterLink} to="/messaging/compose" variant="default">
            Neue Nachricht
          </Button>
        }
      >
        Es gibt keine Entwürfe. Was Sie schreiben, wird von selbst hier aufgehoben, bis Sie es
        senden.
      </EmptyState>
    );
  }
  return (
    <div className={classes.scroller}>
      <ul className={classes.drafts} aria-label="Entwürfe">
        {drafts.data.content.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </div>
  );
}

function DraftRow({ draft }: { draft: Draft }) {
  const subject = subjectWords(draft.subject);
  const remove = async () => {
    const sure = await askToConfirm({
      title: "Entwurf verwerfen?",
      text: `„${subject}“ und seine Anhänge werden gelöscht. Das lässt sich nicht rückgängig machen.`,
      confirmLabel: "Entwurf verwerfen",
      destructive: true,
    });
    if (!sure) return;
    await call(messagesContract.deleteDraft, { params: { id: draft.id } });
    await queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey });
    showDone("Der Entwurf ist verworfen.");
  };
  return (
    <li className={classes.draft}>
      <AppLink
        to={pageAddress("/messaging/compose", { draft: draft.id })}
        className={classes.link ?? ""}
        underline="never"
        data-row-link
      >
        <span className={classes.top}>
          <span className={classes.who}>
            {draft.recipientNames.length === 0
              ? "Noch keine Empfänger"
              : `An ${draft.recipientNames.join(", ")}`}
          </span>
          <time className={classes.when} dateTime={draft.updatedAt}>
            {shortDate(draft.updatedAt)}
          </time>
        </span>
        <span className={classes.subject}>
          <span className={classes.cut}>{subject}</span>
          {draft.attachments.length > 0 && (
            <Paperclip
              size={14}
              aria-label={attachmentWords(draft.attachments.length)}
              className={classes.mark}
            />
          )}
        </span>
      </AppLink>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size="lg"
        aria-label={`Entwurf verwerfen: ${subject}`}
        title="Verwerfen"
        onClick={() => void remove()}
      >
        <Trash2 size={17} aria-hidden />
      </ActionIcon>
    </li>
  );
}
