import { Check } from "lucide-react";
import { formatNumber, plural } from "#platform/web/format/format.ts";
import type { Delivery, Message } from "../../contract.ts";
import { MailProgress } from "./MailProgress.tsx";
import classes from "./view.module.css";

/**
 * For the sender: what became of a message. Whether a mail was read is not known, so only reading
 * here counts.
 */
export function DeliveryState({ message, delivery }: { message: Message; delivery: Delivery }) {
  const { recipients, mailed, read } = delivery;
  const facts = [
    `An ${plural(recipients, "Person", "Personen")} gesendet`,
    mailed > 0 && `${formatNumber(mailed)} davon auch per E-Mail`,
    read === 0 ? "noch von niemandem hier gelesen" : `von ${formatNumber(read)} hier gelesen`,
  ].filter(Boolean);
  return (
    <div className={classes.delivery} data-no-print>
      <p>
        <Check size={16} aria-hidden /> {facts.join(" · ")}
      </p>
      <MailProgress messageId={message.id} />
    </div>
  );
}
