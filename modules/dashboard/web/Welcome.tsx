import { AppLink } from "#platform/web/links.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import classes from "./DashboardPage.module.css";

const OPEN_TO_ALL = [
  { to: "/messaging", label: "Nachrichten lesen und beantworten" },
  { to: "/calendars/invitations", label: "Einladungen beantworten" },
  { to: "/profile", label: "Mein Profil ansehen und ändern" },
];

/** What somebody can do whose club has not given them any right yet. */
export default function Welcome() {
  return (
    <Card title="Willkommen">
      <p className={classes.welcome}>
        Ihr Zugang ist eingerichtet. Kalender, Dokumente und Bilder sind für Sie noch nicht
        freigegeben; das macht Ihre Vereinsverwaltung. Das geht schon jetzt:
      </p>
      <ul className={classes.welcome}>
        {OPEN_TO_ALL.map(({ to, label }) => (
          <li key={to}>
            <AppLink td="underline" to={to}>
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
