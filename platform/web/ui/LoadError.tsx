import { Button } from "@mantine/core";
import { EmptyState } from "./EmptyState.tsx";

/** What a list, record or section shows when it could not be loaded. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={onRetry}>
          Erneut versuchen
        </Button>
      }
    >
      {error.message} Es ging nichts verloren.
    </EmptyState>
  );
}
