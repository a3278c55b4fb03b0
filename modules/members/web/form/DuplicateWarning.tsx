import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { STATUS_LABELS } from "../../choices.ts";
import { duplicatesQuery } from "../queries.ts";
import { texts } from "../texts.ts";
import type { MemberValues } from "./member-values.ts";

const TYPING_PAUSE = 400;

/** Says while one types that this person may already be there, and why. */
export function DuplicateWarning({ values, ownId }: { values: MemberValues; ownId?: string }) {
  const text = (value: string) => (value.trim() === "" ? null : value.trim());
  const probe = {
    id: ownId ?? null,
    firstname: text(values.firstname),
    lastname: text(values.lastname),
    birthday: values.birthday,
    email: text(values.email),
    phone: text(values.phone),
    mobile: text(values.mobile),
    memberNumber: text(values.memberNumber),
  };
  const [settled] = useDebouncedValue(JSON.stringify(probe), TYPING_PAUSE);
  const known = JSON.parse(settled) as typeof probe;
  const enough =
    (known.firstname !== null && known.lastname !== null) ||
    known.email !== null ||
    known.memberNumber !== null;
  const candidates = useQuery({ ...duplicatesQuery(known), enabled: enough }).data ?? [];
  const shown = enough ? candidates : [];
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<UsersRound aria-hidden />}
          title={texts.duplicates.title(shown.length)}
          styles={{
            root: { background: "var(--warn-soft)" },
            title: { color: "var(--warn-text)" },
            icon: { color: "var(--warn-text)" },
          }}
        >
          <Text size="sm" mb={6}>
            {texts.duplicates.sentence}
          </Text>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {shown.map(({ user, reasons }) => (
              <li key={user.id}>
                {user.inTrash ? (
                  <strong>{displayName(user)}</strong>
                ) : (
                  <AppLink
                    to={`/users/${user.id}`}
                    target="_blank"
                    fw={600}
                    aria-label={texts.duplicates.open(displayName(user))}
                  >
                    {displayName(user)}
                  </AppLink>
                )}
                <Text span size="sm">
                  {" "}
                  ·{" "}
                  {[
                    user.memberNumber,
                    formatDate(user.birthday),
                    user.city,
                    user.inTrash ? texts.duplicates.inTrash : STATUS_LABELS[user.status],
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </Text>
                <Text size="sm" c="dimmed">
                  {reasons.map((reason) => reason.text).join(" ")}
                </Text>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
