import { Alert, Button, Text } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { DetectedTable, TableOptions } from "../../../mapping-contract.ts";
import { detectedWords } from "./file-options.ts";
import { FileOptions } from "./FileOptions.tsx";
import classes from "../sync.module.css";

interface DetectedFileProps {
  /** Null when the file could not be read at all. */
  detected: DetectedTable | null;
  options: TableOptions;
  warnings: readonly string[];
  /** Reads the file once more in this way. */
  onChange: (options: TableOptions) => void;
  openedAtFirst?: boolean;
}

/** How the file was understood, in a sentence, and the way to say otherwise. */
export function DetectedFile({
  detected,
  options,
  warnings,
  onChange,
  openedAtFirst = false,
}: DetectedFileProps) {
  const [opened, setOpened] = useState(openedAtFirst);
  return (
    <section className={classes.detected} aria-label="So wird die Datei gelesen">
      <div className={classes.detectedHead}>
        <div>
          <Text fw={560}>
            {detected === null ? "So soll die Datei gelesen werden" : "So wurde die Datei gelesen"}
          </Text>
          {detected !== null && <Text size="sm">{detectedWords(detected)}</Text>}
        </div>
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          rightSection={
            <ChevronDown
              size={15}
              aria-hidden
              className={classes.chevron}
              data-opened={opened || undefined}
            />
          }
          onClick={() => setOpened(!opened)}
        >
          Stimmt etwas nicht?
        </Button>
      </div>
      {opened && <FileOptions detected={detected} options={options} onChange={onChange} />}
      {warnings.length > 0 && (
        <Alert
          variant="light"
          color="yellow"
          mt="sm"
          role="note"
          styles={{
            root: { background: "var(--warn-soft)" },
            message: { color: "var(--warn-text)" },
          }}
        >
          {warnings.length === 1 ? (
            warnings[0]
          ) : (
            <ul className={classes.warnings}>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </section>
  );
}
