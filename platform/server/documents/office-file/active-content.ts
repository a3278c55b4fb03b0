import { percentDecoded } from "./archive.ts";
import type { Attributes } from "./elements.ts";
import { OfficeRefusal } from "./problem.ts";

const MACROS =
  /macroenabled|vbaproject|vbadata|macrosheet|dialogsheet|sheet\.binary|attachedtoolbars|keymapcustomizations/;
/** What holds programs, or content that another program is asked to show. */
const OBJECTS = /activex|oleobject|(?:^|\/)embeddings\/[^/]*\.bin$|\/(?:control|afchunk)$/;
/** Followed by a click only. */
const HYPERLINK = /\/hyperlink$/;
/** Shows what it fetches: no place is a good one. */
const SHOWN_FROM_ABROAD = /\/(?:frame|subdocument)$/;

/** Refuses a part by its name or type, or a relation by its type. */
export function refuseActive(nameOrType: string): void {
  const lower = nameOrType.toLowerCase();
  if (MACROS.test(lower)) throw new OfficeRefusal("macros");
  if (OBJECTS.test(lower)) throw new OfficeRefusal("objects");
}

/**
 * Refuses a relation to what may run, or to what is fetched from elsewhere without a click: a
 * template brings its macros along, a picture tells who looks.
 */
export function refuseRelation({ Type, Target, TargetMode }: Attributes): void {
  if (Type === undefined || Target === undefined) throw new OfficeRefusal("broken");
  const type = Type.trim().toLowerCase();
  refuseActive(type);
  const isAbroad = !/^(?:internal)?$/i.test(TargetMode?.trim() ?? "");
  if (HYPERLINK.test(type)) return;
  if (isRemote(Target) || (isAbroad && SHOWN_FROM_ABROAD.test(type)))
    throw new OfficeRefusal("links");
}

/** Whether a target lies on no disk of the reader's own: programs fetch it over the network. */
function isRemote(target: string): boolean {
  const path = percentDecoded(target)
    .trim()
    .replaceAll("\\", "/")
    .replace(/^file:(?:\/\/(?=\/(?!\/)))?/i, "");
  return path.startsWith("//") || /^[a-z][a-z\d+.-]+:/i.test(path);
}
