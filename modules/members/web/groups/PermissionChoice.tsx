import { Checkbox, Text } from "@mantine/core";
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import { useMe } from "#platform/web/session/me.tsx";
import classes from "./groups.module.css";

export interface PermissionChoiceProps {
  value: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
  label: string;
  help?: string;
  error?: string | undefined;
  id?: string;
}

/** Checkboxes for permissions; those that the reader can't give or take are disabled. */
export function PermissionChoice({
  value,
  onChange,
  label,
  help,
  error,
  id,
}: PermissionChoiceProps) {
  const { grantablePermissions } = useMe();
  const refused = PERMISSIONS.filter((permission) => !grantablePermissions.includes(permission));
  const toggle = (permission: Permission) =>
    onChange(PERMISSIONS.filter((one) => (one === permission) !== value.includes(one)));
  return (
    <Checkbox.Group
      id={id}
      label={label}
      description={help}
      error={error}
      value={[...value]}
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      <div className={classes.permissions} style={{ marginTop: 10 }}>
        {PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={PERMISSION_LABELS[permission]}
            disabled={refused.includes(permission)}
            onChange={() => toggle(permission)}
          />
        ))}
      </div>
      {refused.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Graue Rechte können Sie hier weder geben noch nehmen, weil Sie sie selbst nicht haben.
        </Text>
      )}
    </Checkbox.Group>
  );
}
