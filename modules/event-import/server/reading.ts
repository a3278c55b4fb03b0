import type { FastifyBaseLogger } from "fastify";
import type { TakeTurn } from "#platform/server/fair-queue.ts";
import type { AppError } from "#platform/server/http/app-error.ts";
import type { Services } from "#platform/server/services.ts";
import { MAX_PROGRAMME_PAGES, PROGRAMME_TIME_LIMIT_MS, type ProgrammeDraft } from "../contract.ts";
import { readDocument, type ReadDocument } from "./documents/documents.ts";
import type { LeftOverDate } from "./left-over-dates.ts";
import { mergedEvents } from "./merged-events.ts";
import { readByModel } from "./model-reader.ts";
import { readableFile } from "./documents/programme-files.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

const DAY_SECONDS = 86_400;

export interface Reading {
  events: ProgrammeEvent[];
  /** Dates that no event was found for. */
  leftOver: LeftOverDate[];
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
 * Reads programmes on this server, and where the operator configured an AI service by that as well:
 * what both found is merged. Whenever the service fails, what was read here stands.
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
    const { read, pictures, limit, mayAsk } = await takeTurn(async () => {
      // Waiting for the turn does not count.
      const ownLimit = AbortSignal.any([caller, AbortSignal.timeout(PROGRAMME_TIME_LIMIT_MS)]);
      const source = await readableFile(file);
      const isAllowed = service !== undefined && (await mayCall(club.id));
      const document = await readDocument(
        { ...source, today: club.today, drawPages: isAllowed },
        ownLimit,
      );
      return {
        read: document,
        pictures: source.type === "PICTURE" ? [source.bytes] : document.pictures,
        limit: ownLimit,
        mayAsk: isAllowed,
      };
    });
    if (service === undefined) return local(read);
    if (!mayAsk)
      return local(
        read,
        "Für heute sind alle Dokumente gelesen, die der Verein an den KI-Dienst geben darf. Dieses wurde hier gelesen.",
      );
    // Others have their turn while the service thinks.
    try {
      const said = await readByModel(
        service,
        { texts: read.texts, pictures, today: club.today },
        { signal: limit },
      );
      const { events, madeUp } = mergedEvents(read.events, said, read.texts);
      const days = events.flatMap(({ start, end }) => [start, end]);
      return {
        events,
        leftOver: read.leftOver.filter(({ start }) => !days.includes(start)),
        reading: {
          way: "MODEL",
          notes: [
            ...(madeUp === 0
              ? []
              : [
                  `${madeUp === 1 ? "Ein Termin" : `${madeUp} Termine`} des KI-Dienstes ${madeUp === 1 ? "steht" : "stehen"} nicht im Dokument und ${madeUp === 1 ? "wurde" : "wurden"} weggelassen.`,
                ]),
            ...notesOn(read),
          ],
        },
      };
    } catch (error) {
      club.log.warn({ err: error }, "the AI service could not read a programme");
      return local(
        read,
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
    leftOver: document.leftOver,
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
