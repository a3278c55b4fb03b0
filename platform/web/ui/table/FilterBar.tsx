import { Button, CloseButton, Menu, Popover, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { ChevronDown, Plus, Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import classes from "./FilterBar.module.css";
import { useTellFilterWords } from "./print/filter-words.tsx";

export interface Filter {
  key: string;
  /** "Gruppe" */
  label: string;
  /** What is chosen, in words ("Fußball, Turnen"); undefined when the filter is not active. */
  shown: string | undefined;
  /** The input that changes it, shown in a small window. */
  editor: ReactNode;
  onRemove: () => void;
}

export interface FilterBarProps {
  /** The text filter; left out where a list has none. */
  text?: { value: string; onChange: (text: string) => void; placeholder: string };
  filters: readonly Filter[];
  /** Saved views and the like, right of the chips. */
  children?: ReactNode;
}

/**
 * Search and filters on one line: a chip for each active filter, removable, and a menu with the
 * others.
 */
export function FilterBar({ text, filters, children }: FilterBarProps) {
  useTellFilterWords(filterWords(text?.value ?? "", filters));
  const [adding, setAdding] = useState<string>();
  const chips = filters.filter((filter) => filter.shown !== undefined || filter.key === adding);
  const others = filters.filter((filter) => !chips.includes(filter));
  return (
    <div className={classes.bar} role="search" aria-label="Liste durchsuchen und filtern">
      {text && <TextFilter {...text} />}
      {chips.map((filter) => (
        <FilterChip
          key={filter.key}
          filter={filter}
          openAtFirst={filter.key === adding}
          onClose={() => setAdding(undefined)}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="sm" leftSection={<Plus size={15} aria-hidden />}>
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setAdding(filter.key)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {filters.filter((filter) => filter.shown !== undefined).length > 1 && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => filters.forEach((filter) => filter.shown && filter.onRemove())}
        >
          Alle Filter entfernen
        </Button>
      )}
      {children}
    </div>
  );
}

/** Returns the bar on one line: "Gesucht nach „becker“ · Gruppe: Fußball"; "" if nothing is set. */
function filterWords(text: string, filters: readonly Filter[]): string {
  const chips = filters.flatMap(({ label, shown }) =>
    shown === undefined ? [] : [`${label}: ${shown}`],
  );
  return [...(text === "" ? [] : [`Gesucht nach „${text}“`]), ...chips].join(" · ");
}

function FilterChip({
  filter,
  openAtFirst,
  onClose,
}: {
  filter: Filter;
  openAtFirst: boolean;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState(openAtFirst);
  const change = (next: boolean) => {
    setOpened(next);
    if (!next) onClose();
  };
  return (
    <span className={classes.chip}>
      <Popover
        opened={opened}
        onChange={change}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        width={280}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.chipButton}
            aria-expanded={opened}
            onClick={() => change(!opened)}
          >
            {filter.label}
            {filter.shown !== undefined && <strong>{filter.shown}</strong>}
            <ChevronDown size={14} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={`Filter ${filter.label}`}>{filter.editor}</Popover.Dropdown>
      </Popover>
      {filter.shown !== undefined && (
        <CloseButton
          size="sm"
          aria-label={`Filter ${filter.label} entfernen`}
          onClick={filter.onRemove}
        />
      )}
    </span>
  );
}

const TYPING_PAUSE = 250;

function TextFilter({ value, onChange, placeholder }: NonNullable<FilterBarProps["text"]>) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The address changed by another way (Back, a saved view): show that.
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }
  const tell = useDebouncedCallback((next: string) => {
    setTold(next);
    onChange(next);
  }, TYPING_PAUSE);
  const type = (next: string) => {
    setTyped(next);
    tell(next);
  };
  return (
    <TextInput
      type="search"
      size="sm"
      className={classes.text ?? ""}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<Search size={15} aria-hidden />}
      rightSection={
        typed !== "" && (
          <CloseButton size="sm" aria-label="Suchtext löschen" onClick={() => type("")} />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
