import type { Html } from "#platform/server/http/server-pages/html.ts";
import { type ClubLook, serverPage } from "#platform/server/http/server-pages/server-page.ts";
import { scriptAddress, type ScriptName } from "../provider/page-scripts.ts";
import type { Realm } from "../realm/realm.ts";

interface PageOptions {
  title: string;
  content: Html;
  scripts?: readonly ScriptName[];
  kind?: "form" | "cards";
  way?: Html;
}

/** Returns a page of the identity provider in the club's look. */
export function page(
  realm: Realm,
  club: ClubLook,
  { scripts = [], ...options }: PageOptions,
): string {
  return serverPage({
    ...options,
    club,
    scripts: scripts.map((name) => scriptAddress(realm.path, name)),
  });
}
