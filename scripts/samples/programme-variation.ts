import { registerHooks } from "node:module";

/** The modules that read programmes, loaded once more for each variation of a value. */
export interface ProgrammeReaderModules
  extends
    Pick<typeof import("#modules/event-import/server/read-programme.ts"), "readProgramme">,
    Pick<typeof import("#modules/event-import/server/documents/document-pages.ts"), "pagesOf">,
    Pick<
      typeof import("#modules/event-import/server/documents/recognition.ts"),
      "startRecogniser"
    > {}

const SERVER = new URL("../../modules/event-import/server/", import.meta.url).href;
const PARAMETER = "with";

/** Modules that a varied module imports are varied too; to the text of tuning.ts it is added. */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const variation = variationOf(context.parentURL);
    return variation === null || !resolved.url.startsWith(SERVER)
      ? resolved
      : { ...resolved, url: varied(resolved.url, variation) };
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const variation = variationOf(url);
    return variation === null || !url.startsWith(`${SERVER}tuning.ts`)
      ? loaded
      : { ...loaded, source: `${textOf(loaded.source)}\n${variation};\n` };
  },
});

/** Returns what reads programmes with one value changed: `"HEADINGS.headline = 2"`; null: none. */
export async function readerWith(variation: string | null): Promise<ProgrammeReaderModules> {
  const load = async <M>(file: string): Promise<M> =>
    (await import(
      variation === null ? `${SERVER}${file}` : varied(`${SERVER}${file}`, variation)
    )) as M;
  return {
    ...(await load<Pick<ProgrammeReaderModules, "readProgramme">>("read-programme.ts")),
    ...(await load<Pick<ProgrammeReaderModules, "pagesOf">>("documents/document-pages.ts")),
    ...(await load<Pick<ProgrammeReaderModules, "startRecogniser">>("documents/recognition.ts")),
  };
}

function variationOf(url: string | undefined): string | null {
  return url?.startsWith(SERVER) === true ? new URL(url).searchParams.get(PARAMETER) : null;
}

function varied(url: string, variation: string): string {
  const address = new URL(url);
  address.searchParams.set(PARAMETER, variation);
  return address.href;
}

function textOf(source: Parameters<TextDecoder["decode"]>[0] | string): string {
  return typeof source === "string" ? source : new TextDecoder().decode(source);
}
