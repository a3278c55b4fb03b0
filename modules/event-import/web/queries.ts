import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { programmeContract } from "../contract.ts";

/** How programmes are read here, and whether they leave the server for it. */
export const programmeReadingQuery = queryOptions({
  queryKey: ["programme-reading"],
  queryFn: ({ signal }) => call(programmeContract.getProgrammeReading, { signal, silent: true }),
});
