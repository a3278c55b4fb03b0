import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { Inbox } from "lucide-react";
import { useState } from "react";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { useMe } from "#platform/web/session/me.tsx";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { GroupLabel } from "#platform/web/ui/GroupLabel.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import classes from "./styleguide.module.css";

const SURFACES = ["page", "card", "sunken"];
const TEXTS = ["strong", "normal", "quiet"];

/** Style guide: colours, buttons, messages and the small parts. */
export default function UiPage() {
  const me = useMe();
  const [panel, setPanel] = useState(false);
  const ask = async () => {
    const confirmed = await askToConfirm({
      title: "Gruppe löschen?",
      text: "Die Gruppe „C-Jugend“ wird gelöscht. Ihre 18 Mitglieder bleiben erhalten.",
      confirmLabel: "Gruppe löschen",
      destructive: true,
    });
    showDone(
      confirmed
        ? "Sie haben bestätigt. Auf dieser Seite geschieht nichts."
        : "Sie haben abgebrochen.",
    );
  };
  return (
    <>
      <PageHeader title="Bausteine" sentence="Die Teile, aus denen alle Seiten gebaut sind." />
      <div className={classes.columns}>
        <Card title="Flächen und Texte">
          <div className={classes.swatches}>
            {SURFACES.map((surface) => (
              <div
                key={surface}
                className={classes.swatch}
                style={{ background: `var(--surface-${surface})` }}
              >
                {TEXTS.map((text) => (
                  <span key={text} style={{ color: `var(--text-${text})` }}>
                    Text {text}
                  </span>
                ))}
                <span style={{ color: "var(--accent-text)" }}>Akzent</span>
              </div>
            ))}
          </div>
        </Card>
        <Card title="Kalenderfarben">
          <Stack gap="xs">
            {["GREEN", "BLUE", "YELLOW", "RED"].map((color) => {
              const tones = calendarTones(color);
              return (
                <div
                  key={color}
                  className={classes.calendar}
                  style={{ background: tones.pastel, borderColor: tones.strong }}
                >
                  {color}
                </div>
              );
            })}
          </Stack>
        </Card>
        <Card title="Knöpfe und Marken">
          <Group gap="sm">
            <Button>Mitglied anlegen</Button>
            <Button variant="default">Abbrechen</Button>
            <Button variant="light">Rückgängig</Button>
            <Button variant="subtle">Mehr anzeigen</Button>
            <Button color="red">Endgültig löschen</Button>
            <Button disabled>Gesperrt</Button>
            <Badge variant="light">Aktiv</Badge>
            <Badge color="red" variant="light">
              Ausgetreten
            </Badge>
          </Group>
        </Card>
        <Card title="Meldungen und Fragen">
          <Group gap="sm">
            <Button
              variant="default"
              onClick={() => addErrorNotice("Die angefragte Resource wurde nicht gefunden.")}
            >
              Fehlermeldung zeigen
            </Button>
            <Button variant="default" onClick={() => showDone("Das Mitglied ist gespeichert.")}>
              Erfolg zeigen
            </Button>
            <Button
              variant="default"
              onClick={() =>
                showUndo("Mitglied gelöscht.", async () => showDone("Wiederhergestellt."))
              }
            >
              Rückgängig anbieten
            </Button>
            <Button variant="default" onClick={() => void ask()}>
              Nachfragen
            </Button>
            <Button variant="default" onClick={() => setPanel(true)}>
              Seitenblatt öffnen
            </Button>
          </Group>
        </Card>
        <Card title="Person und Angaben">
          <Group gap="sm" mb="md">
            <ProfilePicture person={me} own size={56} revision={me.version} alt="Ihr Bild" />
            <Text>
              <GroupLabel item={{ name: "C-Jugend", groupName: "Fußball" }} />
            </Text>
          </Group>
          <Facts
            facts={[
              { label: "Mitgliedsnummer", value: "1047" },
              { label: "Eintritt", value: "01.04.2019" },
              { label: "Telefon", value: null },
            ]}
          />
        </Card>
        <Card title="Warten und Leere">
          <ListSkeleton rows={3} />
          <EmptyState
            icon={<Inbox size={28} />}
            action={<Button variant="default">Nachricht schreiben</Button>}
          >
            Sie haben noch keine Nachricht bekommen.
          </EmptyState>
        </Card>
      </div>
      <SidePanel title="Seitenblatt" opened={panel} onClose={() => setPanel(false)}>
        <Text>Für Formulare, die für ein Fenster zu groß sind.</Text>
      </SidePanel>
    </>
  );
}
