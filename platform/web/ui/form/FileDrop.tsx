import { Button, Text } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import classes from "./FileDrop.module.css";

export interface FileDropProps {
  /** Name of the input for screen readers: "Datei mit Terminen". */
  label: string;
  accept: string;
  onFile: (file: File) => void;
  /** What may be dropped, in a line or two. */
  children: ReactNode;
}

/** A place to drop one file on, or to choose it. */
export function FileDrop({ label, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // Dropping is a convenience; the button does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={36} strokeWidth={1.5} aria-hidden />
      <Text fw={560}>Datei hierher ziehen</Text>
      <Button variant="default" onClick={() => input.current?.click()}>
        Datei wählen
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
