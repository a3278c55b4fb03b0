import { FocusTrap } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useEffect } from "react";
import { useMe } from "#platform/web/session/me.tsx";
import { sideMenuOf, useModules } from "#platform/web/modules.tsx";
import { MenuEntry } from "./MenuEntry.tsx";
import classes from "./SideMenu.module.css";

interface SideMenuProps {
  /** It lies over the page instead of beside it. */
  overlay: boolean;
  open: boolean;
  onClose: () => void;
}

/** The side menu by permissions, with a permanent logout entry at its foot. */
export function SideMenu({ overlay, open, onClose }: SideMenuProps) {
  const items = sideMenuOf(useModules(), useMe());
  useEffect(() => {
    if (!overlay || !open) return;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    window.addEventListener("keydown", closeByKey);
    return () => window.removeEventListener("keydown", closeByKey);
  }, [overlay, open, onClose]);
  return (
    <>
      {overlay && open && (
        <div className={classes.backdrop} onClick={onClose} aria-hidden data-no-print />
      )}
      <FocusTrap active={overlay && open}>
        <nav
          id="hauptmenue"
          aria-label="Hauptmenü"
          className={classes.menu}
          data-overlay={overlay || undefined}
          data-open={open || undefined}
          inert={!open}
          data-no-print
        >
          <ul className={classes.list}>
            {items.map((item) => (
              <MenuEntry key={item.label} item={item} />
            ))}
          </ul>
          <ul className={classes.foot}>
            <MenuEntry item={{ label: "Abmelden", icon: LogOut, isLogout: true }} />
          </ul>
        </nav>
      </FocusTrap>
    </>
  );
}
