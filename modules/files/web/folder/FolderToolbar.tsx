import { MultiSelect, SegmentedControl, Select, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, List } from "lucide-react";
import type { ReactNode } from "react";
import { useIsPhone } from "#platform/web/screen.ts";
import { FilterBar, type Filter } from "#platform/web/ui/table/FilterBar.tsx";
import { SharedFilterWords } from "#platform/web/ui/table/print/filter-words.tsx";
import type { FileShare } from "../../contract.ts";
import { folderQuery } from "../queries.ts";
import { extensionOf, rememberView, type FolderState, type FolderView } from "./folder-state.ts";
import classes from "./folder.module.css";

const ORDERS = [
  { value: "name ASC", label: "Name" },
  { value: "name DESC", label: "Name, absteigend" },
  { value: "lastModified DESC", label: "Neueste zuerst" },
  { value: "lastModified ASC", label: "Älteste zuerst" },
  { value: "size DESC", label: "Größte zuerst" },
  { value: "size ASC", label: "Kleinste zuerst" },
  { value: "contentType ASC", label: "Art" },
] as const;

interface FolderToolbarProps {
  share: FileShare;
  path: string;
  state: FolderState;
  onChange: (change: Partial<FolderState>) => void;
  view: FolderView;
  /** Prints what is shown. */
  print: ReactNode;
}

/** Search in the share, filter by extension, order, list or tiles. */
export function FolderToolbar({ share, path, state, onChange, view, print }: FolderToolbarProps) {
  const isPhone = useIsPhone();
  // The endings to choose from are those of the folder without the filter.
  const all =
    useQuery(folderQuery(share.id, path, { sort: state.sort, dir: state.dir })).data?.content ?? [];
  const extensions = new Set([
    ...all.filter((entry) => entry.type === "FILE").map((entry) => extensionOf(entry.name)),
    ...state.ex,
  ]);
  extensions.delete("");
  const filters: Filter[] = [];
  if (extensions.size > 0 && state.q === "") {
    filters.push({
      key: "ex",
      label: "Dateiendung",
      shown: state.ex.length > 0 ? state.ex.join(", ") : undefined,
      editor: (
        <MultiSelect
          aria-label="Dateiendungen"
          placeholder={state.ex.length === 0 ? "Endungen wählen" : ""}
          data={[...extensions].toSorted((a, b) => a.localeCompare(b, "de"))}
          value={state.ex}
          onChange={(ex) => onChange({ ex })}
          searchable
          comboboxProps={{ withinPortal: false }}
        />
      ),
      onRemove: () => onChange({ ex: [] }),
    });
  }
  const showsOrder = (isPhone || view === "tiles") && state.q === "";
  const switches = (
    <div className={classes.switches}>
      {print}
      {showsOrder && (
        <Select
          aria-label="Sortierung"
          size="sm"
          w={isPhone ? "8.5rem" : "11rem"}
          allowDeselect={false}
          data={ORDERS}
          value={`${state.sort} ${state.dir}`}
          onChange={(order) => {
            const [sort, dir] = (order ?? "name ASC").split(" ");
            onChange({ sort: sort as FolderState["sort"], dir: dir as FolderState["dir"] });
          }}
        />
      )}
      <SegmentedControl
        aria-label="Darstellung"
        size="sm"
        value={view}
        onChange={(chosen) => {
          rememberView(chosen as FolderView);
          onChange({ view: chosen as FolderView });
        }}
        data={[
          { value: "list", label: <Switch label="Liste" Icon={List} /> },
          { value: "tiles", label: <Switch label="Kacheln" Icon={LayoutGrid} /> },
        ]}
      />
    </div>
  );
  return (
    <SharedFilterWords>
      <div className={classes.toolbar} data-no-print>
        <div className={classes.filters}>
          <FilterBar
            text={{
              value: state.q,
              onChange: (q) => onChange({ q }),
              placeholder: "In dieser Ablage suchen",
            }}
            filters={filters}
          >
            {isPhone && switches}
          </FilterBar>
        </div>
        {!isPhone && switches}
      </div>
    </SharedFilterWords>
  );
}

function Switch({ label, Icon }: { label: string; Icon: typeof List }) {
  return (
    <span className={classes.switch} title={label}>
      <Icon size={17} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
