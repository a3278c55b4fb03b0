import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import { lazy, Suspense, useState, type ComponentPropsWithRef } from "react";
import { displayName } from "#platform/web/format/format.ts";
import { useMe } from "#platform/web/session/me.tsx";
import classes from "./TopBar.module.css";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";

const loadMenu = () => import("./OpenAccountMenu.tsx");
// Menus with what places them are no part of the first page: they come when the reader points at
// the button.
const OpenAccountMenu = lazy(loadMenu);

/** The menu behind the reader's picture: Mein Profil, what modules add, Abmelden. */
export function AccountMenu() {
  const [wanted, setWanted] = useState(false);
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenAccountMenu />
    </Suspense>
  );
}

/** The reader's picture as a button. */
export function AccountButton({
  className = "",
  ...props
}: UnstyledButtonProps & ComponentPropsWithRef<"button">) {
  const me = useMe();
  return (
    <UnstyledButton
      aria-label={`Konto von ${displayName(me)}`}
      className={`${classes.account ?? ""} ${className}`}
      {...props}
    >
      <ProfilePicture person={me} own size={34} revision={me.version} />
    </UnstyledButton>
  );
}
