import { Alert, Button, Group as Row, NumberInput, Stack, Text, Textarea } from "@mantine/core";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { ApiError } from "#platform/web/api/api-error.ts";
import { formatDateTime } from "#platform/web/format/format.ts";
import type { InvitationSettings } from "../../contract.ts";
import { answerSentence, termsSentence, type AnswerSoFar } from "../../answer-words.ts";

export interface AnswerPanelProps {
  answer: AnswerSoFar & { comment: string | null };
  settings: InvitationSettings | null;
  /** Null: without a maximum, or not known. */
  placesLeft: number | null;
  /** Why no answers are taken; null while they are. */
  closed: string | null;
  /** Makes the call with `inForm`; what it throws is shown here. */
  onAnswer: (accept: boolean, body: { comment: string; companions: number }) => Promise<unknown>;
}

const MOST_COMPANIONS = 50;

/** One's own answer: said so far, comment and companions where allowed, accept and decline. */
export function AnswerPanel({ answer, settings, placesLeft, closed, onAnswer }: AnswerPanelProps) {
  const [comment, setComment] = useState(answer.comment ?? "");
  const [companions, setCompanions] = useState(answer.companions);
  const [running, setRunning] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();
  const { state } = answer;
  // The fields follow the answer when it is another one, and stay where they are while one types.
  const saved = JSON.stringify([state, answer.comment, answer.companions]);
  const [shown, setShown] = useState(saved);
  if (saved !== shown) {
    setShown(saved);
    setComment(answer.comment ?? "");
    setCompanions(answer.companions);
  }
  const comes = state === "ACCEPTED" || state === "WAITING";
  const changed = comment !== (answer.comment ?? "") || companions !== answer.companions;

  const give = async (accept: boolean) => {
    setRunning(accept ? "accept" : "decline");
    setProblem(undefined);
    try {
      await onAnswer(accept, { comment, companions: accept ? companions : 0 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors[0]?.message ?? error.message);
    } finally {
      setRunning(undefined);
    }
  };

  return (
    <Stack gap="md">
      <div aria-live="polite">
        <Text fw={600} c={state === "ACCEPTED" ? "var(--good-text)" : "var(--text-strong)"}>
          {answerSentence(answer)}
        </Text>
        {closed === null ? (
          <Text size="sm">
            {termsSentence(settings, comes ? null : placesLeft, state, formatDateTime)}
          </Text>
        ) : (
          <Text size="sm">{closed}</Text>
        )}
      </div>
      {closed !== null && answer.comment && (
        <Text style={{ whiteSpace: "pre-line" }}>„{answer.comment}“</Text>
      )}
      {closed === null && (
        <>
          {settings?.allowCompanions && (
            <NumberInput
              label="Begleitpersonen"
              description="So viele Personen bringen Sie mit"
              value={companions}
              onChange={(next) => setCompanions(typeof next === "number" ? next : 0)}
              min={0}
              max={MOST_COMPANIONS}
              allowDecimal={false}
              allowNegative={false}
              inputMode="numeric"
              maw="12rem"
            />
          )}
          {(settings === null || settings.allowComment) && (
            <Textarea
              label="Kommentar"
              description="Freiwillig; wer den Termin organisiert, liest ihn"
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
              autosize
              minRows={2}
              maxLength={1000}
            />
          )}
          {problem !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <Row gap="sm">
            <Button
              variant={comes && !changed ? "light" : "filled"}
              size="md"
              leftSection={<Check size={18} aria-hidden />}
              loading={running === "accept"}
              disabled={running === "decline" || (comes && !changed)}
              onClick={() => void give(true)}
            >
              {comes ? (changed ? "Änderung speichern" : "Zugesagt") : "Zusagen"}
            </Button>
            <Button
              variant="default"
              size="md"
              leftSection={<X size={18} aria-hidden />}
              loading={running === "decline"}
              disabled={running === "accept" || (state === "DECLINED" && !changed)}
              onClick={() => void give(false)}
            >
              {state === "DECLINED" ? (changed ? "Kommentar speichern" : "Abgesagt") : "Absagen"}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  );
}
