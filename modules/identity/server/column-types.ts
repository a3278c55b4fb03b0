import type { AdapterPayload } from "oidc-provider";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "oidc_record.payload": AdapterPayload;
  }
}
