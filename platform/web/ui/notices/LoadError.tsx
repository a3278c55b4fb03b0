import { Button } from "@mantine/core";
import { ApiError } from "#platform/web/api/api-error.ts";
import { EmptyState } from "./EmptyState.tsx";

/** What a list, record or section shows when it could not be loaded. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // Loading sends nothing but what stands in the address.
  const isNoAddress = error instanceof ApiError && error.status === 400;
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={onRetry}>
          Erneut versuchen
        </Button>
      }
    >
      {isNoAddress
        ? "Diese Adresse gibt es nicht. Vielleicht ist sie unvollständig."
        : `${error.message} Es ging nichts verloren.`}
    </EmptyState>
  );
}
