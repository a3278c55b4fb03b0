import { Skeleton } from "@mantine/core";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { CalendarView } from "./calendar-view.ts";

/** The board in outline while it is on its way. */
export function BoardSkeleton({ view }: { view: CalendarView }) {
  if (view === "list") return <ListSkeleton rows={10} />;
  return (
    <div role="status" aria-label="Wird geladen">
      <Skeleton height="min(44rem, 70dvh)" radius="md" />
    </div>
  );
}
