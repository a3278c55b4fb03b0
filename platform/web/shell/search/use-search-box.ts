import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useGo } from "../../links.tsx";
import type { SearchHit, SearchHitGroup } from "../../module.ts";
import { useModules } from "../../modules.tsx";
import { useMe } from "../../session/me.tsx";
import { rememberHit, useRecentHits } from "./recent-hits.ts";
import { choicesOf } from "./SearchList.tsx";
import { type SearchResults, useSearchResults } from "./search-results.ts";

/** The search box between two keys: what is typed, what is found, which hit is meant. */
export interface SearchBoxState {
  text: string;
  open: boolean;
  found: SearchResults;
  groups: readonly SearchHitGroup[];
  choices: readonly SearchHit[];
  /** Which choice is the active one. */
  place: number;
  type: (text: string) => void;
  setOpen: (open: boolean) => void;
  setActive: (id: string) => void;
  choose: (hit: SearchHit) => void;
  leave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Returns the state of the search box around this input. */
export function useSearchBox(input: RefObject<HTMLInputElement | null>): SearchBoxState {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  /** Enter came before the results: the first of them is meant as soon as they are there. */
  const [hurried, setHurried] = useState(false);
  const go = useGo();
  const reader = useMe();
  const found = useSearchResults(useModules(), reader, text);
  const recent = useRecentHits(reader.id);
  const isEmpty = text.trim() === "";
  const groups = isEmpty ? groupOfRecent(recent) : found.groups;
  const choices = choicesOf(groups);
  const place = Math.max(
    0,
    choices.findIndex(({ id }) => id === activeId),
  );

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
  const catchUp = useEffectEvent(() => {
    setHurried(false);
    if (choices[0] !== undefined) choose(choices[0]);
  });
  useEffect(() => {
    if (hurried && found.state !== "WAITING") catchUp();
  }, [hurried, found.state]);
  const step = (by: number) => {
    setOpen(true);
    setActiveId(choices[(place + by + choices.length) % Math.max(1, choices.length)]?.id);
  };
  const enter = () => {
    const hit = choices[place];
    if (found.state === "WAITING" && !isEmpty) setHurried(true);
    else if (hit !== undefined) choose(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = {
      Escape: leave,
      Enter: enter,
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
    }[event.key];
    if (event.key.startsWith("Arrow") && action) event.preventDefault();
    action?.();
  };
  const type = (next: string) => {
    setText(next);
    setActiveId(undefined);
    setHurried(false);
    setOpen(true);
  };
  return {
    text,
    open,
    found,
    groups,
    choices,
    place,
    type,
    setOpen,
    setActive: setActiveId,
    choose,
    leave,
    onKeyDown,
  };
}

function groupOfRecent(hits: readonly SearchHit[]): SearchHitGroup[] {
  return hits.length > 0 ? [{ label: "Zuletzt geöffnet", hits }] : [];
}

/** Ctrl+K leads into the box from anywhere. */
export function useSearchKey(focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey)
        return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
