import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from "react";
import { useGo } from "#platform/web/links.tsx";
import { useMe } from "#platform/web/session/me.tsx";
import type { SearchHit, SearchHitGroup } from "#platform/web/module.ts";
import { useModules } from "#platform/web/modules.tsx";
import { plural } from "#platform/web/format/format.ts";
import { rememberHit, useRecentHits } from "./recent-hits.ts";
import classes from "./SearchBox.module.css";
import { choicesOf, SearchList } from "./SearchList.tsx";
import { useSearchResults } from "./search-results.ts";

/** The global search: Ctrl+K focuses it, Escape leaves it, arrows choose, Enter opens. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  /** Enter came before the results: the first of them is meant. */
  const [hurried, setHurried] = useState(false);
  const listId = useId();
  const go = useGo();
  const reader = useMe();
  const found = useSearchResults(useModules(), reader, text);
  const recent = useRecentHits(reader.id);
  const isEmpty = text.trim() === "";
  const groups: readonly SearchHitGroup[] = isEmpty
    ? recent.length > 0
      ? [{ label: "Zuletzt geöffnet", hits: recent }]
      : []
    : found.groups;
  const choices = choicesOf(groups);
  const place = Math.max(
    0,
    choices.findIndex(({ id }) => id === activeId),
  );

  useEffect(() => {
    const focusByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey)
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
      setOpen(true);
    };
    window.addEventListener("keydown", focusByKey);
    return () => window.removeEventListener("keydown", focusByKey);
  }, []);

  const leave = () => {
    setText("");
    setOpen(false);
    setHurried(false);
    input.current?.blur();
  };
  const choose = (hit: SearchHit) => {
    if (!hit.id.startsWith("more:")) rememberHit(reader.id, hit);
    leave();
    go(hit.to);
  };
  const step = (by: number) =>
    setActiveId(choices[(place + by + choices.length) % Math.max(1, choices.length)]?.id);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") leave();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const hit = choices[place];
      if (found.state === "WAITING" && !isEmpty) setHurried(true);
      else if (hit !== undefined) choose(hit);
    }
  };
  const catchUp = useEffectEvent(() => {
    setHurried(false);
    if (choices[0] !== undefined) choose(choices[0]);
  });
  useEffect(() => {
    if (hurried && found.state !== "WAITING") catchUp();
  }, [hurried, found.state]);

  return (
    <div
      className={classes.box}
      role="search"
      aria-label="Gesamter Verein"
      data-open={open || undefined}
    >
      <Search
        size={17}
        aria-hidden
        className={classes.icon}
        data-waiting={(found.state === "WAITING" && open && !isEmpty) || undefined}
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={classes.input}
        placeholder="Search (ctrl+k)"
        aria-label="Suchen"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && choices.length > 0 ? `${listId}-${place}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveId(undefined);
          setHurried(false);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <UnstyledButton
        className={classes.cancel ?? ""}
        onMouseDown={(event) => event.preventDefault()}
        onClick={leave}
        tabIndex={-1}
      >
        Abbrechen
      </UnstyledButton>
      <SearchList
        id={listId}
        open={open}
        groups={groups}
        place={place}
        notice={
          isEmpty
            ? recent.length > 0
              ? undefined
              : HINT
            : noticeOf(found.state, choices.length, text.trim())
        }
        onActive={setActiveId}
        onChoose={choose}
      />
      <VisuallyHidden role="status">
        {open && !isEmpty && found.state === "DONE"
          ? plural(choices.length, "Treffer", "Treffer")
          : ""}
      </VisuallyHidden>
    </div>
  );
}

const HINT = "Mitglieder, Gruppen, Termine, Nachrichten, Dateien und Seiten finden";

/** What is said where there is no hit; undefined while one only waits. */
function noticeOf(
  state: "WAITING" | "DONE" | "FAILED",
  hits: number,
  text: string,
): string | undefined {
  if (state === "FAILED")
    return "Die Suche ist gerade nicht erreichbar. Gefunden wurden nur Seiten.";
  if (hits > 0) return undefined;
  return state === "WAITING" ? "Wird gesucht …" : `Nichts gefunden für „${text}“`;
}
