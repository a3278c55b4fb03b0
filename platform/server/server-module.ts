import type { FastifyInstance } from "fastify";
import type { Tables } from "./database/tables.ts";
import type { Access, Contract } from "#platform/contract/route.ts";
import type { Figure } from "./figures/figures.ts";
import type { GroupOpenings } from "./group-openings.ts";
import type { Handlers } from "./http/implement.ts";
import type { AnyJob } from "./jobs/job.ts";
import type { PersonalData } from "./personal-data.ts";
import type { RecipientSource } from "./recipient-source.ts";
import type { SearchProvider } from "./search.ts";
import type { Sighting } from "./sighting.ts";
import type { Services } from "./services.ts";
import type { PortabilityRules } from "./tenant-portability.ts";

/**
 * Who hears that things of a kind changed. An access alone: those who hold it hear the kind, but no
 * ids, because not every such record is theirs to know of. Whose own id a change carries hears of
 * it in any case.
 */
export type LiveKind =
  | Access
  | {
      visibleTo?: Access;
      /** Those who may know of each record of the kind: they hear which. */
      ids?: Access;
      /**
       * The ids are members'. Where there are too many to name, everybody hears the kind: each may
       * be concerned.
       */
      ofMembers?: true;
    };

type Relation = keyof Tables;

/** Which tables are whose: `npm test -- boundaries` holds every statement to it. */
export interface TableAccess {
  /** Tables of this module: it alone writes them, and reads them otherwise than through a view. */
  tables?: readonly Relation[];
  /** Views of them, with what other modules need to know. */
  offers?: readonly Relation[];
  /** Views that other modules offer and statements of this one read. */
  reads?: readonly Relation[];
}

/** A module's manifest: everything it adds to the server. */
export interface ServerModule<C extends Contract = Contract> extends TableAccess {
  name: string;
  /** What its calls are for, in German, for the readers of the OpenAPI document. */
  about: string;
  contract: C;
  handlers(services: Services): Handlers<C>;
  /** Background work, added with `addJob` or at fixed times. */
  jobs?: readonly AnyJob[];
  /** Who may hear that things of a kind changed (see `announce_table_changes`). */
  liveKinds?: Record<string, LiveKind>;
  /** What of the module is found by the search of the whole club. */
  search?: readonly SearchProvider[];
  /** What the module holds about a person, told to them on request and erased with them. */
  personalData?: readonly PersonalData[];
  /** What of the module belonging to a group opens. */
  opens?: GroupOpenings;
  /** Who of the module messages can go to together. */
  recipients?: RecipientSource;
  /** Where the module shows people: those whose pictures a reader may see. */
  shows?: Sighting;
  /** What of the module's rows cannot go to another installation as it is. */
  portability?: PortabilityRules;
  /** What of the module operators watch. */
  figures?: readonly Figure[];
  /** Routes that are not part of the API (the identity provider's pages). */
  plugin?(services: Services): (server: FastifyInstance) => Promise<void>;
}

/** Checks the handlers against the contract; the composition needs no more of it than its kind. */
export function serverModule<const C extends Contract>(module: ServerModule<C>): ServerModule {
  return module as unknown as ServerModule;
}
