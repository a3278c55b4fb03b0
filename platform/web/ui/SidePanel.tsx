import { Drawer } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { ListSkeleton } from "./Skeletons.tsx";

export interface SidePanelProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A drawer from the right for forms too wide for a dialog; give it its own address where it edits a
 * record. The form may be a `lazy` one, so that a page does not load what most of its readers never
 * open.
 */
export function SidePanel({ title, opened, onClose, children }: SidePanelProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title={title} size="34rem" padding="lg">
      <Suspense fallback={<ListSkeleton />}>
        <FocusedAtFirst>{children}</FocusedAtFirst>
      </Suspense>
    </Drawer>
  );
}

/** A form that comes late is not there when the drawer looks for what to focus. */
function FocusedAtFirst({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return <div ref={content}>{children}</div>;
}
