import { type Atom, createAtom } from "@tanstack/react-store";
import { ApiError } from "#platform/web/api/api-error.ts";

export type DraftState =
  /** Nothing typed yet. */
  | { kind: "untouched" }
  /** Typed and not yet with the server. */
  | { kind: "waiting" }
  | { kind: "saved"; at: Date }
  /** Tries again by itself when `passing`, else with the next change. */
  | { kind: "failed"; sentence: string; passing: boolean }
  /** The same draft was written elsewhere (412); saving stops until the writer decides. */
  | { kind: "conflict"; current: unknown };

export interface DraftKeeper<V> {
  state: Atom<DraftState>;
  /** Tells what stands in the form now; it is saved a moment after the last change. */
  change(values: V): void;
  /** Saves at once; true when everything typed is with the server afterwards. */
  flush(): Promise<boolean>;
  /** What stands in the form is to win over the other state. */
  overwrite(): void;
  /** What stands in the form is the server's own state, taken over after a conflict. */
  accept(): void;
  /**
   * The form is gone: saves what is not with the server yet, once. Nobody is there any more to whom
   * further tries would be told. True when everything typed is with the server afterwards.
   */
  leave(): Promise<boolean>;
  /** Saves nothing more: the draft was sent or thrown away. */
  stop(): void;
}

const PAUSE = 700;
const RETRY_AFTER = 4000;

/**
 * Saves a draft while it is being typed: one save at a time, always the latest state, again after a
 * lost connection. `save` resolves when the server has it and throws an ApiError otherwise.
 */
export function keepDraft<V>(save: (values: V) => Promise<void>): DraftKeeper<V> {
  const state = createAtom<DraftState>({ kind: "untouched" });
  let latest: V | undefined;
  let dirty = false;
  let stopped = false;
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  const later = (after: number) => {
    clearTimeout(timer);
    if (!stopped && !left) timer = setTimeout(() => void run(), after);
  };
  const run = (): Promise<void> => {
    running ??= saveAll().finally(() => (running = undefined));
    return running;
  };
  const saveAll = async () => {
    while (dirty && !stopped) {
      clearTimeout(timer);
      dirty = false;
      try {
        await save(latest as V);
      } catch (error) {
        dirty = true;
        return failed(error);
      }
    }
    if (!stopped) state.set({ kind: "saved", at: new Date() });
  };
  const failed = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412)
      return state.set({ kind: "conflict", current: error.problem.current ?? null });
    const passing = error.isUnreachable || error.status === 429;
    state.set({
      kind: "failed",
      sentence: error.fieldErrors[0]?.message ?? error.message,
      passing,
    });
    if (passing) later(RETRY_AFTER);
  };

  const flush = async () => {
    clearTimeout(timer);
    if (dirty && state.get().kind !== "conflict") await run();
    return !dirty;
  };

  return {
    state,
    flush,
    leave() {
      left = true;
      return flush();
    },
    change(values) {
      latest = values;
      dirty = true;
      if (state.get().kind === "conflict") return;
      if (state.get().kind !== "failed") state.set({ kind: "waiting" });
      later(PAUSE);
    },
    overwrite() {
      dirty = true;
      state.set({ kind: "waiting" });
      later(0);
    },
    accept() {
      dirty = false;
      clearTimeout(timer);
      state.set({ kind: "saved", at: new Date() });
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
