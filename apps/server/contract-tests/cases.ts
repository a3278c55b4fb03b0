import type { Contract, Route } from "#platform/contract/route.ts";
import { contracts, type Records, type Sample, samples } from "./samples.ts";

/** A route of the product with a plausible call of it. */
export interface Case {
  /** Of its module and its own. */
  name: string;
  route: Route;
  sample(records: Records): Sample<Route>;
}

type Samples = Record<string, Record<string, Case["sample"]>>;

/** Every route of every contract: a new one is in here on the day it is written. */
export const cases: readonly Case[] = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract).map(([name, route]) => ({
    name: `${module}.${name}`,
    route,
    sample: (samples as unknown as Samples)[module]?.[name] ?? (() => ({})),
  })),
);
