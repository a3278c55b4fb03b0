import { Badge, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { identityContract, type LoginSession } from "#modules/identity/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { formatDateTime } from "#platform/web/format/format.ts";
import { loginClientId, logout } from "#platform/web/session/session.ts";
import { accountAddress, hasIdentityService } from "#platform/web/session/issuer.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import type { Me } from "../../contract.ts";
import classes from "./my-profile.module.css";
import { sessionsQuery } from "./queries.ts";

/**
 * How one logs in, and where one is logged in. Password, second factor and passkeys are the
 * provider's own pages.
 */
export function Security({ me }: { me: Me }) {
  const [sent, setSent] = useState(false);
  const sendReset = async () => {
    await call(identityContract.resetMyPassword, {
      query: { redirectUri: window.location.origin, redirectClient: clientId() },
    });
    setSent(true);
    showDone("Wir haben Ihnen eine E-Mail mit einem Link geschickt.");
  };
  return (
    <>
      <Card title="Anmeldung und Sicherheit">
        <Facts facts={[{ label: "Anmeldename", value: me.username }]} />
        <Text mt="md" mb="md">
          Auf Ihrer Kontoseite ändern Sie Ihr Passwort und richten einen zweiten Faktor oder einen
          Passkey ein. Mit einem Passkey melden Sie sich ohne Passwort an, zum Beispiel mit
          Fingerabdruck oder Gesicht.
        </Text>
        {hasIdentityService() && (
          <Text mb="md">Name und E-Mail-Adresse übernimmt die Kontoseite aus diesem Profil.</Text>
        )}
        <Group gap="sm">
          <Button
            variant="default"
            component="a"
            href={accountAddress()}
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            Kontoseite öffnen
          </Button>
          <Button variant="default" disabled={sent} onClick={() => void sendReset()}>
            {sent ? "E-Mail ist unterwegs" : "Passwort zurücksetzen"}
          </Button>
        </Group>
      </Card>
      <Sessions />
    </>
  );
}

/** The contract names the one client there is. */
function clientId(): "frontend" {
  return loginClientId() as "frontend";
}

function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const end = async (session: LoginSession) => {
    if (session.current) {
      const confirmed = await askToConfirm({
        title: "Hier abmelden?",
        text: "Das ist die Anmeldung, mit der Sie gerade arbeiten. Sie werden abgemeldet.",
        confirmLabel: "Abmelden",
      });
      if (confirmed) await logout();
      return;
    }
    await call(identityContract.endMySession, { params: { id: session.id } });
    await sessions.refetch();
    showDone(`Die Anmeldung „${session.device}“ ist beendet.`);
  };
  return (
    <Card title="Angemeldete Geräte">
      {sessions.error && !sessions.data ? (
        <LoadError error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : !sessions.data ? (
        <ListSkeleton rows={2} />
      ) : (
        <ul className={classes.list}>
          {sessions.data.content.map((session) => (
            <li key={session.id} className={classes.item}>
              <div className={classes.itemWords}>
                {session.device}{" "}
                {session.current && (
                  <Badge variant="light" tt="none" fw={500}>
                    Dieses Gerät
                  </Badge>
                )}
                <Text size="sm" c="dimmed">
                  Angemeldet {formatDateTime(session.startedAt)}, zuletzt benutzt{" "}
                  {formatDateTime(session.lastSeenAt)}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                onClick={() => void end(session)}
                aria-label={
                  session.current ? "Hier abmelden" : `Anmeldung ${session.device} beenden`
                }
              >
                {session.current ? "Abmelden" : "Beenden"}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
