import { ActionIcon, Badge } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { CSSProperties } from "react";
import { displayName, plural } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { GroupColor } from "./GroupColor.tsx";
import type { Group } from "../../groups-contract.ts";
import type { GroupNode } from "./group-tree.ts";
import classes from "./groups.module.css";

interface GroupBranchesProps {
  nodes: readonly GroupNode[];
  /** While searching every branch is open, so that no hit is hidden. */
  searching: boolean;
}

/** The groups as nested lists; each branch opens and closes. */
export function GroupBranches({ nodes, searching }: GroupBranchesProps) {
  // In the session, so that coming back finds the tree as it was left.
  const [closed, setClosed] = useSessionStorage<string[]>({
    key: "closed-groups",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const toggle = (id: string) =>
    setClosed(closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id]);
  const isOpen = (id: string) => searching || !closed.includes(id);
  return (
    <div className={classes.tree}>
      <Branch
        nodes={nodes}
        depth={0}
        color={null}
        isOpen={isOpen}
        toggle={toggle}
        label="Gruppen"
      />
    </div>
  );
}

interface BranchProps {
  nodes: readonly GroupNode[];
  depth: number;
  /** The parent's colour, for groups that have none of their own. */
  color: Group["color"];
  isOpen: (id: string) => boolean;
  toggle: (id: string) => void;
  label: string;
}

function Branch({ nodes, depth, color, isOpen, toggle, label }: BranchProps) {
  return (
    <ul className={classes.branch} aria-label={label}>
      {nodes.map(({ group, children }) => (
        <li key={group.id}>
          <div className={classes.row} style={{ "--depth": depth } as CSSProperties}>
            <div className={classes.first}>
              {children.length > 0 ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="md"
                  aria-expanded={isOpen(group.id)}
                  aria-label={`Untergruppen von ${group.name}`}
                  onClick={() => toggle(group.id)}
                >
                  {isOpen(group.id) ? (
                    <ChevronDown size={16} aria-hidden />
                  ) : (
                    <ChevronRight size={16} aria-hidden />
                  )}
                </ActionIcon>
              ) : (
                <span className={classes.noToggle} />
              )}
              <GroupColor color={group.color ?? color} />
              <AppLink to={`/groups/${group.id}`} className={classes.name ?? ""} data-row-link>
                {group.name}
              </AppLink>
            </div>
            <span className={classes.leaders}>
              {[
                group.leaders.length > 0 && `Leitung: ${group.leaders.map(displayName).join(", ")}`,
                group.forNewMembers && "Neue Mitglieder kommen hierher",
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className={classes.rights}>
              {group.permissions.length > 0 && (
                <Badge variant="light" color="gray" tt="none" fw={500}>
                  {plural(group.permissions.length, "Recht", "Rechte")}
                </Badge>
              )}
            </span>
            <span className={classes.members}>
              {plural(group.memberCount, "Mitglied", "Mitglieder")}
            </span>
          </div>
          {children.length > 0 && isOpen(group.id) && (
            <Branch
              nodes={children}
              depth={depth + 1}
              color={group.color ?? color}
              isOpen={isOpen}
              toggle={toggle}
              label={`Untergruppen von ${group.name}`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
