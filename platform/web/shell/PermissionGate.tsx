import type { ReactNode } from "react";
import type { Permission } from "#platform/contract/permissions.ts";
import { holdsOneOf, useMeIfAny } from "#platform/web/session/me.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";

interface PermissionGateProps {
  permission: Permission | readonly Permission[] | undefined;
  children: ReactNode;
}

/** Says that a right is missing instead of showing a page whose every call would be refused. */
export function PermissionGate({ permission, children }: PermissionGateProps) {
  const me = useMeIfAny();
  if (permission === undefined || (me && holdsOneOf(me, permission))) return children;
  return (
    <EmptyState>
      Dazu haben Sie nicht die notwendigen Rechte. Fragen Sie bei Bedarf Ihre Vereinsverwaltung.
    </EmptyState>
  );
}
