import { toPage } from "#platform/contract/paging.ts";
import { translateViolations } from "#platform/server/database/constraints.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { mappingContract } from "../../mapping-contract.ts";
import {
  checkEntries,
  clubFields,
  requireMappingPermission,
  toMappingConfig,
  uniqueMappingName,
  usableMapping,
} from "./mappings.ts";
import { deleteMappingRow, insertMapping, selectMappings, updateMappingRow } from "./queries.ts";

const inUse = () =>
  new AppError("CONFLICT", {
    code: "IN_USE",
    detail: "Diese Zuordnung wird noch benutzt. Bitte wählen Sie dort zuerst eine andere.",
  });
const unused = translateViolations({
  export_target_mapping: inUse,
  import_source_tenant_id_mapping_config_id_fkey: inUse,
});

type MappingHandlers = Pick<
  Handlers<typeof mappingContract>,
  | "searchMappingConfigs"
  | "listTransferFields"
  | "createMappingConfig"
  | "getMappingConfig"
  | "updateMappingConfig"
  | "deleteMappingConfig"
>;

export const mappingHandlers: MappingHandlers = {
  async searchMappingConfigs({ query, principal, read }) {
    requireMappingPermission(principal, query.isExport);
    const { records, total } = await read((tx) => selectMappings(tx, query));
    return toPage(records.map(toMappingConfig), total, query);
  },
  async listTransferFields({ query, principal, read }) {
    requireMappingPermission(principal, query.isExport);
    return (await read((tx) => clubFields(tx, query.isExport))).map(({ choices, ...field }) => ({
      ...field,
      choices: [...choices],
    }));
  },
  async createMappingConfig({ body: { isExport, ...values }, principal, write, created }) {
    requireMappingPermission(principal, isExport);
    const record = await write(async (tx) => {
      checkEntries(values.entries, isExport, await clubFields(tx, isExport));
      const id = await uniqueMappingName(() => insertMapping(tx, isExport, values));
      return usableMapping(tx, id, principal);
    });
    created(`/mapping-config/${record.id}`);
    return toMappingConfig(record);
  },
  async getMappingConfig({ params, principal, read }) {
    return toMappingConfig(await read((tx) => usableMapping(tx, params.id, principal)));
  },
  async updateMappingConfig({ params, body: { version, ...values }, principal, write }) {
    return write(async (tx) => {
      const before = await usableMapping(tx, params.id, principal);
      checkEntries(values.entries, before.is_export, await clubFields(tx, before.is_export));
      const saved = await uniqueMappingName(() => updateMappingRow(tx, params.id, version, values));
      const record = await usableMapping(tx, params.id, principal);
      if (!saved) throw new AppError("STALE_VERSION", { current: toMappingConfig(record) });
      return toMappingConfig(record);
    });
  },
  async deleteMappingConfig({ params, principal, write }) {
    await write(async (tx) => {
      await usableMapping(tx, params.id, principal);
      await unused(() => deleteMappingRow(tx, params.id));
    });
  },
};
