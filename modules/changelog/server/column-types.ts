import type { Fields } from "./queries.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "change.fields": Fields;
  }
}
