import { Checkbox, Text } from "@mantine/core";
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import { holdsOneOf, useMe } from "#platform/web/session/me.tsx";
import classes from "./groups.module.css";

export interface PermissionChoiceProps {
  value: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
  label: string;
  help?: string;
  error?: string | undefined;
  id?: string;
}

/** Ticks for permissions. One can only give or take what one holds oneself; the others say so. */
export function PermissionChoice({
  value,
  onChange,
  label,
  help,
  error,
  id,
}: PermissionChoiceProps) {
  const me = useMe();
  const lacking = PERMISSIONS.filter((permission) => !holdsOneOf(me, permission));
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
            disabled={lacking.includes(permission)}
            onChange={() => toggle(permission)}
          />
        ))}
      </div>
      {lacking.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Graue Rechte können Sie hier weder geben noch nehmen, weil Sie sie selbst nicht haben.
        </Text>
      )}
    </Checkbox.Group>
  );
}
