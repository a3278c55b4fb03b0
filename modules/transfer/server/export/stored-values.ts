/** What decides the content of a file. */
export interface ExportOptions {
  encoding: "UTF-8" | "WINDOWS-1252" | "UTF-16";
  byteOrderMark: boolean;
  delimiter: ";" | "," | "\t" | "|";
  vcardVersion: "3.0" | "4.0";
  title: string | null;
  groupBy: "GROUP" | "STATUS" | "CITY" | "GENDER" | "LETTER" | null;
  landscape: boolean;
  protectedFields: boolean;
}

/** Where a file goes; a password lies encrypted in a column of its own. */
export type StoredDestination =
  | { kind: "DOWNLOAD" }
  | {
      kind: "FILE_SHARE";
      shareId: string;
      folder: string;
      onConflict: "REPLACE" | "RENAME" | "FAIL";
    }
  | {
      kind: "EMAIL";
      recipients: string[];
      attach: boolean;
      subject: string | null;
      message: string | null;
    }
  | { kind: "HTTP_PUT"; url: string; username: string | null };
