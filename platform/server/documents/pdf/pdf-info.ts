/** The value that PDFKit has put into a piece of the document's XML. */
const VALUE = /(<rdf:li[^>]*>)(.*)(<\/rdf:li>)/s;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Makes title and author characters of the document's XML (XMP): PDFKit 0.19 puts them there as they
 * are, and a club called "Turnen & Tanz" would break it.
 */
export function escapedInfo(pdf: PDFKit.PDFDocument): void {
  const append = pdf.appendXML.bind(pdf);
  pdf.appendXML = (xml, newLine) =>
    append(
      xml.replace(
        VALUE,
        (_whole, before: string, value: string, after: string) =>
          before + value.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? "") + after,
      ),
      newLine,
    );
}
