import { ActionIcon, Button, CloseButton, Progress } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import {
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleX,
  Pause,
  Play,
  RotateCcw,
  X,
} from "lucide-react";
import { useRef, useState } from "react";
import { formatFileSize, plural } from "#platform/web/format/format.ts";
import { nameOf } from "../../addresses.ts";
import { ConflictDialog } from "../folder/dialogs/ConflictDialog.tsx";
import { uploads, type UploadItem, type Uploads } from "./upload-items.ts";
import {
  answerConflict,
  cancelUpload,
  continueInterrupted,
  dismissEnded,
  pauseUploads,
  resumeUploads,
} from "./upload-queue.ts";
import classes from "./uploads.module.css";
import { useFolding } from "./use-folding.ts";

/** Rows drawn at once; of thousands of files those that matter now come first. */
const MOST_ROWS = 60;

/** All uploads, at the bottom right, wherever the reader goes meanwhile. */
export function UploadPanel() {
  const all = useSelector(uploads);
  return all.items.length === 0 ? null : <Panel all={all} />;
}

function Panel({ all }: { all: Uploads }) {
  const finished = all.items.every(({ state }) => state === "DONE" || state === "SKIPPED");
  const { folded, toggle, ref } = useFolding(finished);
  const asking = all.items.filter((item) => item.state === "ASKING");
  const [first] = asking;
  const rows = all.items.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
  return (
    <>
      <section ref={ref} className={classes.panel} aria-label="Uploads" data-no-print>
        <div className={classes.head}>
          <strong role="status">{headline(all)}</strong>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            aria-label={folded ? "Uploads zeigen" : "Uploads einklappen"}
            onClick={toggle}
          >
            {folded ? <ChevronUp size={17} aria-hidden /> : <ChevronDown size={17} aria-hidden />}
          </ActionIcon>
          {!all.active && (
            <CloseButton size="sm" aria-label="Uploads schließen" onClick={dismissEnded} />
          )}
        </div>
        {all.active && (
          <Progress
            value={percent(all.sent, all.bytes)}
            radius={0}
            size={4}
            aria-label="Fortschritt aller Uploads"
          />
        )}
        {!folded && (
          <>
            {/* It scrolls, also by keyboard. */}
            <ul
              className={classes.list}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label="Hochgeladene und wartende Dateien"
            >
              {rows.slice(0, MOST_ROWS).map((item) => (
                <Row key={item.id} item={item} />
              ))}
              {rows.length > MOST_ROWS && (
                <li className={classes.more}>
                  und {plural(rows.length - MOST_ROWS, "weitere Datei", "weitere Dateien")}
                </li>
              )}
            </ul>
            <AllActions all={all} />
          </>
        )}
      </section>
      <ConflictDialog
        taken={
          first && {
            name: nameOf(first.path),
            isFolder: false,
            others:
              all.items.filter((item) => item.batch === first.batch && isWaiting(item)).length - 1,
          }
        }
        onAnswer={(answer, forAll) => first && answerConflict(first.id, answer, forAll)}
      />
    </>
  );
}

const RANK: Readonly<Record<UploadItem["state"], number>> = {
  ASKING: 0,
  RUNNING: 1,
  INTERRUPTED: 2,
  FAILED: 3,
  PAUSED: 4,
  QUEUED: 5,
  DONE: 6,
  SKIPPED: 7,
};

const isWaiting = (item: UploadItem) =>
  item.state === "ASKING" ||
  item.state === "QUEUED" ||
  item.state === "RUNNING" ||
  item.state === "PAUSED";

const percent = (sent: number, bytes: number) =>
  bytes === 0 ? 0 : Math.min(100, (sent / bytes) * 100);

function headline(all: Uploads): string {
  const asking = all.items.filter((item) => item.state === "ASKING").length;
  const moving = all.items.some((item) => item.state === "RUNNING" || item.state === "QUEUED");
  if (asking > 0 && !moving)
    return `${plural(asking, "Datei wartet", "Dateien warten")} auf Ihre Entscheidung`;
  if (all.active)
    return `${plural(all.files - all.done, "Datei wird", "Dateien werden")} hochgeladen · ${Math.floor(percent(all.sent, all.bytes))} %`;
  const interrupted = all.items.filter(
    (item) => item.state === "INTERRUPTED" || item.state === "PAUSED",
  ).length;
  if (interrupted > 0) return `${plural(interrupted, "Upload", "Uploads")} unterbrochen`;
  if (all.failed > 0) return `${plural(all.failed, "Datei", "Dateien")} nicht hochgeladen`;
  return `${plural(all.done, "Datei", "Dateien")} hochgeladen`;
}

