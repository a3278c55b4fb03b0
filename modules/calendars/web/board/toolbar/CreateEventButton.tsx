import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { RouterLink } from "#platform/web/navigation.tsx";

/** Leads to the form for a new event. */
export function CreateEventButton({ to, label }: { to: string; label: string }) {
  return (
    <Button
      component={RouterLink}
      to={to}
      leftSection={<Plus size={16} aria-hidden />}
      title="Taste N"
    >
      {label}
    </Button>
  );
}
