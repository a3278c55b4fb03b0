import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { pageAddress, useLeave } from "#platform/web/links.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { messagesContract } from "../contract.ts";
import { boxesChanged } from "./message-actions.ts";

/** Calls a message back that nobody has received yet, and opens the draft that it is again. */
export function useCallBack(id: string): { run: () => Promise<void>; running: boolean } {
  const callBack = useCallingBack();
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      await callBack(id);
    } finally {
      setRunning(false);
    }
  };
  return { run, running };
}

/** The same for a message that is only known when it has been sent. */
export function useCallingBack(): (id: string) => Promise<void> {
  const leave = useLeave();
  return async (id) => {
    try {
      await leave(
        (draft) => pageAddress("/messaging/compose", { draft: draft.id }),
        () => call(messagesContract.callBackMessage, { params: { id }, silent: true }),
      );
      showDone("Die Nachricht ist zurückgeholt und wieder ein Entwurf.");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Why it is too late, instead of what a conflict mostly is.
      addErrorNotice(error.message, { isPassing: error.isPassing });
    }
    // The notice that offered it is not kept for the lists.
    void boxesChanged();
  };
}
