import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { displayName, formatDate, groupPrefixed, today } from "#platform/web/format/format.ts";
import { RouterLink, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { User } from "../../contract.ts";
import { useMemberSections } from "../member-facts.tsx";
import classes from "../members.module.css";
import { memberQuery, useCustomFields } from "../queries.ts";
import { texts } from "../texts.ts";
import { periodText } from "./periods.ts";

/** Datenblatt: one member on A4, to be checked and signed. */
export default function DataSheetPage() {
  const { userId } = usePathParams("userId");
  const member = useQuery(memberQuery(userId));
  usePageTitle(member.data && `${texts.dataSheet.title} ${displayName(member.data)}`);
  if (member.error && !member.data)
    return <LoadError error={member.error} onRetry={() => void member.refetch()} />;
  return member.data ? <DataSheet user={member.data} /> : <RecordSkeleton />;
}

function DataSheet({ user }: { user: User }) {
  const sections = useMemberSections(user, useCustomFields());
  return (
    <div className={classes.sheet}>
      <PageHeader
        title={displayName(user)}
        sentence={`${texts.dataSheet.title}, ${texts.dataSheet.asOf(formatDate(today()))}`}
        actions={
          <Group gap="sm">
            <Button
              variant="default"
              renderRoot={(props) => <RouterLink {...props} to={`/users/${user.id}`} />}
            >
              {texts.dataSheet.back}
            </Button>
            <Button leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
              {texts.dataSheet.print}
            </Button>
          </Group>
        }
      />
      {/* Without the notes: they are the office's own and not for the member's signature. */}
      {sections.map((section) => (
        <section key={section.title} data-keep-together>
          <h2 className={classes.legend}>{section.title}</h2>
          <Facts facts={section.facts} label={section.title} />
        </section>
      ))}
      {user.groups.length > 0 && (
        <section data-keep-together>
          <h2 className={classes.legend}>{texts.dataSheet.groups}</h2>
          <Facts
            label={texts.dataSheet.groups}
            facts={user.groups.map((group) => ({
              label: groupPrefixed(group),
              value: [group.function, periodText(group.from, group.to)].filter(Boolean).join(", "),
            }))}
          />
        </section>
      )}
      <div className={classes.printOnly} data-keep-together>
        <p>{texts.dataSheet.checked}</p>
        <div className={classes.signature}>{texts.dataSheet.signature}</div>
      </div>
    </div>
  );
}
