import type { FastifyBaseLogger } from "fastify";
import type { TakeTurn } from "#platform/server/fair-queue.ts";
import type { AppError } from "#platform/server/http/app-error.ts";
import type { Services } from "#platform/server/services.ts";
import { MAX_PROGRAMME_PAGES, PROGRAMME_TIME_LIMIT_MS, type ProgrammeDraft } from "../contract.ts";
import { readDocument, type ReadDocument } from "./documents/documents.ts";
import { readByModel } from "./model-reader.ts";
import { readableFile } from "./documents/programme-files.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

const DAY_SECONDS = 86_400;

export interface Reading {
  events: ProgrammeEvent[];
  reading: ProgrammeDraft["reading"];
}

interface Club {
  id: string;
  /** `2026-11-21` */
  today: string;
  /** Of the request: it knows the club's name. */
  log: FastifyBaseLogger;
}

/**
 * Reads programmes: by the AI service where the operator configured one, otherwise and whenever it
 * fails on this server.
 */
export function programmeReading({
  environment,
  rateLimits,
}: Pick<Services, "environment" | "rateLimits">) {
  return async (
    file: Buffer,
    club: Club,
    takeTurn: TakeTurn,
    caller: AbortSignal,
  ): Promise<Reading> => {
    const service = environment.ai;
    const begun = await takeTurn(async () => {
      // Waiting for the turn does not count.
      const limit = AbortSignal.any([caller, AbortSignal.timeout(PROGRAMME_TIME_LIMIT_MS)]);
      const source = await readableFile(file);
      const locally = (drawPages: boolean) =>
        readDocument({ ...source, today: club.today, drawPages }, limit);
      if (service === undefined) return local(await locally(false));
      if (!(await mayCall(club.id)))
        return local(
          await locally(false),
          "Für heute sind alle Dokumente gelesen, die der Verein an den KI-Dienst geben darf. Dieses wurde hier gelesen.",
        );
      // A photo goes as it is; of a PDF the text, and pictures of pages that have none.
      const read = source.type === "PDF" ? await locally(true) : null;
      return { service, limit, source, locally, read };
    });
    if ("events" in begun) return begun;
    const { limit, source, locally, read } = begun;
    // Others have their turn while the service thinks.
    try {
      const events = await readByModel(
        begun.service,
        { texts: read?.texts ?? [], pictures: read?.pictures ?? [source.bytes], today: club.today },
        limit,
      );
      return { events, reading: { way: "MODEL", notes: read === null ? [] : notesOn(read) } };
    } catch (error) {
      club.log.warn({ err: error }, "the AI service could not read a programme");
      return local(
        read ?? (await takeTurn(() => locally(false))),
        "Der KI-Dienst hat nicht oder nicht brauchbar geantwortet. Das Dokument wurde hier gelesen.",
      );
    }
  };

  async function mayCall(tenantId: string): Promise<boolean> {
    const points = environment.ai?.dailyLimit ?? 0;
    if (points === 0) return false;
    return rateLimits.consume("programme-model", tenantId, { points, seconds: DAY_SECONDS }).then(
      () => true,
      (error: AppError) => {
        if (error.status === 429) return false;
        throw error;
      },
    );
  }
}

function local(document: ReadDocument, ...notes: string[]): Reading {
  return {
    events: document.events,
    reading: { way: document.way, notes: [...notes, ...notesOn(document)] },
  };
}

function notesOn({ pageCount, isCut }: Pick<ReadDocument, "pageCount" | "isCut">): string[] {
  const notes: string[] = [];
  if (pageCount > MAX_PROGRAMME_PAGES)
    notes.push(
      `Das Dokument hat ${pageCount.toLocaleString("de")} Seiten. Gelesen wurden die ersten ${MAX_PROGRAMME_PAGES}.`,
    );
  if (isCut) notes.push("Von sehr dicht beschriebenen Seiten wurde nur der Anfang gelesen.");
  return notes;
}
