import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "#platform/web/api/api-error.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../../contract.ts";
import { useRefreshEvents } from "../../event/queries.ts";
import { whenWords } from "../../event/when-words.ts";
import { moveEvent, timesOf, type MoveChoice } from "./move-event.ts";
import type { EventTimes } from "./moved-times.ts";
import type { PendingMove } from "./MoveQuestion.tsx";
import { countInvited } from "../queries.ts";

/**
 * Dragging and stretching: asks where it concerns more than this one event, saves, and offers to
 * take it back.
 */
export function useMoving() {
  const [pending, setPending] = useState<PendingMove>();
  const putBack = useRef<() => void>(undefined);
  const refresh = useRefreshEvents();
  const client = useQueryClient();

  const save = async (event: Event, times: EventTimes, choice: MoveChoice) => {
    showAtOnce(event, times);
    try {
      const moved = await moveEvent(event, times, choice);
      showUndo(`„${event.title}“ ist verschoben: ${whenWords(times)}`, async () => {
        await moveEvent(moved, timesOf(event), { ...choice, resetAnswers: false });
        await refresh();
      });
    } catch (error) {
      // The red list says why; the event goes back to where it was.
      putBack.current?.();
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await refresh();
    }
  };
  /** The new place in every loaded period, so that nothing jumps back while the server answers. */
  const showAtOnce = (event: Event, times: EventTimes) =>
    client.setQueriesData<Event[]>({ queryKey: ["event", "period"] }, (events) =>
      events?.map((one) => (one.id === event.id ? { ...one, ...times } : one)),
    );

  return {
    pending,
    begin: async (event: Event, times: EventTimes, revert: () => void) => {
      putBack.current = revert;
      const invited = event.can.includes("INVITE")
        ? await countInvited(event.id).catch(() => 0)
        : 0;
      if (event.occurrenceOf !== null || invited > 0) setPending({ event, times, invited });
      else await save(event, times, { resetAnswers: false });
    },
    choose: (choice: MoveChoice) => {
      if (!pending) return;
      setPending(undefined);
      void save(pending.event, pending.times, choice);
    },
    cancel: () => {
      putBack.current?.();
      setPending(undefined);
    },
  };
}
