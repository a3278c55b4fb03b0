import { Button, Group, Menu } from "@mantine/core";
import { ChevronDown, EyeOff, FileArchive, Mail, Pencil, Printer, Trash2 } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { RouterLink, useLeave, pageAddress } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type User } from "../../contract.ts";
import { downloadPersonalData } from "../personal-data/download-personal-data.ts";
import { membersChanged } from "../queries.ts";
import { StatusBadge } from "../list/StatusBadge.tsx";
import { texts } from "../texts.ts";
import { MemberPicture } from "./MemberPicture.tsx";

export interface MemberHeadProps {
  user: User;
}

/** Picture, name, number, state and what one does most with a member. */
export function MemberHead({ user }: MemberHeadProps) {
  const leave = useLeave();
  const name = displayName(user);

  const trash = async () => {
    await leave("/users", () => call(usersContract.deleteUser, { params: { id: user.id } }));
    await membersChanged();
    showUndo(texts.profile.trashed(name), async () => {
      await call(usersContract.restoreUser, { params: { id: user.id } });
      await membersChanged();
    });
  };

  return (
    <PageHeader
      picture={<MemberPicture user={user} />}
      title={[user.title, name].filter(Boolean).join(" ")}
      sentence={
        <Group gap="4px 18px">
          <StatusBadge person={user} />
          <span>{texts.profile.number(user.memberNumber)}</span>
        </Group>
      }
      actions={
        <>
          {user.can.includes("WRITE_MESSAGE") && (
            <Button
              variant="default"
              leftSection={<Mail size={16} aria-hidden />}
              renderRoot={(props) => (
                <RouterLink
                  {...props}
                  to={pageAddress("/messaging/compose", { recipients: [user.id] })}
                />
              )}
            >
              {texts.profile.message}
            </Button>
          )}
          {user.can.includes("EDIT") && (
            <Button
              leftSection={<Pencil size={16} aria-hidden />}
              renderRoot={(props) => <RouterLink {...props} to={`/users/${user.id}/edit`} />}
            >
              {texts.profile.edit}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
                {texts.profile.more}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Printer size={16} aria-hidden />}
                renderRoot={(props) => (
                  <RouterLink {...props} to={`/users/${user.id}/data-sheet`} />
                )}
              >
                {texts.profile.dataSheet}
              </Menu.Item>
              {user.can.includes("EXPORT") && (
                <Menu.Item
                  leftSection={<FileArchive size={16} aria-hidden />}
                  onClick={() => void downloadPersonalData(user)}
                >
                  {texts.profile.dataExport}
                </Menu.Item>
              )}
              {user.can.includes("DELETE") && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    leftSection={<Trash2 size={16} aria-hidden />}
                    onClick={() => void trash()}
                  >
                    {texts.profile.trash}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<EyeOff size={16} aria-hidden />}
                    renderRoot={(props) => (
                      <RouterLink {...props} to={`/users/${user.id}/delete`} />
                    )}
                  >
                    {texts.deletion.menu}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  );
}
