import { Check } from "lucide-react";
import classes from "./sync.module.css";

export const STEPS = ["file", "mapping", "preview", "result"] as const;
export type Step = (typeof STEPS)[number];

const LABELS: Record<Step, string> = {
  file: "Datei",
  mapping: "Spalten",
  preview: "Vorschau",
  result: "Ergebnis",
};

/** Where one is, and that nothing is written before the last step. */
export function ImportSteps({ current }: { current: Step }) {
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} aria-label="Schritte des Imports" data-no-print>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-done={index < at || undefined}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={classes.stepNumber} aria-hidden>
            {index < at ? <Check size={14} /> : index + 1}
          </span>
          <span className={classes.stepLabel}>{LABELS[step]}</span>
        </li>
      ))}
    </ol>
  );
}
