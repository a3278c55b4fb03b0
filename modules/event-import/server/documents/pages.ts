/**
 * A word where it stands on its page. Lengths in a unit of the page's own (points or pixels), y
 * grows downwards.
 */
export interface Word {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Height of the letters, the same for a whole line. */
  size: number;
  /** Set off from the page's usual font. */
  bold: boolean;
  /** 0–100; 100 where the document itself says what is written. */
  confidence: number;
}

export interface Page {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  /** Quarters to the right by which its picture was turned before it was read; 0 if left out. */
  turned?: number;
  words: Word[];
}
