import type { RouteDefinition } from "#platform/contract/route.ts";

/**
 * Returns a contract's route without its schemas, which a call does not need at run time and which
 * would weigh the first page down by 30 KiB. Method, path, access and answer are checked against
 * the contract by type.
 */
export function bareRoute<R extends RouteDefinition>(
  part: Pick<R, "method" | "path" | "access"> & { answer?: R["answer"] },
): R {
  return part as R;
}
