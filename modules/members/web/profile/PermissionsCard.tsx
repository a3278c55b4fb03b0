import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import { ApiError, call } from "#platform/web/api/api.ts";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { ME_KEY, useMe } from "#platform/web/session/me.tsx";
import { queryClient } from "#platform/web/api/query-client.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type User } from "../../contract.ts";
import { membersChanged } from "../queries.ts";
import { texts } from "../texts.ts";

/** The member's rights as text, and their change for those who may. */
export function PermissionsCard({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = user.can.includes("EDIT_PERMISSIONS");
  return (
    <Card
      title={texts.permissions.title}
      actions={
        mayEdit &&
        !editing && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {texts.permissions.edit}
          </Button>
        )
      }
    >
      {/* A new version brings a new form: the old choices belonged to a state that is gone. */}
      {editing ? (
        <PermissionsForm key={user.version} user={user} onDone={() => setEditing(false)} />
      ) : (
        <PermissionList user={user} />
      )}
    </Card>
  );
}

function PermissionList({ user }: { user: User }) {
  const held = PERMISSIONS.filter((permission) => user.effectivePermissions.includes(permission));
  if (user.isAdmin) {
    return (
      <Text>
        {texts.permissions.admin}. {texts.permissions.adminHelp}
      </Text>
    );
  }
  if (held.length === 0) return <Text c="dimmed">{texts.permissions.none}</Text>;
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {held.map((permission) => (
        <li key={permission}>
          {PERMISSION_LABELS[permission]}{" "}
          <Text span c="dimmed" size="sm">
            {sourceOf(user, permission)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function sourceOf(user: User, permission: Permission): string {
  if (user.permissions.includes(permission)) return texts.permissions.direct;
  return user.isAdmin ? texts.permissions.byAdmin : texts.permissions.byGroup;
}

function PermissionsForm({ user, onDone }: { user: User; onDone: () => void }) {
  const me = useMe();
  const [chosen, setChosen] = useState<string[]>(user.permissions);
  const [isAdmin, setIsAdmin] = useState(user.isAdmin);
  const [saving, setSaving] = useState(false);
  const mayGrant = (permission: Permission) => me.grantablePermissions.includes(permission);

  const save = async () => {
    setSaving(true);
    try {
      const body = {
        permissions: PERMISSIONS.filter((permission) => chosen.includes(permission)),
        isAdmin,
        version: user.version,
      };
      await call(usersContract.setUserPermissions, { params: { id: user.id }, body, inForm: true });
      // The reader's own menu depends on it.
      if (user.id === me.id) await queryClient.invalidateQueries({ queryKey: ME_KEY });
      await membersChanged();
      showDone(texts.permissions.saved);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412 || error.outcome !== undefined) await membersChanged();
      // What became of a lost answer has been said already.
      if (error.outcome !== undefined) return;
      addErrorNotice(
        error.status === 412
          ? texts.permissions.conflict
          : (error.fieldErrors[0]?.message ?? error.message),
      );
    } finally {
      setSaving(false);
    }
  };

  return (
    <Stack gap="md">
      <Text c="dimmed" maw="var(--readable-width)">
        {texts.permissions.help}
      </Text>
      <Checkbox
        label={texts.permissions.admin}
        description={
          user.can.includes("EDIT_ADMIN") ? texts.permissions.adminHelp : texts.permissions.notYours
        }
        checked={isAdmin}
        disabled={!user.can.includes("EDIT_ADMIN")}
        onChange={(event) => setIsAdmin(event.currentTarget.checked)}
      />
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label={texts.permissions.title}>
        <Stack gap="sm">
          {PERMISSIONS.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={PERMISSION_LABELS[permission]}
              description={noteOn(user, permission, mayGrant(permission))}
              disabled={!mayGrant(permission)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group gap="sm">
        <Button loading={saving} onClick={() => void save()}>
          {texts.permissions.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.permissions.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

function noteOn(user: User, permission: Permission, mayGrant: boolean): string | undefined {
  if (!mayGrant) return texts.permissions.notYours;
  const byGroup =
    !user.isAdmin &&
    user.effectivePermissions.includes(permission) &&
    !user.permissions.includes(permission);
  return byGroup ? texts.permissions.byGroup : undefined;
}
