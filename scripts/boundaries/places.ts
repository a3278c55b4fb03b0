/** What the path of a source says about it. */
export interface Place {
  /** `apps`, `modules`, `platform`, or a harness: `bench`, `faults`, `interop`, `e2e`. */
  top: string;
  /** The module's name; undefined outside of modules. */
  module: string | undefined;
  side: "web" | "server" | undefined;
  /** Part of what browser and server share. */
  isShared: boolean;
}

export function placeOf(path: string): Place {
  const [top = "", second, third] = path.split("/");
  if (top === "modules") {
    const side = sideOf(third);
    return {
      top,
      module: second,
      side,
      // Files beside contract.ts are part of what browser and server share.
      isShared: side === undefined,
    };
  }
  return {
    top,
    module: undefined,
    side: sideOf(second),
    isShared: top === "platform" && second === "contract",
  };
}

function sideOf(folder: string | undefined): Place["side"] {
  return folder === "web" || folder === "server" ? folder : undefined;
}

export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    path.endsWith("/testing.ts") ||
    /^platform\/(server|web)\/testing\//.test(path)
  );
}

/** What looks at the product from outside. */
export function isHarness(path: string): boolean {
  return /^(bench|faults|interop|e2e)\//.test(path) || isTest(path);
}

/** HTTP tests stand on the whole application, wherever they lie. */
export function isTestOfApplication(path: string, target: string): boolean {
  return isTest(path) && target === "apps/server/testing.ts";
}

/**
 * What works on the database as a whole: the platform, and backups, which carry all clubs' rows.
 */
export function isBelowTenants(path: string): boolean {
  return path.startsWith("platform/server/") || path.startsWith("modules/backup/server/");
}

export function mayHoldSql(path: string): boolean {
  return path.endsWith("queries.ts") || isBelowTenants(path) || isHarness(path);
}
