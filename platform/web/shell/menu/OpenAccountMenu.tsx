import { Menu } from "@mantine/core";
import { LogOut } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { displayName } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/links.tsx";
import { useMe } from "#platform/web/session/me.tsx";
import { accountMenuOf, useModules } from "#platform/web/modules.tsx";
import { logout } from "#platform/web/session/session.ts";
import { AccountButton } from "./AccountMenu.tsx";

/** The account menu with its button, open at first. */
export default function OpenAccountMenu() {
  const me = useMe();
  const items = accountMenuOf(useModules(), me);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The button takes the place of the one that was pressed. It has the focus before the menu opens,
  // so that it gets it back.
  useLayoutEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{displayName(me)}</Menu.Label>
        {items.map(({ label, to, icon: Icon }) => (
          <Menu.Item
            key={label}
            component={RouterLink}
            to={to ?? "/"}
            leftSection={Icon && <Icon size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void logout()}>
          Abmelden
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
