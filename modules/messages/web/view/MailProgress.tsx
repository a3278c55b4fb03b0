import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AlertTriangle, Clock } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { displayName, formatTime, plural } from "#platform/web/format/format.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { messageMailsContract as api } from "../../mail-contract.ts";
import classes from "./view.module.css";

/**
 * For the sender: mails that are still on their way, and those that failed, each with its reason.
 */
export function MailProgress({ messageId }: { messageId: string }) {
  const queryClient = useQueryClient();
  const queryKey = ["message", "delivery", messageId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(api.getDelivery, { params: { id: messageId }, signal, silent: true }),
  });
  const again = useMutation({
    mutationFn: () => call(api.retryMails, { params: { id: messageId } }),
    onSuccess: (after) => {
      queryClient.setQueryData(queryKey, after);
      showDone("Die E-Mails werden noch einmal gesendet.");
    },
  });
  if (data === undefined) return null;
  const { waiting, delay, failed, failures } = data;
  return (
    <>
      {waiting > 0 && (
        <p>
          <Clock size={16} aria-hidden />
          <span>
            {plural(waiting, "E-Mail ist", "E-Mails sind")} noch unterwegs.
            {delay !== null &&
              ` Der Mailserver nimmt zurzeit nicht alles an; der nächste Versuch ist um ${formatTime(delay.nextAttemptAt)} Uhr.`}
          </span>
        </p>
      )}
      {failed > 0 && (
        <details className={classes.failures}>
          <summary>
            <AlertTriangle size={16} aria-hidden />{" "}
            {plural(
              failed,
              "E-Mail konnte nicht zugestellt werden.",
              "E-Mails konnten nicht zugestellt werden.",
            )}
          </summary>
          <ul>
            {failures.map(({ user, address, text, response }) => (
              <li key={user.id} title={response ?? undefined}>
                <strong>{displayName(user)}</strong>
                {address !== null && ` (${address})`}: {text}
              </li>
            ))}
            {failures.length < failed && <li>… und {failed - failures.length} weitere</li>}
          </ul>
          <Button
            size="xs"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            Noch einmal senden
          </Button>
        </details>
      )}
    </>
  );
}
