import { namesByGroup, openedBeyond } from "#modules/grants/server/public.ts";
import type { GroupOpenings } from "#platform/server/group-openings.ts";
import { SHARE_KINDS, type ShareKind } from "../../contract.ts";
import { PERMISSIONS_OF } from "./share-access.ts";
import { selectShareNames, SHARE_GRANTS } from "./share-queries.ts";

const WORDS: Record<ShareKind, string> = { DOCUMENTS: "die Ablage", IMAGES: "die Galerie" };

/** Returns the shares that groups open beyond what the actor may open, each kind by its rights. */
export const shareOpenings: GroupOpenings = async (tx, actor, groupIds) => {
  const opened = await Promise.all(
    SHARE_KINDS.map((kind) =>
      openedBeyond(tx, SHARE_GRANTS, actor, PERMISSIONS_OF[kind], groupIds),
    ),
  );
  if (opened.every((lines) => lines.length === 0)) return new Map();
  const shares = await selectShareNames(tx);
  // What is beyond the rights of one kind is asked of shares of that kind alone.
  const lines = SHARE_KINDS.flatMap((kind, place) => {
    const ids = new Set(shares.filter((share) => share.kind === kind).map(({ id }) => id));
    return (opened[place] ?? []).filter(({ ownerId }) => ids.has(ownerId));
  });
  return namesByGroup(
    lines,
    shares.map(({ id, kind, name }) => ({ id, name: `${WORDS[kind]} „${name}“` })),
  );
};
