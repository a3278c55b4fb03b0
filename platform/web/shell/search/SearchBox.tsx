import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Search } from "lucide-react";
import { useId, useRef } from "react";
import { plural } from "#platform/web/format/format.ts";
import classes from "./SearchBox.module.css";
import { SearchList } from "./SearchList.tsx";
import { type SearchBoxState, useSearchBox, useSearchKey } from "./use-search-box.ts";

/** The global search: Ctrl+K focuses it, Escape leaves it, arrows choose, Enter opens. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const box = useSearchBox(input);
  const { text, open, found, choices, place } = box;
  const isEmpty = text.trim() === "";
  useSearchKey(() => {
    input.current?.focus();
    input.current?.select();
    box.setOpen(true);
  });
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
        // Read aloud instead of the placeholder, whose words the specification orders.
        title="Suchen (Strg+K)"
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
        onChange={(event) => box.type(event.currentTarget.value)}
        onFocus={() => box.setOpen(true)}
        onBlur={() => box.setOpen(false)}
        onKeyDown={box.onKeyDown}
      />
      <UnstyledButton
        className={classes.cancel ?? ""}
        onMouseDown={(event) => event.preventDefault()}
        onClick={box.leave}
        tabIndex={-1}
      >
        Abbrechen
      </UnstyledButton>
      <SearchList
        id={listId}
        open={open}
        groups={box.groups}
        place={place}
        notice={noticeOf(box)}
        onActive={box.setActive}
        onChoose={box.choose}
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

/** What is said where there is no hit; undefined where there are some. */
function noticeOf({ text, found, choices }: SearchBoxState): string | undefined {
  const words = text.trim();
  if (words === "") return choices.length > 0 ? undefined : HINT;
  if (found.state === "FAILED")
    return "Die Suche ist gerade nicht erreichbar. Gefunden wurden nur Seiten.";
  if (choices.length > 0) return undefined;
  return found.state === "WAITING" ? "Wird gesucht …" : `Nichts gefunden für „${words}“`;
}
