import type { Database } from "../database/database.ts";

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
  members: number;
  bytes: number;
  /** When somebody was last logged in; null for nobody, and where a Keycloak knows it. */
  lastUse: Date | null;
}

type Source = Pick<Database, "queryWithoutTenant">;

export function selectWorkFigures(database: Source): Promise<WorkFigure[]> {
  return database.queryWithoutTenant<WorkFigure>("SELECT * FROM operations.work_figures()", []);
}

export async function selectClubFigures(database: Source): Promise<ClubFigures[]> {
  return database.queryWithoutTenant<ClubFigures>(
    `SELECT tenant_id AS "tenantId", name, members::float8 AS members, bytes::float8 AS bytes,
       last_use AS "lastUse" FROM operations.club_figures()`,
    [],
  );
}
