import { Menu, UnstyledButton } from "@mantine/core";
import { LogOut } from "lucide-react";
import { displayName } from "#platform/web/format.ts";
import { useMe } from "#platform/web/me.tsx";
import { accountMenuOf, useModules } from "#platform/web/modules.tsx";
import { RouterLink } from "#platform/web/links.tsx";
import { logout } from "#platform/web/session.ts";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";

/** The menu behind the reader's picture: Mein Profil, what modules add, Abmelden. */
export function AccountMenu() {
  const me = useMe();
  const items = accountMenuOf(useModules(), me);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={`Konto von ${displayName(me)}`} style={{ borderRadius: "50%", padding: 2 }}>
          <ProfilePicture person={me} own size={34} revision={me.version} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{displayName(me)}</Menu.Label>
        {items.map(({ label, to, icon: Icon }) => (
          <Menu.Item key={label} component={RouterLink} to={to ?? "/"} leftSection={Icon && <Icon size={16} aria-hidden />}>
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
