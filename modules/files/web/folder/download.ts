import { call } from "#platform/web/api/api.ts";
import { filesContract, type Entry } from "../../contract.ts";

/**
 * Saves a file, or a folder as ZIP. The bytes go straight to disk: a ticket stands in for the
 * token.
 */
export async function downloadEntry(
  shareId: string,
  entry: Pick<Entry, "path">,
  version?: number,
): Promise<void> {
  const body = { save: true, ...(version === undefined ? {} : { version }) };
  save(
    (await call(filesContract.createTicket, { params: { id: shareId, path: entry.path }, body }))
      .url,
  );
}

/** Saves some entries of a folder as one ZIP. */
export async function downloadZip(
  shareId: string,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const { url } = await call(filesContract.createTicket, {
    params: { id: shareId, path: folder },
    body: { names: [...names], save: true },
  });
  save(url);
}

function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  // The server names the file; this only keeps the page where it is.
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
