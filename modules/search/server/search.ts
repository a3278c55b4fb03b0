import { typedWords } from "#platform/contract/fold.ts";
import type {
  SearchHit,
  SearchProvider,
  SearchRequest,
  SearchTerm,
} from "#platform/server/search.ts";
import type { SearchGroup } from "../contract.ts";
import { nearestWords } from "./nearest-words.ts";
import { highlighter } from "./highlight.ts";
import { selectSimilarWords, selectStems } from "./queries.ts";

/** Fewer hits than this in all: perhaps the query is misspelt. */
const FEW = 3;
/** Shorter words are near to everything. */
const SHORTEST_CORRECTED = 4;
const MOST_SIMILAR = 60;

interface Found {
  provider: SearchProvider;
  hits: SearchHit[];
}

/** Everything the reader may see that meets all words of a query. */
export async function searchAll(
  providers: readonly SearchProvider[],
  query: string,
  request: Omit<SearchRequest, "terms">,
): Promise<SearchGroup[]> {
  const terms = await termsOf(request, query);
  if (terms.length === 0) return [];
  let used = terms;
  const found = await askAll(providers, { ...request, terms });
  // What counts is what the reader sees: whether a hidden thing has the word must make no
  // difference.
  if (found.reduce((sum, { hits }) => sum + hits.length, 0) < FEW) {
    used = await withNearWords(request, terms);
    if (used !== terms)
      merge(found, await askAll(providers, { ...request, terms: used }), request.limit);
  }
  return toGroups(found, query, used);
}

async function askAll(
  providers: readonly SearchProvider[],
  request: SearchRequest,
): Promise<Found[]> {
  return Promise.all(
    providers.map(async (provider) => ({ provider, hits: await provider.search(request) })),
  );
}

/**
 * The words of a query with their stems. Words that say nothing (der, und) only count while they
 * are being typed.
 */
async function termsOf({ tx }: Pick<SearchRequest, "tx">, query: string): Promise<SearchTerm[]> {
  const words = typedWords(query);
  if (words.length === 0) return [];
  const stems = await selectStems(
    tx,
    words.map(({ typed }) => typed),
  );
  return words.flatMap(({ typed, folded }, place) => {
    const stem = stems[place] ?? null;
    if (stem === null && place < words.length - 1) return [];
    const form = stem === null ? folded : withFest(stem, folded);
    return [{ typed, word: folded, variants: form.length < 3 || form === folded ? [] : [form] }];
  });
}

/**
 * The stemmer takes `fest` for a superlative (schnellste): Sommerfeste would be found with
 * Sommerferien, as Sommerf.
 */
function withFest(stem: string, word: string): string {
  return word.startsWith(`${stem}est`) ? `${stem}est` : stem;
}

async function withNearWords(
  { tx }: Pick<SearchRequest, "tx">,
  terms: SearchTerm[],
): Promise<SearchTerm[]> {
  const places = terms.flatMap(({ word }, place) =>
    word.length >= SHORTEST_CORRECTED && /^\p{L}+$/u.test(word) ? [place] : [],
  );
  if (places.length === 0) return terms;
  const similar = await selectSimilarWords(
    tx,
    places.map((place) => terms[place]?.word ?? ""),
    MOST_SIMILAR,
  );
  let isWider = false;
  const wider = terms.map((term, place) => {
    const near = nearestWords(term.word, similar[places.indexOf(place)] ?? []);
    if (near.length > 0) isWider = true;
    return { ...term, variants: [...new Set([...term.variants, ...near])] };
  });
  return isWider ? wider : terms;
}

/** Hits of the query as typed stay in front. */
function merge(found: Found[], more: readonly Found[], limit: number): void {
  for (const [place, group] of found.entries()) {
    const known = new Set(group.hits.map(({ id }) => id));
    group.hits = [
      ...group.hits,
      ...(more[place]?.hits ?? []).filter(({ id }) => !known.has(id)),
    ].slice(0, limit);
  }
}

function toGroups(
  found: readonly Found[],
  query: string,
  terms: readonly SearchTerm[],
): SearchGroup[] {
  const { pieces, excerpt } = highlighter(terms);
  return found
    .filter(({ hits }) => hits.length > 0)
    .map(({ provider, hits }) => ({
      type: provider.type,
      label: provider.label,
      more: provider.listOfAll?.(query.trim()) ?? null,
      results: hits.map(({ type = provider.type, id, title, subtitle, content, route }) => ({
        type,
        id,
        title,
        subtitle,
        highlight: {
          title: pieces(title),
          subtitle: pieces(subtitle ?? ""),
          excerpt: content === undefined ? [] : excerpt(content),
        },
        route,
      })),
    }));
}
