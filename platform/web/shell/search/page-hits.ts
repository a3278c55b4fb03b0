import { foldedText } from "#platform/contract/fold.ts";
import { holdsOneOf, type ShellUser } from "#platform/web/session/me.tsx";
import type { SearchHit, SearchPiece, WebModule } from "#platform/web/module.ts";

const MOST = 6;

export interface PageHits {
  hits: SearchHit[];
  /** The first of them is called like what was typed, as far as that goes. */
  begins: boolean;
}

/** Pages of the application whose titles contain the text, those first that begin with it. */
export function pageHits(
  modules: readonly WebModule[],
  reader: Pick<ShellUser, "permissions" | "isAdmin">,
  text: string,
): PageHits {
  const wanted = foldedText(text);
  if (wanted === "") return { hits: [], begins: false };
  const fromMenu = modules
    .flatMap((module) => [...(module.menu ?? []), ...(module.accountMenu ?? [])])
    .flatMap(({ label, to, roles, icon }) =>
      to !== undefined && holdsOneOf(reader, roles) ? [{ title: label, to, icon }] : [],
    );
  const fromPages = modules
    .flatMap((module) => module.pages)
    // Those with values in their address can't be opened by name.
    .filter(
      (page) => !page.path.includes("$") && !page.hidden && holdsOneOf(reader, page.permission),
    )
    .map(({ title, path }) => ({ title, to: path, icon: undefined }));
  const found = new Map<string, SearchHit & { begins: boolean }>();
  for (const { title, to, icon } of [...fromMenu, ...fromPages]) {
    const folded = foldedText(title);
    if (!folded.includes(wanted) || found.has(to)) continue;
    found.set(to, {
      id: `page:${to}`,
      title: marked(title, wanted),
      to,
      begins: folded.startsWith(wanted),
      ...(icon && { icon }),
    });
  }
  const all = [...found.values()];
  const [called, rest] = [all.filter(({ begins }) => begins), all.filter(({ begins }) => !begins)];
  return {
    hits: [...called, ...rest].slice(0, MOST).map(({ begins: _begins, ...hit }) => hit),
    begins: called.length > 0,
  };
}

/** The title in pieces; what was searched for may be written otherwise in it (ü for ue). */
function marked(title: string, wanted: string): SearchPiece[] {
  for (let from = 0; from < title.length; from++) {
    for (let to = from + 1; to <= title.length; to++) {
      if (foldedText(title.slice(from, to)) !== wanted || /\s/.test(title[from] ?? "")) continue;
      return [
        { text: title.slice(0, from), hit: false },
        { text: title.slice(from, to), hit: true },
        { text: title.slice(to), hit: false },
      ].filter((piece) => piece.text !== "");
    }
  }
  return [{ text: title, hit: false }];
}
