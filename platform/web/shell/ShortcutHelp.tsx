import { lazy, Suspense, useEffect, useState } from "react";
import { isTyping } from "./typing.ts";

const ShortcutList = lazy(() => import("./ShortcutList.tsx"));

/** Shows the shortcuts at `?`. */
export function ShortcutHelp() {
  const [state, setState] = useState<"never" | "opened" | "closed">("never");
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target))
        setState("opened");
    };
    window.addEventListener("keydown", openByKey);
    return () => window.removeEventListener("keydown", openByKey);
  }, []);
  if (state === "never") return null;
  return (
    <Suspense>
      <ShortcutList opened={state === "opened"} onClose={() => setState("closed")} />
    </Suspense>
  );
}
