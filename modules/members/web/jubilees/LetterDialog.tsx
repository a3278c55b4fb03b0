import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { today } from "#platform/web/format/format.ts";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { type Jubilee, LETTER_PLACEHOLDERS, MOST_LETTERS, usersContract } from "../../contract.ts";
import { texts } from "../texts.ts";
import { occasionsOf } from "./jubilee-list.ts";
import { keepDraft, letterKind, readDraft } from "./letter-drafts.ts";

export interface LetterDialogProps {
  /** Undefined: the dialog is closed. */
  rows: readonly Jubilee[] | undefined;
  onClose: () => void;
}

/** What letters for the selected occasions say; they come as one PDF to be printed. */
export function LetterDialog({ rows, onClose }: LetterDialogProps) {
  return (
    <Modal opened={rows !== undefined} onClose={onClose} title={texts.letters.title} size="lg">
      {rows && <LetterForm rows={rows} onDone={onClose} />}
    </Modal>
  );
}

function LetterForm({ rows, onDone }: { rows: readonly Jubilee[]; onDone: () => void }) {
  const kind = letterKind(rows);
  const [draft, setDraft] = useState(() => readDraft(kind));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [running, setRunning] = useState(false);
  const tooMany = rows.length > MOST_LETTERS;

  const print = async () => {
    if (draft.subject.trim() === "") return setErrors({ subject: texts.letters.subjectMissing });
    setRunning(true);
    try {
      const body = { occasions: occasionsOf(rows), ...draft };
      const file = await call(usersContract.printLetters, { body, inForm: true });
      keepDraft(kind, draft);
      saveFile(file, `${texts.letters.title} ${today()}.pdf`);
      showDone(texts.letters.done(rows.length));
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const known = failure.fieldErrors.map(({ path, message }) => [path, message] as const);
      setErrors(Object.fromEntries([["whole", failure.message], ...known]));
    } finally {
      setRunning(false);
    }
  };
  const whole = tooMany ? texts.letters.tooMany(MOST_LETTERS) : wholeProblem(errors);

  return (
    <Form onSubmit={() => void print()}>
      <Stack gap="md">
        <TextInput
          label={texts.letters.subject}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.currentTarget.value })}
          error={errors["subject"]}
          maxLength={200}
          data-autofocus
        />
        <Textarea
          label={texts.letters.text}
          description={texts.letters.textHelp(LETTER_PLACEHOLDERS.map((name) => `{${name}}`))}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
          error={errors["text"]}
          autosize
          minRows={6}
          maxRows={14}
          maxLength={5_000}
        />
        <WithoutAddress rows={rows} />
        {whole && (
          <Alert color="red" role="alert">
            {whole}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={running} disabled={tooMany}>
            {texts.letters.print(rows.length)}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** What is wrong that stands at neither field. */
function wholeProblem(errors: Readonly<Record<string, string>>): string | undefined {
  return errors["subject"] === undefined && errors["text"] === undefined
    ? errors["whole"]
    : undefined;
}

/** Their letters carry the name alone, and are handed over. */
function WithoutAddress({ rows }: { rows: readonly Jubilee[] }) {
  const names = new Map(
    rows
      .filter(({ user }) => !user.street && !user.city)
      .map(({ user }) => [user.id, `${user.firstname} ${user.lastname}`.trim()]),
  );
  if (names.size === 0) return null;
  return <Alert color="gray">{texts.letters.withoutAddress([...names.values()])}</Alert>;
}
