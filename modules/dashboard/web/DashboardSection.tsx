import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { DashboardSectionName } from "#platform/web/module.ts";
import { takeFirst } from "#platform/web/first-overview.ts";
import { useModules } from "#platform/web/modules.tsx";
import { AppLink } from "#platform/web/links.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import classes from "./DashboardPage.module.css";

interface DashboardSectionProps {
  name: DashboardSectionName;
  heading: string;
  to: string;
}

/** One section: its heading leads to the module's page, the button loads it again. */
export function DashboardSection({ name, heading, to }: DashboardSectionProps) {
  const loadContent = useModules().find((module) => module.dashboard?.[name])?.dashboard?.[name];
  const content = useQuery({
    queryKey: ["dashboard-content", name],
    queryFn: async () => (loadContent ? (await loadContent()).default : null),
    staleTime: Infinity,
  });
  const registered = content.data;
  const items = useQuery({
    queryKey: registered?.queryKey ?? ["dashboard", name],
    queryFn: async ({ signal }) => (await takeFirst(name)) ?? registered?.load(signal) ?? [],
    enabled: registered !== undefined && registered !== null,
  });
  const refresh = () => void (registered ? items.refetch() : content.refetch());
  const isLoading = content.isPending || (registered !== null && items.isPending && !items.error);

  return (
    <Card
      title={
        <AppLink to={to} className={classes.heading ?? ""}>
          {heading}
        </AppLink>
      }
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label={`${heading} neu laden`}
          loading={items.isFetching && !items.isPending}
          onClick={refresh}
        >
          <RefreshCw size={17} aria-hidden />
        </ActionIcon>
      }
    >
      {isLoading ? (
        <ListSkeleton rows={3} />
      ) : items.error && !items.data ? (
        <LoadError error={items.error} onRetry={refresh} />
      ) : registered && items.data && items.data.length > 0 ? (
        registered.render(items.data)
      ) : (
        <p className={classes.empty}>Derzeit keine Daten</p>
      )}
    </Card>
  );
}