function AllActions({ all }: { all: Uploads }) {
  const ids = (...states: UploadItem["state"][]) =>
    all.items.filter((item) => states.includes(item.state)).map((item) => item.id);
  const running = ids("RUNNING", "QUEUED");
  const paused = ids("PAUSED");
  const failed = all.items
    .filter((item) => item.state === "FAILED" && item.file)
    .map((item) => item.id);
  if (running.length < 2 && paused.length < 2 && failed.length < 2) return null;
  return (
    <div className={classes.actions}>
      {running.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => pauseUploads(running)}>
          Alle anhalten
        </Button>
      )}
      {paused.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => resumeUploads(paused)}>
          Alle fortsetzen
        </Button>
      )}
      {failed.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => resumeUploads(failed)}>
          Alle erneut versuchen
        </Button>
      )}
    </div>
  );
}

function Row({ item }: { item: UploadItem }) {
  const name = nameOf(item.path);
  const moving = item.state === "RUNNING" || item.state === "PAUSED";
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name} title={item.path}>
          {name}
        </span>
        <span className={classes.state} data-failed={item.state === "FAILED" || undefined}>
          {stateWords(item)}
        </span>
        {moving && (
          <Progress
            value={percent(item.sent, item.size)}
            size={3}
            aria-label={`Fortschritt von ${name}`}
          />
        )}
      </div>
      <RowActions item={item} name={name} />
    </li>
  );
}

function stateWords(item: UploadItem): string {
  const sizes = `${formatFileSize(item.sent)} von ${formatFileSize(item.size)}`;
  switch (item.state) {
    case "QUEUED":
      return "wartet";
    case "RUNNING":
      return sizes;
    case "PAUSED":
      return `angehalten bei ${sizes}`;
    case "ASKING":
      return "Name ist schon vergeben";
    case "DONE":
      return formatFileSize(item.size);
    case "SKIPPED":
      return "übersprungen";
    case "FAILED":
      return item.failure?.sentence ?? "";
    case "INTERRUPTED":
      return `Unterbrochen bei ${sizes}. Wählen Sie die Datei noch einmal aus, dann geht es dort weiter.`;
  }
}

function RowActions({ item, name }: { item: UploadItem; name: string }) {
  const icon = (label: string, onClick: () => void, Icon: typeof Pause) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      aria-label={`${name}: ${label}`}
      title={label}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  switch (item.state) {
    case "DONE":
      return <CircleCheck size={18} className={classes.done} aria-label="fertig" />;
    case "SKIPPED":
      return null;
    case "INTERRUPTED":
      return (
        <>
          <ChooseAgain item={item} name={name} />
          {icon("Upload abbrechen", () => cancelUpload(item.id), X)}
        </>
      );
    case "FAILED":
      return item.file && item.failure?.kind !== "extension" ? (
        icon("Erneut versuchen", () => resumeUploads([item.id]), RotateCcw)
      ) : (
        <CircleX size={18} className={classes.failed} aria-hidden />
      );
    case "ASKING":
      return icon("Upload abbrechen", () => cancelUpload(item.id), X);
    case "PAUSED":
      return (
        <>
          {icon("Fortsetzen", () => resumeUploads([item.id]), Play)}
          {icon("Upload abbrechen", () => cancelUpload(item.id), X)}
        </>
      );
    default:
      return (
        <>
          {icon("Anhalten", () => pauseUploads([item.id]), Pause)}
          {icon("Upload abbrechen", () => cancelUpload(item.id), X)}
        </>
      );
  }
}

/** A page can't open a file of an earlier visit by itself: the reader has to choose it again. */
function ChooseAgain({ item, name }: { item: UploadItem; name: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  return (
    <span className={classes.choose}>
      <Button size="compact-sm" variant="light" onClick={() => input.current?.click()}>
        Datei wählen
      </Button>
      {wrong && (
        <span role="alert" className={classes.state} data-failed>
          Das ist nicht dieselbe Datei.
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${name} erneut auswählen`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) setWrong(!continueInterrupted(item.id, file));
          event.currentTarget.value = "";
        }}
      />
    </span>
  );
}
