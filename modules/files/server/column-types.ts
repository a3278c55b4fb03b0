import type { Subtype } from "../contract.ts";
import type { Span } from "./versions/positions.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "file_entry.subtype": Subtype;
    "file_version.position_spans": Span[];
    "file_version.subtype": Subtype;
  }
}
