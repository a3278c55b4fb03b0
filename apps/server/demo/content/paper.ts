import {
  drawFooter,
  MARGIN,
  textBlock,
  textHeight,
} from "#platform/server/documents/pdf/page-frame.ts";
import type { Paper, TextStyle } from "#platform/server/documents/pdf/paper.ts";
import { makePdf } from "#platform/server/documents/pdf/pdf-maker.ts";
import { DEMO_CLUB } from "../club.ts";

const SIDE = 70;
const TOP = 70;

interface Block {
  tag: string;
  text: string;
  style: TextStyle;
  /** Points below. */
  gap: number;
}

/** A page or more of text as PDF, with the club's name on top. */
export async function pdfOf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const blocks = [
    {
      tag: "P",
      text: DEMO_CLUB.name,
      style: { size: 11, bold: true, color: DEMO_CLUB.accentColor },
      gap: 18,
    },
    { tag: "H1", text: title, style: { size: 20, bold: true }, gap: 14 },
    ...paragraphs.map((text) => {
      const isHeading = text.startsWith("§");
      return { tag: isHeading ? "H2" : "P", text, style: { size: 11, bold: isHeading }, gap: 9 };
    }),
  ];
  const bytes = await makePdf({ title, author: DEMO_CLUB.name }, (paper) => {
    const pages = dividedIntoPages(paper, blocks);
    for (const [index, page] of pages.entries()) {
      if (index > 0) paper.nextPage();
      let y = TOP;
      for (const { tag, text, style, gap } of page)
        y = textBlock(paper, tag, text, y, style, SIDE) + gap;
      drawFooter(paper, "", index + 1, pages.length);
    }
  });
  return Buffer.from(bytes.buffer);
}

function dividedIntoPages(paper: Paper, blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [[]];
  let y = TOP;
  for (const block of blocks) {
    const height = textHeight(paper, block.text, block.style, SIDE);
    if (y + height > paper.height - MARGIN.bottom) {
      pages.push([]);
      y = TOP;
    }
    pages.at(-1)?.push(block);
    y += height + block.gap;
  }
  return pages;
}
