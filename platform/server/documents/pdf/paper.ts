import { createRequire } from "node:module";
import { CharacterWidths } from "./character-widths.ts";

const require = createRequire(import.meta.url);

/** pdfmake ships them as TrueType with Latin, Greek and Cyrillic letters in one file each. */
const FACES = {
  regular: "pdfmake/fonts/Roboto/Roboto-Regular.ttf",
  bold: "pdfmake/fonts/Roboto/Roboto-Medium.ttf",
};
type Face = keyof typeof FACES;

/** Texts whose shape is kept for their next time: some 100 MB at most. */
const REMEMBERED_TEXTS = 40_000;

export interface TextStyle {
  size: number;
  bold?: boolean;
  /** `#rrggbb`; black without. */
  color?: string;
}

export type Element = ReturnType<PDFKit.PDFDocument["struct"]>;

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Missing in the types of 0.17: what a TH is the heading of. */
      scope?: "Column" | "Row";
    }
  }
}

/** Pages of a tagged PDF. Lengths are points, `y` counts from the top. */
export class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: Element;
  readonly #widths: Record<Face, CharacterWidths>;
  readonly #texts = new Set<string>();
  #color: string | null = null;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    for (const [face, file] of Object.entries(FACES)) pdf.registerFont(face, require.resolve(file));
    const widths = (face: Face) =>
      new CharacterWidths((character) => pdf.font(face).fontSize(1).widthOfString(character));
    this.#widths = { regular: widths("regular"), bold: widths("bold") };
    pdf.addPage();
    this.#document = pdf.struct("Document");
    pdf.addStructure(this.#document);
  }

  get width(): number {
    return this.#pdf.page.width;
  }

  get height(): number {
    return this.#pdf.page.height;
  }

  nextPage(): void {
    this.#pdf.addPage();
    this.#color = null;
  }

  /** Returns a new element of the structure, below the document itself without `parent`. */
  element(
    tag: string,
    parent: Element = this.#document,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ): Element {
    const element = this.#pdf.struct(tag, options);
    parent.add(element);
    return element;
  }

  /** Puts what `draw` draws into an element; one that is drawn on several pages comes again. */
  content(element: Element, tag: string, draw: () => void): void {
    element.add(this.#pdf.markStructureContent(tag));
    draw();
    this.#pdf.endMarkedContent();
  }

  /** Draws what is not read aloud: lines, and what stands on every page. */
  artifact(type: "Pagination" | "Layout", draw: () => void): void {
    this.#pdf.markContent("Artifact", { type });
    draw();
    this.#pdf.endMarkedContent();
  }

  widthOf(text: string, { size, bold = false }: TextStyle): number {
    return this.#widths[bold ? "bold" : "regular"].of(text) * size;
  }

  /** Draws one line, as wide as it is. */
  text(line: string, x: number, y: number, { size, bold = false, color }: TextStyle): void {
    this.#setColor(color ?? "#000000");
    this.#pdf.font(bold ? "bold" : "regular").fontSize(size);
    this.#pdf.text(line, x, y, {
      lineBreak: false,
      // With features named, none too, PDFKit keeps no shape.
      ...(this.#isRemembered(line) ? {} : { features: [] }),
    });
  }

  rule(x: number, y: number, width: number, style: { width: number; color: string }): void {
    this.#pdf
      .lineWidth(style.width)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(style.color);
  }

  square(x: number, y: number, side: number, style: { width: number; color: string }): void {
    this.#pdf.lineWidth(style.width).rect(x, y, side, side).stroke(style.color);
  }

  end(): void {
    this.#document.end();
    this.#pdf.end();
  }

  #setColor(color: string): void {
    if (this.#color === color) return;
    this.#pdf.fillColor(color);
    this.#color = color;
  }

  #isRemembered(line: string): boolean {
    if (this.#texts.has(line)) return true;
    if (this.#texts.size >= REMEMBERED_TEXTS) return false;
    this.#texts.add(line);
    return true;
  }
}

export function lineHeight(size: number): number {
  return size * LINE;
}

/** Roboto's own distance of lines. */
const LINE = 1.172;
