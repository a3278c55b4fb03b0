import { Alert, Button, Skeleton, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Send, Trash2 } from "lucide-react";
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from "react";
import { call } from "#platform/web/api/api.ts";
import { useGo } from "#platform/web/links.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { MAX_SUBJECT, messagesContract, type Message } from "../../contract.ts";
import { AttachmentField } from "./attachments/AttachmentField.tsx";
import type { Beginning } from "./begin-message.ts";
import classes from "./compose.module.css";
import { DraftStateLine } from "./drafts/DraftStateLine.tsx";
import { HeadCount, useAudience } from "./recipients/HeadCount.tsx";
import { isEmpty, valuesOfDraft, type MessageValues } from "./message-values.ts";
import { RecipientPicker } from "./recipients/RecipientPicker.tsx";
import { sentWords } from "./sent-words.ts";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useDraft } from "./drafts/use-draft.ts";
import { useSending } from "./use-sending.ts";

const MessageEditor = lazy(() => import("./MessageEditor.tsx"));

const RECIPIENTS = fieldId("recipients");
const SUBJECT = fieldId("subject");
const CONTENT = fieldId("content");

export function ComposeForm({
  beginning,
  onDraftMade,
}: {
  beginning: Beginning;
  onDraftMade: (id: string) => void;
}) {
  const go = useGo();
  const queryClient = useQueryClient();
  usePageTitle(beginning.title);
  const [values, setValues] = useState(beginning.values);
  // The editor holds its own text; a new number gives it another one.
  const [edition, setEdition] = useState(0);
  const audience = useAudience(values);
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(beginning, {
    current: () => values,
    isEmpty: () => isEmpty(values) && attachments.items.length === 0,
    onMade: onDraftMade,
  });
  const attachments = useAttachments(beginning.draft?.attachments ?? [], draft.ensure);
  const change = (part: Partial<MessageValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    draft.keeper.change(next);
  };
  const onSent = async (message: Message) => {
    draft.sent();
    await Promise.all(
      [["message"], ["message-draft"]].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    go(`/messaging/${message.id}?box=sent`, { replace: true });
    showDone(sentWords(message));
  };
  const sending = useSending({ values, attachments, draft, onSent });
  const discard = async () => {
    const sure =
      (isEmpty(values) && attachments.items.length === 0) ||
      (await askToConfirm({
        title: "Nachricht verwerfen?",
        text: "Was Sie geschrieben und angehängt haben, wird gelöscht. Das lässt sich nicht rückgängig machen.",
        confirmLabel: "Nachricht verwerfen",
        cancelLabel: "Weiter schreiben",
        destructive: true,
      }));
    if (!sure) return;
    await draft.discard();
    go("/messaging", { replace: true });
  };
  const takeTheirs = async () => {
    const id = await draft.ensure();
    if (id === undefined) return;
    const theirs = await call(messagesContract.getDraft, { params: { id } });
    draft.take(theirs);
    setValues(valuesOfDraft(theirs));
    setEdition(edition + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const { problem } = sending;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) summary.current?.focus();
  }, [problem]);
  useEffect(() => {
    if (beginning.startsIn !== "content")
      document.getElementById(beginning.startsIn === "subject" ? SUBJECT : RECIPIENTS)?.focus();
  }, [beginning]);

  return (
    <>
      <PageHeader title={beginning.title} />
      {/* Ctrl+Enter is a shortcut; the button says the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={form}
        className={classes.form}
        onSubmit={submit}
        onKeyDownCapture={sendByKey}
        onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
        onDrop={(event) => {
          if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          attachments.add([...event.dataTransfer.files]);
        }}
        noValidate
      >
        {problem && (
          <Alert
            ref={summary}
            tabIndex={-1}
            color="red"
            variant="light"
            title="Noch nicht gesendet"
            role="alert"
          >
            {problem.sentence}
          </Alert>
        )}
        <div>
          <RecipientPicker
            id={RECIPIENTS}
            values={values}
            audience={audience}
            onChange={change}
            error={problem?.recipients}
          />
          {audience && <HeadCount audience={audience} lists={values} />}
        </div>
        <TextInput
          id={SUBJECT}
          label="Betreff (Pflichtangabe)"
          aria-required
          maxLength={MAX_SUBJECT}
          value={values.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          error={problem?.subject}
          autoComplete="off"
        />
        <div>
          <span id={`${CONTENT}-label`} className={classes.label}>
            Nachricht
          </span>
          <Suspense fallback={<Skeleton height={320} radius="md" />}>
            <MessageEditor
              key={edition}
              id={CONTENT}
              labelId={`${CONTENT}-label`}
              initialContent={values.messageContent}
              onChange={(messageContent) => change({ messageContent })}
              onFiles={attachments.add}
              startHere={beginning.startsIn === "content"}
            />
          </Suspense>
        </div>
        <AttachmentField attachments={attachments} />
        <div className={classes.foot}>
          <Button
            type="submit"
            loading={sending.running}
            leftSection={<Send size={16} aria-hidden />}
            title="Strg+Eingabe"
          >
            Senden
          </Button>
          <Button
            variant="subtle"
            color="gray"
            c="inherit"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => void discard()}
          >
            Verwerfen
          </Button>
          <DraftStateLine
            state={draft.keeper.state}
            onKeepMine={() => void draft.keepMine()}
            onTakeTheirs={() => void takeTheirs()}
          />
        </div>
      </form>
    </>
  );
}
