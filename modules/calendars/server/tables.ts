import type { ColumnType, Generated } from "kysely";
import type { EventStatus } from "../contract.ts";

type Written = ColumnType<Date, Date, Date>;
type WrittenOrNull = ColumnType<Date | null, Date | null, Date | null>;

interface CalendarTable {
  id: string;
  name: string;
  color: string;
  ics_id: string;
  version: Generated<number>;
}

interface EventTable {
  id: string;
  calendar_id: string;
  uid: string;
  sequence: number;
  title: string;
  description: string | null;
  location: string | null;
  meet_at: WrittenOrNull;
  starts_at: Written;
  ends_at: Written;
  all_day: boolean;
  status: EventStatus;
  recurrence: string | null;
  series_key: string | null;
  series_ends_at: WrittenOrNull;
  exdates: ColumnType<Date[], Date[], Date[]>;
  series_id: string | null;
  recurrence_start: WrittenOrNull;
  answer_deadline: WrittenOrNull;
  answer_maximum: number | null;
  allow_comment: boolean | null;
  allow_companions: boolean | null;
  waiting_list: boolean | null;
  created_at: Generated<Date>;
  created_by: string | null;
  updated_at: Generated<Date>;
  updated_by: string | null;
  version: number;
}

export interface Tables {
  calendar: CalendarTable;
  event: EventTable;
}
