import { createCanvas, loadImage } from "@napi-rs/canvas";
import { Readable } from "node:stream";
import { addCustomField, changeLook, chooseRegion } from "#modules/tenants/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { DEMO_CLUB } from "../club.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64">
<path d="M32 2 58 12v20c0 16-11 25-26 30C17 57 6 48 6 32V12Z" fill="${DEMO_CLUB.accentColor}"/>
<path d="M32 7 53 15v17c0 13-9 20-21 25-12-5-21-12-21-25V15Z" fill="none" stroke="#fff" stroke-width="1.5"/>
<path d="M17 40c6-7 10-3 15-8s9-9 15-8c-3 5-8 7-11 11s-10 10-19 5Z" fill="#9fd8b4"/>
<text x="32" y="29" font-family="DejaVu Sans, Arial, sans-serif" font-size="11" font-weight="700" fill="#fff" text-anchor="middle">TSV</text>
<text x="32" y="51" font-family="DejaVu Sans, Arial, sans-serif" font-size="7" fill="#fff" text-anchor="middle">1898</text></svg>`;

/** Not by sharp, which reads nothing but photos any more once a member has sent one. */
async function drawLogo(): Promise<Buffer> {
  const canvas = createCanvas(512, 512);
  canvas.getContext("2d").drawImage(await loadImage(Buffer.from(LOGO)), 0, 0);
  return canvas.encode("webp", 90);
}

/** Colour, logo, Land and custom fields of the demo club. */
export async function setClubLook({ blobs }: Services, tx: WriteTx): Promise<void> {
  const webp = await drawLogo();
  const logo = await blobs.put(Readable.from([webp]), { maxBytes: webp.byteLength });
  await changeLook(tx, { accentColor: DEMO_CLUB.accentColor, logo });
  await chooseRegion(tx, "BW");
  const fields: Parameters<typeof addCustomField>[1][] = [
    {
      key: "trikotgroesse",
      kind: "CHOICE",
      label: "Trikotgröße",
      options: ["128", "140", "152", "164", "S", "M", "L", "XL", "XXL"],
      selfService: true,
    },
    {
      key: "fotosErlaubt",
      kind: "BOOLEAN",
      label: "Fotos auf der Vereinsseite erlaubt",
      selfService: true,
    },
    { key: "schluessel", kind: "TEXT", label: "Schlüsselnummer" },
    { key: "lizenzBis", kind: "DATE", label: "Übungsleiterlizenz gültig bis" },
    {
      key: "helfer",
      kind: "MULTI_CHOICE",
      label: "Hilft mit bei",
      options: ["Sommerfest", "Bewirtung", "Platzpflege", "Fahrdienst", "Kuchen"],
      selfService: true,
    },
  ].map(
    (field, position) =>
      ({ options: [], selfService: false, required: false, position, ...field }) as Parameters<
        typeof addCustomField
      >[1],
  );
  for (const field of fields) await addCustomField(tx, field);
}
