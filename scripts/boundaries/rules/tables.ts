import { liesBelow } from "../module-order.ts";
import { type Catalogue, catalogueOf, type Manifest, manifestsOf, sqlFiles } from "../manifests.ts";
import { isHarness } from "../places.ts";
import type { Source, SourceTree } from "../source-tree.ts";
import { relationsOf } from "../sql/relations.ts";
import { statementsOf } from "../sql/statements.ts";

/**
 * A log-in is a member's: its table refers to theirs, while members are given log-ins by the module
 * below. This view alone is read upwards.
 */
const READ_UPWARDS: Record<string, readonly string[]> = { identity: ["person"] };

/** What a name that the database lacks is mostly about. */
const GENERATE = "after a change in db run `npm run db:generate`";

/**
 * Returns where a table is used by another than its owner. Each table belongs to the module that
 * names it in `tables` of its manifest, which alone writes it. Others read views that the owner
 * `offers` and that they name in `reads`, and nothing else.
 */
export function tables(tree: SourceTree): string[] {
  const catalogue = catalogueOf(tree);
  const manifests = manifestsOf(tree);
  const used = new Map<string, Set<string>>(manifests.map(({ owner }) => [owner, new Set()]));
  const ownership = new Ownership(catalogue, manifests);
  return [
    ...ownership.problems(),
    ...tree.sources.flatMap((source) => problemsOfSource(source, ownership, used)),
    ...manifests.flatMap((manifest) => unusedReads(manifest, used)),
    ...sqlFiles(tree.root, "db/functions").flatMap((file) => problemsOfFunctions(file, ownership)),
  ];
}

/** Who may do what with which table, as the manifests say it. */
class Ownership {
  readonly #manifests: readonly Manifest[];
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, manifests: readonly Manifest[]) {
    this.#catalogue = catalogue;
    this.#manifests = manifests;
  }

  isRelation(name: string): boolean {
    return this.#catalogue.tables.has(name) || this.#catalogue.views.has(name);
  }

  isModule(name: string): boolean {
    return this.#manifests.some(({ owner }) => owner === name);
  }

  ownerOf(relation: string): string | undefined {
    return this.#holdersOf(relation)[0]?.owner;
  }

  mayRead(reader: string, relation: string): boolean {
    return (
      this.ownerOf(relation) === reader ||
      this.#manifests.some(({ owner, reads }) => owner === reader && reads.includes(relation))
    );
  }

  /** Returns what is wrong with the manifests themselves. */
  problems(): string[] {
    const unowned = [...this.#catalogue.tables, ...this.#catalogue.views].flatMap((name) => {
      const owners = this.#holdersOf(name).map(({ owner }) => owner);
      if (owners.length === 1) return [];
      return owners.length === 0
        ? [`${name} belongs to nobody: name it in one manifest, tables in tables, views in offers`]
        : [`${name} belongs to ${owners.join(" and ")}: leave it in one of their manifests`];
    });
    return [...unowned, ...this.#manifests.flatMap((manifest) => this.#problemsOf(manifest))];
  }

  #problemsOf({ owner, path, tables: own, offers, reads }: Manifest): string[] {
    const noTable = own.filter((name) => !this.isRelation(name));
    const noView = offers.filter((name) => !this.#catalogue.views.has(name));
    const notOffered = reads.filter(
      (name) =>
        !this.#manifests.some((other) => other.owner !== owner && other.offers.includes(name)),
    );
    const upwards = reads.filter((name) => {
      const lower = this.ownerOf(name);
      const isKnown = READ_UPWARDS[owner]?.includes(name) === true;
      return lower !== undefined && !liesBelow(lower, owner) && !isKnown;
    });
    const unread = offers.filter(
      (name) => !this.#manifests.some((other) => other.reads.includes(name)),
    );
    return [
      ...noTable.map((name) => `${path}: owns ${name}, which is no table: ${GENERATE}`),
      ...noView.map(
        (name) => `${path}: offers ${name}, which is no view of db/functions: ${GENERATE}`,
      ),
      ...notOffered.map(
        (name) => `${path}: reads ${name}, which nobody offers: its owner names views in offers`,
      ),
      ...upwards.map((name) => `${path}: reads ${name} of a module that does not lie below`),
      ...unread.map((name) => `${path}: offers ${name}, which nobody reads: take it out`),
    ];
  }

  #holdersOf(relation: string): Manifest[] {
    return this.#manifests.filter(
      ({ tables: own, offers }) => own.includes(relation) || offers.includes(relation),
    );
  }
}

/** The module whose tables a source may write; undefined where the rule doesn't look. */
function ownerOfSource(path: string): string | undefined {
  // Tests and harnesses make rows as they need them.
  if (isHarness(path) || path.endsWith("/testing-queries.ts")) return undefined;
  const [top, module, side] = path.split("/");
  if (top === "platform") return "platform";
  if (top === "apps") return "apps";
  // Backups carry the rows of all tables, which they find in the catalogue.
  return top === "modules" && side === "server" && module !== "backup" ? module : undefined;
}

function problemsOfSource(
  { path, text, program }: Source,
  ownership: Ownership,
  used: Map<string, Set<string>>,
): string[] {
  const owner = ownerOfSource(path);
  if (owner === undefined) return [];
  const { uses, ctes } = statementsOf(program);
  const at = (position: number) => `${path}:${text.slice(0, position).split("\n").length}`;
  const foreign = uses.flatMap(({ name, use, position }) => {
    if (!ownership.isRelation(name)) return [];
    used.get(owner)?.add(name);
    if (ownership.ownerOf(name) === owner) return [];
    const belongsTo = `${name} belongs to ${ownership.ownerOf(name) ?? "nobody"}`;
    if (use === "write")
      return [`${at(position)}: ${belongsTo}, which alone writes it: call its server/public.ts`];
    if (ownership.mayRead(owner, name)) return [];
    return [`${at(position)}: ${belongsTo}: read a view that it offers, or ask its public.ts`];
  });
  const hidden = ctes
    .filter(({ name }) => ownership.isRelation(name))
    .map(
      ({ name, position }) =>
        `${at(position)}: WITH hides the table ${name}: give the WITH another name`,
    );
  return [...new Set([...foreign, ...hidden])];
}

/** A dependence that is no more would stay on the list for ever. */
function unusedReads({ owner, path, reads }: Manifest, used: Map<string, Set<string>>): string[] {
  return reads
    .filter((name) => used.get(owner)?.has(name) !== true)
    .map((name) => `${path}: reads ${name}, which no statement of it names: take it out`);
}

/**
 * Functions, triggers and views stand in files numbered by module. Triggers are handed rows of
 * tables below anyway, so that they may read them; they too write their own alone.
 */
function problemsOfFunctions(
  { path, text }: { path: string; text: string },
  ownership: Ownership,
): string[] {
  const [, name = ""] = /^db\/functions\/\d+_(\w+)/.exec(path) ?? [];
  const module = ownership.isModule(name) ? name : "platform";
  const problems = relationsOf(text).relations.flatMap((relation) => {
    const owner = ownership.ownerOf(relation.name);
    if (owner === undefined || owner === module) return [];
    const belongsTo = `${path}: ${relation.name} belongs to ${owner}`;
    if (relation.use === "write")
      return [`${belongsTo}, which alone writes it: move this into a file of ${owner}`];
    return owner === "platform" || liesBelow(owner, module)
      ? []
      : [`${belongsTo}, which does not lie below ${module}`];
  });
  return [...new Set(problems)];
}
