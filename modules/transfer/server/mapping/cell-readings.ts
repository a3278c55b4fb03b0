import type { TableCell } from "#platform/server/documents/table.ts";
import type { TransferField } from "../../member-fields.ts";
import {
  isComposite,
  namesSeveralPeople,
  type Parts,
  partsOfCell,
  streetParts,
  titledName,
} from "./values/composites.ts";
import { type CountryMarks, countryOfPostalCode } from "./values/country-marks.ts";
import { emailAddresses } from "./values/email-addresses.ts";
import { cellText, oneLine } from "./values/cell-text.ts";
import { type Reading, readValue, type ReadValue } from "./values/read-values.ts";
import { salutationOfCode } from "./values/salutations.ts";

/** What a cell says of one field. */
export interface FieldReading {
  key: string;
  read: ReadValue;
}

interface CellOf {
  field: TransferField;
  /** What the file calls the column. */
  column: string;
  marks: CountryMarks;
}

/** Reads a cell: mostly one field, but a title may stand before the name, a country before the postal code. */
export function readings(
  { field, column, marks }: CellOf,
  cell: TableCell,
  reading: Reading,
  byKey: ReadonlyMap<string, TransferField>,
): FieldReading[] {
  const readAs = (key: string, part: TableCell, as: Reading = reading): FieldReading => {
    const own = byKey.get(key);
    return {
      key,
      read: own === undefined ? { value: cellText(part) } : readValue(own, part, as),
    };
  };
  const text = cellText(cell);
  switch (field.key) {
    case "firstname":
    case "lastname": {
      const { title, name } = titledName(text);
      return [
        ...(title === undefined ? [] : [readAs("title", title)]),
        alone(field.key, name, readAs(field.key, title === undefined ? cell : name)),
      ];
    }
    case "salutation":
      return [readAs("salutation", salutationOfCode(text) ?? cell)];
    case "email": {
      const [first, ...others] = emailAddresses(text);
      return first === undefined || others.length === 0
        ? [readAs("email", cell)]
        : [readAs("email", cell), furtherAddresses(others)];
    }
    case "postalCode":
      return ofPlace({ postalCode: text === "" ? null : text }, cell, readAs, reading, marks);
    case "street":
      return typeof cell === "string" && cell.trim().includes("\n")
        ? Object.entries(streetParts(text)).map(([key, part]) => readAs(key, part))
        : [readAs("street", cell)];
    default:
      return isComposite(field.key)
        ? composed(partsOfCell(field.key, text, column), text, readAs, reading, marks)
        : [readAs(field.key, cell)];
  }
}

type ReadAs = (key: string, part: TableCell, as?: Reading) => FieldReading;

function composed(
  parts: Parts,
  text: string,
  readAs: ReadAs,
  reading: Reading,
  marks: CountryMarks,
): FieldReading[] {
  if ("postalCode" in parts)
    return ofPlace(parts, parts.postalCode ?? null, readAs, reading, marks);
  // Neither kind of number: what it says is told as a fault of a telephone.
  if (parts.phone === null && parts.mobile === null && text.trim() !== "")
    return [readAs("phone", text)];
  return Object.entries(parts).map(([key, part]) =>
    alone(key, key === "lastname" ? text : (part ?? ""), readAs(key, part)),
  );
}

/** A place with the country that its postal code names. */
function ofPlace(
  parts: Parts,
  cell: TableCell,
  readAs: ReadAs,
  reading: Reading,
  marks: CountryMarks,
): FieldReading[] {
  const named = countryOfPostalCode(parts.postalCode ?? "", marks);
  const as = { ...reading, country: reading.country ?? named };
  return [
    ...(named === undefined || marks.haveColumn ? [] : [readAs("country", named)]),
    ...Object.entries(parts).map(([key, part]) =>
      key === "postalCode" ? readAs(key, cell, as) : readAs(key, part),
    ),
  ];
}

/** A name that is several people's is nobody's. */
function alone(key: string, text: string, found: FieldReading): FieldReading {
  if ((key !== "firstname" && key !== "lastname") || !namesSeveralPeople(key, text)) return found;
  return {
    key,
    read: {
      problem: `„${oneLine(text).slice(0, 60)}“ nennt wohl mehrere Personen. Bitte geben Sie jeder eine eigene Zeile.`,
    },
  };
}

/** What a cell holds besides the address that members have a field for goes to the notes. */
function furtherAddresses(others: readonly string[]): FieldReading {
  return {
    key: FURTHER_ADDRESSES,
    read: { value: `Weitere E-Mail: ${others.join(", ")}` },
  };
}

/** No field of members; the mapper adds it to the notes. */
export const FURTHER_ADDRESSES = "furtherAddresses";
