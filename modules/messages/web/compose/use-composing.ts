import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useGo } from "#platform/web/links.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { messagesContract, type Message } from "../../contract.ts";
import { boxesChanged } from "../message-actions.ts";
import { useCallingBack } from "../use-call-back.ts";
import { useAttachments } from "./attachments/use-attachments.ts";
import type { Beginning } from "./begin-message.ts";
import { useDraft } from "./drafts/use-draft.ts";
import { isEmpty, valuesOfDraft, type MessageValues } from "./message-values.ts";
import { sentWords } from "./sent-words.ts";
import { useSending } from "./use-sending.ts";

export type Composing = ReturnType<typeof useComposing>;

/** A message on its way from its first word to being sent or thrown away. */
export function useComposing(beginning: Beginning, onDraftMade: (id: string) => void) {
  const go = useGo();
  const callBack = useCallingBack();
  const [values, setValues] = useState(beginning.values);
  // The editor holds its own text; a new number gives it another one.
  const [edition, setEdition] = useState(0);
  const hasNothing = () => isEmpty(values) && attachments.items.length === 0;
  const draft = useDraft(beginning, {
    current: () => values,
    isEmpty: hasNothing,
    onMade: onDraftMade,
  });
  const attachments = useAttachments(beginning.draft?.attachments ?? [], draft.ensure);
  const onSent = async (message: Message) => {
    draft.sent();
    await boxesChanged();
    go(`/messaging/${message.id}?box=sent`, { replace: true });
    showUndo(sentWords(message), () => callBack(message.id));
  };
  return {
    values,
    edition,
    draft,
    attachments,
    sending: useSending({ values, attachments, draft, onSent }),
    change: (part: Partial<MessageValues>) => {
      const next = { ...values, ...part };
      setValues(next);
      draft.keeper.change(next);
    },
    discard: async () => {
      if (!hasNothing() && !(await askToDiscard())) return;
      await draft.discard();
      go("/messaging", { replace: true });
    },
    /** The state that was saved in another window replaces what stands here. */
    takeTheirs: async () => {
      const id = await draft.ensure();
      if (id === undefined) return;
      const theirs = await call(messagesContract.getDraft, { params: { id } });
      draft.take(theirs);
      setValues(valuesOfDraft(theirs));
      setEdition(edition + 1);
    },
  };
}

function askToDiscard(): Promise<boolean> {
  return askToConfirm({
    title: "Nachricht verwerfen?",
    text: "Was Sie geschrieben und angehängt haben, wird gelöscht. Das lässt sich nicht rückgängig machen.",
    confirmLabel: "Nachricht verwerfen",
    cancelLabel: "Weiter schreiben",
    destructive: true,
  });
}
