import { useSelector } from "@tanstack/react-store";
import { lazy, Suspense } from "react";
import { noticesWanted } from "./toasts.tsx";

const ToastList = lazy(() => import("./ToastList.tsx"));

/**
 * Shows the notices of `showDone` and `showUndo`, from the first one on; stands once in the shell.
 */
export function ToastHost() {
  if (!useSelector(noticesWanted)) return null;
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  );
}
