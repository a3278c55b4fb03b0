import { z } from "zod";

/** A JSON Schema as far as the interface's document needs it. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** What schemas are for a caller where zod, which reads their texts, would say otherwise. */
export const shownAs = z.registry<JsonSchema>();

/** Returns what a caller has to send (`input`) or is sent (`output`), by JSON Schema 2020-12. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // Of what is read from a text zod leaves the default out: it is none of the text's.
      if (zodSchema instanceof z.ZodDefault && shownAs.has(zodSchema.unwrap() as z.ZodType))
        jsonSchema.default = zodSchema.def.defaultValue as typeof jsonSchema.default;
      const given = shownAs.get(zodSchema);
      if (given === undefined) return;
      for (const keyword of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[keyword];
      Object.assign(jsonSchema, given);
    },
  });
  return shown;
}
