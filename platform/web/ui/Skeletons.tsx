import { Skeleton } from "@mantine/core";

/** Rows in the shape of a list that is on its way. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Wird geladen">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton
          key={index}
          height={20}
          my={12}
          width={`${92 - ((index * 17) % 40)}%`}
          radius="sm"
        />
      ))}
    </div>
  );
}

/** A record's page in outline. */
export function RecordSkeleton() {
  return (
    <div role="status" aria-label="Wird geladen">
      <Skeleton height={34} width="40%" mb="xl" radius="sm" />
      <ListSkeleton rows={8} />
    </div>
  );
}
