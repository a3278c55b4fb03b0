import { Alert, Button, Skeleton, TextInput } from "@mantine/core";
import { Send, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, type DragEvent, type KeyboardEvent } from "react";
import { usePageTitle } from "#platform/web/page-title.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { MAX_SUBJECT } from "../../contract.ts";
import { AttachmentField } from "./attachments/AttachmentField.tsx";
import type { Beginning } from "./begin-message.ts";
import classes from "./compose.module.css";
import { DraftStateLine } from "./drafts/DraftStateLine.tsx";
import { HeadCount, useAudience } from "./recipients/HeadCount.tsx";
import { RecipientPicker } from "./recipients/RecipientPicker.tsx";
import { useComposing, type Composing } from "./use-composing.ts";
import type { SendProblem } from "./use-sending.ts";

const MessageEditor = lazy(() => import("./MessageEditor.tsx"));

const RECIPIENTS = fieldId("recipients");
const SUBJECT = fieldId("subject");
const CONTENT = fieldId("content");

interface ComposeFormProps {
  beginning: Beginning;
  onDraftMade: (id: string) => void;
}

/** The form in which a message is written, kept as a draft, and sent. */
export function ComposeForm({ beginning, onDraftMade }: ComposeFormProps) {
  usePageTitle(beginning.title);
  const composing = useComposing(beginning, onDraftMade);
  const { attachments, sending } = composing;
  useEffect(() => {
    if (beginning.startsIn !== "content")
      document.getElementById(beginning.startsIn === "subject" ? SUBJECT : RECIPIENTS)?.focus();
  }, [beginning]);
  const drop = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    attachments.add([...event.dataTransfer.files]);
  };
  return (
    <>
      <PageHeader title={beginning.title} />
      <Form
        className={classes.form}
        onSubmit={() => void sending.send()}
        enterSaves={false}
        onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
        onDrop={drop}
      >
        <Problem problem={sending.problem} />
        <Fields composing={composing} startsInContent={beginning.startsIn === "content"} />
        <AttachmentField attachments={attachments} />
        <Foot composing={composing} />
      </Form>
    </>
  );
}

/** Why the message is not sent yet; it takes the focus when it comes. */
function Problem({ problem }: { problem: SendProblem | undefined }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) summary.current?.focus();
  }, [problem]);
  if (!problem) return null;
  return (
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
  );
}

interface FieldsProps {
  composing: Composing;
  startsInContent: boolean;
}

/** To whom, about what, and the text. */
function Fields({ composing, startsInContent }: FieldsProps) {
  const { values, edition, attachments, sending, change } = composing;
  const audience = useAudience(values);
  return (
    <>
      <div>
        <RecipientPicker
          id={RECIPIENTS}
          values={values}
          audience={audience}
          onChange={change}
          error={sending.problem?.recipients}
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
        onKeyDown={goOnToText}
        error={sending.problem?.subject}
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
            startHere={startsInContent}
          />
        </Suspense>
      </div>
    </>
  );
}

/** As in mail programs, Enter in the subject goes on to the text. */
function goOnToText(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
    return;
  event.preventDefault();
  document.getElementById(CONTENT)?.focus();
}

/** Sending, throwing away, and whether what was typed is safe. */
function Foot({ composing: { sending, draft, discard, takeTheirs } }: { composing: Composing }) {
  return (
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
  );
}
