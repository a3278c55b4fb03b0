import { ActionIcon, Anchor, Badge, Button } from "@mantine/core";
import { Pencil, UserMinus } from "lucide-react";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { useIsPhone } from "#platform/web/screen.ts";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import type { Column } from "#platform/web/ui/table/DataTable.tsx";
import type { Membership } from "../../../groups-contract.ts";
import { PhoneLink } from "../../phones/PhoneLink.tsx";
import classes from "../groups.module.css";
import { isCurrent } from "./is-current.ts";

interface RowEditing {
  onEdit: (membership: Membership) => void;
  onEnd: (membership: Membership) => void;
}

/** Returns the columns of a group's people; false: none may be edited. */
export function membershipColumns(edit: RowEditing | false): Column<Membership>[] {
  return [
    {
      key: "name",
      title: "Name",
      sortField: "lastname",
      render: (row) => <Person row={row} />,
      print: (row) => `${row.user.lastname}, ${row.user.firstname}`,
    },
    {
      key: "function",
      title: "Funktion",
      sortField: "function",
      onPhone: true,
      render: (row) => <FunctionOf row={row} />,
    },
    {
      key: "from",
      title: "Von",
      sortField: "from",
      render: (row) => formatDate(row.from),
      width: "8rem",
    },
    {
      key: "to",
      title: "Bis",
      sortField: "to",
      render: (row) => formatDate(row.to),
      width: "8rem",
    },
    {
      key: "memberNumber",
      title: "Nummer",
      render: (row) => row.user.memberNumber,
      hiddenAtFirst: true,
    },
    {
      key: "email",
      title: "E-Mail",
      render: (row) => <MailLink address={row.user.email} />,
    },
    {
      key: "phone",
      title: "Telefon",
      render: (row) => <CallLink number={row.user.mobile ?? row.user.phone} />,
      onPhone: true,
    },
    ...(edit
      ? [
          {
            key: "actions",
            title: "Aktionen",
            print: null,
            onPhone: true,
            width: "6rem",
            render: (row: Membership) => (
              <RowActions row={row} onEdit={() => edit.onEdit(row)} onEnd={() => edit.onEnd(row)} />
            ),
          },
        ]
      : []),
  ];
}

function Person({ row }: { row: Membership }) {
  return (
    <span className={classes.person}>
      <ProfilePicture person={row.user} size={28} />
      {row.user.lastname}, {row.user.firstname}
    </span>
  );
}

function FunctionOf({ row }: { row: Membership }) {
  return (
    <>
      {row.function}
      {row.leader && (
        <Badge ml={row.function ? 8 : 0} variant="light" tt="none" fw={500}>
          Leitung
        </Badge>
      )}
    </>
  );
}

function MailLink({ address }: { address: string | null }) {
  return (
    address !== null && (
      <Anchor href={`mailto:${address}`} className={classes.above ?? ""} inherit>
        {address}
      </Anchor>
    )
  );
}

function CallLink({ number }: { number: string | null }) {
  return number !== null && <PhoneLink number={number} className={classes.above ?? ""} inherit />;
}

function RowActions({
  row,
  onEdit,
  onEnd,
}: {
  row: Membership;
  onEdit: () => void;
  onEnd: () => void;
}) {
  const name = displayName(row.user);
  if (useIsPhone()) {
    return (
      row.can.includes("EDIT") && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.above ?? ""}
          aria-label={`Zugehörigkeit von ${name} bearbeiten`}
          onClick={onEdit}
        >
          Bearbeiten
        </Button>
      )
    );
  }
  return (
    <span className={classes.rowActions}>
      {row.can.includes("EDIT") && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Zugehörigkeit von ${name} bearbeiten`}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {row.can.includes("DELETE") && isCurrent(row) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Zugehörigkeit von ${name} beenden`}
          onClick={onEnd}
        >
          <UserMinus size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}
