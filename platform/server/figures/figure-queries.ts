import type { Database } from "../database/database.ts";
import type { TenantRow } from "../http/principal.ts";

/** One number of the work in the background. */
interface WorkFigure {
  figure: "jobs" | "jobs_failed" | "jobs_retried" | "jobs_overdue" | "mails" | "mails_overdue";
  label: string;
  value: number;
}

/** How large a club is. */
export interface ClubFigures {
  tenantId: string;
  name: string;
  state: TenantRow["state"];
  members: number;
  /** All that its files take. */
  bytes: number;
  /** What of it counts for the quota. */
  kept: number;
  /** Null: no limit. */
  quota: number | null;
  /** When somebody was last logged in; null for nobody, and where a Keycloak knows it. */
  lastUse: Date | null;
}

type Source = Pick<Database, "queryWithoutTenant">;

export function selectWorkFigures(database: Source): Promise<WorkFigure[]> {
  return database.queryWithoutTenant<WorkFigure>("SELECT * FROM operations.work_figures()", []);
}

export async function selectClubFigures(database: Source): Promise<ClubFigures[]> {
  return database.queryWithoutTenant<ClubFigures>(
    `SELECT tenant_id AS "tenantId", name, state, members::float8 AS members,
       bytes::float8 AS bytes, kept::float8 AS kept, quota::float8 AS quota, last_use AS "lastUse"
     FROM operations.club_figures()`,
    [],
  );
}
