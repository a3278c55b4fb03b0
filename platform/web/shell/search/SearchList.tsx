import { ArrowRight, AppWindow } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SearchHit, SearchHitGroup, SearchPiece } from "#platform/web/module.ts";
import classes from "./SearchBox.module.css";

/** Everything of the list that can be chosen, from top to bottom. */
export function choicesOf(groups: readonly SearchHitGroup[]): SearchHit[] {
  return groups.flatMap(({ label, hits, more }) => [
    ...hits,
    ...(more === undefined
      ? []
      : [
          {
            id: `more:${label}`,
            title: [{ text: more.label, hit: false }],
            to: more.to,
            icon: ArrowRight,
          },
        ]),
  ]);
}

interface SearchListProps {
  id: string;
  open: boolean;
  groups: readonly SearchHitGroup[];
  /** Which choice is the active one. */
  place: number;
  notice: string | undefined;
  onActive: (id: string) => void;
  onChoose: (hit: SearchHit) => void;
}

/** What was found, in groups. The input keeps the focus and handles the keys. */
export function SearchList({
  id,
  open,
  groups,
  place,
  notice,
  onActive,
  onChoose,
}: SearchListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [place]);
  let index = -1;
  return (
    <div
      ref={list}
      className={classes.results}
      hidden={!open}
      onMouseDown={(event) => event.preventDefault()}
      role="presentation"
    >
      {notice !== undefined && <p className={classes.notice}>{notice}</p>}
      <div id={id} role="listbox" aria-label="Suchergebnisse" className={classes.list}>
        {open &&
          groups.map((group, number) => (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${number}`}>
              <div id={`${id}-group-${number}`} className={classes.heading} role="presentation">
                {group.label}
              </div>
              {choicesOf([group]).map((hit) => {
                index += 1;
                const at = index;
                const Icon = hit.icon ?? AppWindow;
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={hit.id}
                    id={`${id}-${at}`}
                    role="option"
                    aria-selected={at === place}
                    className={classes.hit}
                    data-more={hit.id.startsWith("more:") || undefined}
                    onMouseMove={() => at !== place && onActive(hit.id)}
                    onClick={() => onChoose(hit)}
                  >
                    <Icon size={18} aria-hidden />
                    <div className={classes.texts}>
                      <span className={classes.title}>
                        <Pieces of={hit.title} />
                      </span>
                      {hit.subtitle !== undefined && hit.subtitle.length > 0 && (
                        <small className={classes.subtitle}>
                          <Pieces of={hit.subtitle} />
                        </small>
                      )}
                      {hit.excerpt !== undefined && hit.excerpt.length > 0 && (
                        <small className={classes.excerpt}>
                          <Pieces of={hit.excerpt} />
                        </small>
                      )}
                    </div>
                  </div>
                );
              })}
            </div>
          ))}
      </div>
    </div>
  );
}

function Pieces({ of }: { of: readonly SearchPiece[] }) {
  return of.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
