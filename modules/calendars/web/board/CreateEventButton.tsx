import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { RouterLink, splitAddress } from "#platform/web/navigation.tsx";

/** Leads to the form for a new event. */
export function CreateEventButton({ to, label }: { to: string; label: string }) {
  const { path, search } = splitAddress(to);
  return (
    <Button
      component={RouterLink}
      to={path}
      search={search as never}
      leftSection={<Plus size={16} aria-hidden />}
      title="Taste N"
    >
      {label}
    </Button>
  );
}
