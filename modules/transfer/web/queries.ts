import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { mappingContract } from "../mapping-contract.ts";

/** All saved mappings of one kind, for pickers. */
export const mappingConfigsQuery = (isExport: boolean) =>
  queryOptions({
    queryKey: ["mapping-config", "search", isExport],
    queryFn: ({ signal }) =>
      call(mappingContract.searchMappingConfigs, {
        query: { isExport: isExport ? "true" : "false", size: 200 },
        signal,
      }),
  });

/** Member fields as group-prefixed items. */
export const transferFieldsQuery = (isExport: boolean) =>
  queryOptions({
    queryKey: ["mapping-config", "fields", isExport],
    queryFn: ({ signal }) =>
      call(mappingContract.listTransferFields, {
        query: { isExport: isExport ? "true" : "false" },
        signal,
      }),
    staleTime: 60_000,
  });

export type SampleRequest = BodyInput<typeof mappingContract.trySampleMapping>;

/**
 * Ten rows through a mapping that is being edited; the last result stays until the next one is
 * there.
 */
export const sampleQuery = (body: SampleRequest) =>
  queryOptions({
    queryKey: ["mapping-sample", body],
    queryFn: ({ signal }) =>
      call(mappingContract.trySampleMapping, { body, signal, silent: true, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
