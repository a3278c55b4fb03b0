import { Avatar } from "@mantine/core";
import { displayName } from "#platform/web/format/format.ts";
import { ImageState, useProfileImage } from "#platform/web/api/profile-image.ts";
import { shellSources } from "#platform/web/shell-sources.ts";

export interface ProfilePictureProps {
  person: {
    id: string;
    firstname?: string | null;
    lastname?: string | null;
    hasProfilePicture?: boolean;
  };
  /** Edge in pixels. */
  size?: number;
  /** The logged-in reader's own picture. */
  own?: boolean;
  /** Change it when the picture changed, and it loads again. */
  revision?: string | number;
  /** Text for screen readers; without it the picture is decoration beside the name. */
  alt?: string;
}

/**
 * A person's picture: initials while it loads or where none is, the fallback picture when loading
 * fails.
 */
export function ProfilePicture({
  person,
  size = 32,
  own = false,
  revision = "",
  alt = "",
}: ProfilePictureProps) {
  const source = person.hasProfilePicture ? `${own ? "me" : person.id}:${revision}` : undefined;
  const image = useProfileImage(source, (signal, timeout) =>
    own
      ? shellSources().loadOwnPicture(signal, timeout)
      : shellSources().loadPictureOf(person.id, signal, timeout),
  );
  const initials = displayName(person)
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .join("");
  const shown =
    image.state === ImageState.FINISHED || image.state === ImageState.FAILED ? image.url : null;
  return (
    <Avatar
      src={shown ?? null}
      alt={alt}
      size={size}
      radius="50%"
      color="accent"
      data-image-state={image.state}
      aria-hidden={alt === ""}
    >
      {initials.length > 2 ? `${initials[0]}${initials.at(-1)}` : initials}
    </Avatar>
  );
}
