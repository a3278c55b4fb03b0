import { attachment } from "#platform/server/http/content-disposition.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { type ZipEntry, zipStream } from "#platform/server/documents/zip-stream.ts";
import { retention } from "#modules/tenants/server/public.ts";
import { archivePaths } from "#platform/server/documents/archive-paths.ts";
import type { LoginData } from "./login-data.ts";
import { ownSections } from "./own-personal-data.ts";
import { type PageSection, personalDataPage } from "./personal-data-page.ts";
import { selectAnyMember, selectPictureKeys, selectToday } from "../people/queries.ts";

interface KeptFile {
  /** Path in the archive. */
  path: string;
  blobKey: string;
}

/** What the archive is made of; read in one transaction, packed after it. */
export interface PersonalFile {
  person: string;
  today: string;
  page: string;
  document: Record<string, unknown>;
  files: KeptFile[];
}

interface Needs {
  login: LoginData | undefined;
  blobs: BlobStore;
  /** Of all modules. */
  personalData: readonly PersonalData[];
  tenant: TenantRow;
}

/**
 * Everything held about a person (DSGVO Art. 15 and 20), those in the trash included until they are
 * anonymised.
 */
export async function collectPersonalData(
  tx: ReadTx,
  memberId: string,
  { login, blobs, personalData, tenant }: Needs,
): Promise<PersonalFile> {
  const today = await selectToday(tx);
  const record = await selectAnyMember(tx, memberId, today);
  if (record === undefined) throw notFound();
  const keeping = await retention(tx);
  const pathOf = archivePaths(["Auskunft.html", "Auskunft.json"]);
  const files: KeptFile[] = [];
  const sections: PageSection[] = await ownSections(tx, record, { login, today, keeping });
  const document: Record<string, unknown> = Object.fromEntries(
    sections.map(({ key, data }) => [key, data]),
  );
  for (const { key, title, deletion, load } of personalData) {
    const { data, files: found = [] } = await load(tx, memberId, { blobs });
    const kept = found.map(({ name, blobKey }) => ({ path: pathOf(`${title}/${name}`), blobKey }));
    document[key] = data;
    sections.push({
      key,
      title,
      data,
      files: kept.map(({ path }) => path),
      ...(deletion === undefined ? {} : { deletion: deletion.reason }),
    });
    files.push(...kept);
  }
  const picture = (await selectPictureKeys(tx, memberId)).at(-1);
  if (picture !== undefined) files.push({ path: pathOf("Profilbild.webp"), blobKey: picture });
  const person = `${record.first_name} ${record.last_name}`.trim();
  const about = { person, club: tenant.displayName, today, ...keeping };
  return {
    person,
    today,
    page: personalDataPage(about, sections, picture !== undefined),
    document: { stand: today, verein: tenant.displayName, person, ...document },
    files,
  };
}

/** One archive: a page to read, the same as data for other programs, and the files themselves. */
export function personalDataZip(
  { person, today, page, document, files }: PersonalFile,
  blobs: BlobStore,
): ByteAnswer {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "Auskunft.html", content: page };
    yield { name: "Auskunft.json", content: JSON.stringify(document, null, 2) };
    for (const { path, blobKey } of files) yield await fileEntry(blobs, path, blobKey);
  }
  return {
    contentType: "application/zip",
    content: zipStream(entries()),
    headers: attachment(`Auskunft ${person} ${today}.zip`),
  };
}

/** One that is gone meanwhile must not keep all others from their owner. */
async function fileEntry(blobs: BlobStore, path: string, blobKey: string): Promise<ZipEntry> {
  try {
    return { name: path, content: await blobs.get(blobKey) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    return {
      name: `${path} (fehlt).txt`,
      content: "Diese Datei war beim Zusammenstellen der Auskunft nicht mehr vorhanden.\r\n",
    };
  }
}
