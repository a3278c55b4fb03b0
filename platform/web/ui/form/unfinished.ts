import { useEffect, useRef, useState, type FormEvent } from "react";

/**
 * Tells the form around a field that its text is not a value yet (`sentence`; null when it is).
 * Returns what the input needs for that, and the sentence to show at it: once the reader has
 * `left` the field or tried to save.
 */
export function useUnfinished(sentence: string | null, left: boolean) {
  const ref = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => ref.current?.setCustomValidity(sentence ?? ""), [sentence]);
  const field = {
    ref,
    // The browser's own bubble would say the same once more.
    onInvalid: (event: FormEvent) => {
      event.preventDefault();
      setRefused(sentence);
    },
  };
  return { field, error: left || refused === sentence ? sentence : null };
}
