import { FileButton, Menu, UnstyledButton } from "@mantine/core";
import { Camera, ImageOff } from "lucide-react";
import { useRef } from "react";
import { call } from "#platform/web/api/api.ts";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { displayName } from "#platform/web/format/format.ts";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { PICTURE_TYPES, usersContract, type User } from "../../contract.ts";
import { membersChanged } from "../queries.ts";
import { texts } from "../texts.ts";

const SIZE = 72;
const MOST_BYTES = 10 * 1024 * 1024;

/** The member's picture; a click on it changes or removes it, where that is allowed. */
export function MemberPicture({ user }: { user: User }) {
  const pick = useRef<() => void>(null);
  const picture = (
    <ProfilePicture person={user} size={SIZE} revision={user.updatedAt} alt={displayName(user)} />
  );
  if (!user.can.includes("EDIT_PICTURE")) return picture;

  const upload = async (file: File | null) => {
    if (!file) return;
    const type = typeOf(file);
    if (!type) return addErrorNotice(texts.picture.wrongType);
    if (file.size > MOST_BYTES) return addErrorNotice(texts.picture.tooLarge);
    await call(usersContract.putUserPicture, {
      params: { id: user.id },
      body: file,
      headers: { "content-type": type },
    });
    await membersChanged();
    showDone(texts.picture.done);
  };
  const remove = async () => {
    await call(usersContract.deleteUserPicture, { params: { id: user.id } });
    await membersChanged();
    showDone(texts.picture.removed);
  };
  return (
    <>
      <FileButton
        onChange={(file) => void upload(file)}
        accept={[...PICTURE_TYPES, ".heic", ".heif"].join(",")}
      >
        {(props) => {
          pick.current = props.onClick;
          return null;
        }}
      </FileButton>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton
            aria-label={texts.picture.menu}
            title={texts.picture.menu}
            style={{ borderRadius: "50%" }}
          >
            {picture}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Camera size={16} aria-hidden />}
            onClick={() => pick.current?.()}
          >
            {user.hasProfilePicture ? texts.picture.replace : texts.picture.change}
          </Menu.Item>
          {user.hasProfilePicture && (
            <Menu.Item
              leftSection={<ImageOff size={16} aria-hidden />}
              onClick={() => void remove()}
            >
              {texts.picture.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/**
 * Browsers often don't know HEIC: then the name tells. The server looks at the content in any case.
 */
function typeOf(file: File): string | undefined {
  if (file.type === "" && /\.hei[cf]$/i.test(file.name)) return "image/heic";
  return PICTURE_TYPES.find((type) => type === file.type);
}
