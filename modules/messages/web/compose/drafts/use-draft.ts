import { useSelector } from "@tanstack/react-store";
import { useEffect, useState } from "react";
import { useUnsavedGuard } from "#platform/web/ui/form/unsaved-guard.ts";
import type { Beginning } from "../begin-message.ts";
import { openDraft, type FormOfDraft, type KeptDraft } from "./kept-draft.ts";

/** Binds a draft to the form on screen. */
export function useDraft(beginning: Beginning, form: FormOfDraft): KeptDraft {
  const [draft] = useState(() => openDraft(beginning.draft, beginning.passing));
  useEffect(() => draft.follow(form));
  useEffect(() => () => draft.leave(), [draft]);
  const { kind } = useSelector(draft.keeper.state);
  // Leaving asks only while the server does not have everything and can't get it.
  useUnsavedGuard(kind === "failed" || kind === "conflict");
  useEffect(() => {
    if (kind !== "waiting") return;
    // Inside of the application leaving saves; a closed window would lose the last second.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [kind]);
  return draft;
}
