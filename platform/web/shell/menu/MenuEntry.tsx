import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { MenuItem } from "#platform/web/module.ts";
import { AppLink } from "#platform/web/links.tsx";
import { logout } from "#platform/web/session/session.ts";
import { useIsCurrent } from "./current-entry.ts";
import classes from "./SideMenu.module.css";

/** One entry with its submenu. The submenu stands open while one of its pages is on screen. */
export function MenuEntry({ item }: { item: MenuItem }) {
  const isCurrent = useIsCurrent();
  const submenuId = useId();
  const isWithin = item.menu?.some((sub) => isCurrent(sub.to)) ?? false;
  const isHere = isCurrent(item.to);
  const [toggled, setToggled] = useState<boolean>();
  const open = toggled ?? (isWithin || isHere);
  return (
    <li>
      <div className={classes.row}>
        <EntryLink item={item} current={isHere && !isWithin} />
        {item.menu && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={submenuId}
            aria-label={`Untermenü ${item.label}`}
            onClick={() => setToggled(!open)}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        )}
      </div>
      {item.menu && open && (
        <ul id={submenuId} className={classes.submenu}>
          {item.menu.map((sub) => (
            <MenuEntry key={sub.label} item={sub} />
          ))}
        </ul>
      )}
    </li>
  );
}

function EntryLink({ item, current }: { item: MenuItem; current: boolean }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const { icon: Icon, Badge } = item;
  const inside: ReactNode = (
    <>
      {Icon && <Icon size={19} aria-hidden />}
      <span className={classes.label}>{item.label}</span>
      {Badge && <Badge />}
    </>
  );
  const style = item.color ? { color: item.color } : undefined;
  if (item.isLogout || item.isToggleLightDark) {
    const act = () =>
      item.isLogout ? void logout() : setColorScheme(scheme === "dark" ? "light" : "dark");
    return (
      <button type="button" className={classes.link} style={style} onClick={act}>
        {inside}
      </button>
    );
  }
  if (item.href !== undefined) {
    return (
      <a
        href={item.href}
        target={item.target}
        rel="noreferrer"
        className={classes.link}
        style={style}
      >
        {inside}
      </a>
    );
  }
  return (
    <AppLink
      to={item.to ?? "/"}
      className={classes.link ?? ""}
      style={style}
      underline="never"
      aria-current={current ? "page" : undefined}
    >
      {inside}
    </AppLink>
  );
}
