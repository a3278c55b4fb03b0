import { createAtom, useSelector } from "@tanstack/react-store";
import { lazy, Suspense, useState, type ReactNode } from "react";

// Dialogs are no part of the first page.
const ConfirmDialog = lazy(() => import("./ConfirmDialog.tsx"));

export interface Question {
  title: string;
  /** Names what will be lost. */
  text: ReactNode;
  /** The verb: "Mitglied löschen". */
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (confirmed: boolean) => void;
}

/** The question that is being asked; at most one at a time. */
export const openQuestion = createAtom<OpenQuestion | null>(null);

/**
 * Asks before what can't be undone: `if (await askToConfirm({ ... })) …`. Undo is better than
 * asking.
 */
export function askToConfirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false);
  return new Promise((resolve) => openQuestion.set({ ...question, answer: resolve }));
}

/** Shows the questions of `askToConfirm`; stands once in the shell. */
export function ConfirmHost() {
  const question = useSelector(openQuestion);
  const [asked, setAsked] = useState(false);
  if (question !== null && !asked) setAsked(true);
  if (!asked) return null;
  const answer = (confirmed: boolean) => {
    openQuestion.set(null);
    question?.answer(confirmed);
  };
  return (
    <Suspense>
      <ConfirmDialog question={question} answer={answer} />
    </Suspense>
  );
}
