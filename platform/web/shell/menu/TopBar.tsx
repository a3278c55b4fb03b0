import {
  ActionIcon,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { Bell, Menu as MenuIcon, Moon, Sun, X } from "lucide-react";
import { useModules } from "#platform/web/modules.tsx";
import { AppLink, RouterLink } from "#platform/web/links.tsx";
import { logoAddress, tenantDisplayName, tenantLook } from "#platform/web/session/tenant-look.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { SearchBox } from "../search/SearchBox.tsx";
import classes from "./TopBar.module.css";
import type { SideMenuState } from "./use-side-menu.ts";

interface TopBarProps {
  menu: SideMenuState;
}

/** Menu button, club, search, unread messages, light/dark, and the reader's own menu. */
export function TopBar({ menu }: TopBarProps) {
  const look = useSelector(tenantLook);
  const logo = logoAddress(look);
  return (
    <header className={classes.bar} data-no-print>
      <div className={classes.left}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          c="inherit"
          aria-label={menu.open ? "Menü schließen" : "Menü öffnen"}
          aria-expanded={menu.open}
          aria-controls="hauptmenue"
          onClick={menu.toggle}
        >
          {menu.open && !menu.beside ? (
            <X size={21} aria-hidden />
          ) : (
            <MenuIcon size={21} aria-hidden />
          )}
        </ActionIcon>
        <AppLink to="/" className={classes.club ?? ""} underline="never">
          {logo === undefined ? (
            <ClubLetter name={tenantDisplayName(look)} />
          ) : (
            <img src={logo} alt="" className={classes.logo} />
          )}
          <span className={classes.name}>{tenantDisplayName(look)}</span>
        </AppLink>
      </div>
      <SearchBox />
      <div className={classes.right}>
        <UnreadBell />
        <SchemeToggle />
        <AccountMenu />
      </div>
    </header>
  );
}

function ClubLetter({ name }: { name: string }) {
  return (
    <span className={classes.letter} aria-hidden>
      {name.slice(0, 1)}
    </span>
  );
}

/** Leads to the messages; the number comes from the module that knows it. */
function UnreadBell() {
  const Badge = useModules()
    .flatMap((module) => module.menu ?? [])
    .find((entry) => entry.to === "/messaging")?.Badge;
  return (
    <ActionIcon
      component={RouterLink}
      to="/messaging"
      variant="subtle"
      color="gray"
      size="lg"
      c="inherit"
      className={classes.bell ?? ""}
    >
      <Bell size={19} aria-hidden />
      <VisuallyHidden>Nachrichten</VisuallyHidden>
      {Badge && (
        <span className={classes.badge}>
          <Badge />
        </span>
      )}
    </ActionIcon>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      c="inherit"
      className={classes.scheme ?? ""}
      aria-label={isDark ? "Helle Darstellung" : "Dunkle Darstellung"}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      {isDark ? <Sun size={19} aria-hidden /> : <Moon size={19} aria-hidden />}
    </ActionIcon>
  );
}
