import type { Page } from "./pages.ts";

/**
 * A PDF of so many equal pages of this size with these lines of text, Latin-1, and so many letters
 * scattered below them. For tests.
 */
export function pdfOf(
  lines: readonly string[],
  pages: number,
  { size = "595 842", letters = 0 } = {},
): Buffer {
  const text = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  const scattered = Array.from(
    { length: letters },
    (_, index) => `1 0 0 1 ${50 + (index % 50) * 10} ${20 + (index % 29) * 20} Tm (x) Tj`,
  ).join("\n");
  const content = `BT /F1 12 Tf 16 TL 50 780 Td\n${text}\n${scattered}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(" ")}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
    ...Array.from(
      { length: pages },
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/**
 * A page as a text layer gives it: each line a row of cells, 150 apart; `#` before a line sets it
 * large. For tests.
 */
export function pageOf(lines: readonly (string | readonly string[])[]): Page {
  const words = lines.flatMap((line, row) => {
    const large = typeof line === "string" && line.startsWith("#");
    const size = large ? 20 : 10;
    const cells = typeof line === "string" ? [line.replace(/^#/, "")] : line;
    return cells.flatMap((cell, column) => {
      let x = 40 + column * 150;
      const y = 60 + row * 24;
      return cell.split(" ").flatMap((text) => {
        const x0 = x;
        x += (text.length + 1) * size * 0.45;
        return text === ""
          ? []
          : [
              {
                text,
                x0,
                y0: y - size * 0.8,
                x1: x - size * 0.45,
                y1: y,
                size,
                bold: large,
                confidence: 100,
              },
            ];
      });
    });
  });
  return { number: 1, width: 800, height: 60 + lines.length * 24, words };
}
