import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Search } from "lucide-react";
import { useMe } from "#platform/web/me.tsx";
import { useModules } from "#platform/web/modules.tsx";
import { useGo } from "#platform/web/links.tsx";
import classes from "./SearchBox.module.css";
import { useSearchResults } from "./search-results.ts";

/** The global search: Ctrl+K focuses it, Escape leaves it, arrows choose, Enter opens. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const go = useGo();
  const groups = useSearchResults(useModules(), useMe(), text);
  const hits = groups.flatMap((group) => group.hits);
  const shown = open && text.trim() !== "";

  useEffect(() => {
    const focusByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", focusByKey);
    return () => window.removeEventListener("keydown", focusByKey);
  }, []);

  const leave = () => {
    setText("");
    setOpen(false);
    input.current?.blur();
  };
  const choose = (to: string) => {
    leave();
    go(to);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") leave();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === "Enter") {
      const hit = hits[active];
      if (hit) choose(hit.to);
    }
  };

  let index = -1;
  return (
    <div className={classes.box} role="search" aria-label="Gesamter Verein">
      <Search size={17} aria-hidden className={classes.icon} />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={classes.input}
        placeholder="Search (ctrl+k)"
        aria-label="Suchen"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && hits.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <div id={listId} role="listbox" aria-label="Suchergebnisse" className={classes.results} hidden={!shown}>
        {shown && hits.length === 0 && (
          <div role="option" aria-selected={false} aria-disabled className={classes.nothing}>
            Nichts gefunden
          </div>
        )}
        {shown &&
          groups.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <div className={classes.heading} aria-hidden>
                {group.label}
              </div>
              {group.hits.map((hit) => {
                index += 1;
                const at = index;
                return (
                  // The input keeps the focus; keys are handled there.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={hit.id}
                    id={`${listId}-${at}`}
                    role="option"
                    aria-selected={at === active}
                    className={classes.hit}
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseEnter={() => setActive(at)}
                    onClick={() => choose(hit.to)}
                  >
                    <span>{hit.title}</span>
                    {hit.subtitle !== undefined && <small>{hit.subtitle}</small>}
                  </div>
                );
              })}
            </div>
          ))}
      </div>
    </div>
  );
}
