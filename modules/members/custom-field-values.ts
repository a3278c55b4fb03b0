import { z } from "zod";

/**
 * Values of the club's custom fields by key: text, number, ISO date, yes/no, choice, multiple
 * choice. Null empties a field.
 */
export const customFieldValue = z
  .union([z.string().max(5_000), z.number(), z.boolean(), z.array(z.string().max(200)).max(100)])
  .nullable();
export const customFieldValues = z.record(z.string().max(60), customFieldValue);
export type CustomFieldValue = z.infer<typeof customFieldValue>;
