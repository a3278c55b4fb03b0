import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

export interface SidePanelProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer from the right for forms too wide for a dialog; give it its own address where it edits a record. */
export function SidePanel({ title, opened, onClose, children }: SidePanelProps) {
  return (
    // The typeface would draw an arrow for "->" in the names of groups.
    <Drawer opened={opened} onClose={onClose} title={title} size="34rem" padding="lg" styles={{ title: { fontVariantLigatures: "none" } }}>
      {children}
    </Drawer>
  );
}
