import { expect, test } from "vitest";
import { PERMISSION_LABELS, PERMISSIONS } from "#platform/contract/permissions.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { contracts } from "./samples.ts";

/**
 * `docs/permissions.md`: who may call what, for the board and for reviewers. A run of this file with
 * `--update` writes it anew (docs/adding-a-feature.md has the whole command).
 */
test("docs/permissions.md is what the contracts say", async () => {
  const routes = Object.values(contracts).flatMap((contract) =>
    Object.values(contract as Contract),
  );
  const opens = (access: string) =>
    routes.filter((route) =>
      (typeof route.access === "string" ? [route.access] : [...route.access]).includes(
        access as never,
      ),
    );
  const sections = [
    section("Ohne Anmeldung", "public", opens("public")),
    section("Jede angemeldete Person", "loggedIn", opens("loggedIn")),
    ...PERMISSIONS.map((permission) =>
      section(PERMISSION_LABELS[permission], permission, opens(permission)),
    ),
  ];
  const text = `# Wer darf was\n\nAus den Verträgen der Schnittstelle gemacht. Verwalter (\`isAdmin\`) haben alle Rechte. Manche Aufrufe, die jeder\nangemeldeten Person offenstehen, prüfen im Inneren weiter: Gruppen sehen auch ihre Leitungen, eigene Daten nur man selbst.\n\n${sections.join("\n")}`;
  await expect(text).toMatchFileSnapshot(
    "../../../docs/permissions.md",
    "run this file with --update",
  );
});

function section(label: string, name: string, routes: Route[]): string {
  const rows = routes.map(
    ({ method, path, summary }) => `| ${method} | \`${path}\` | ${summary} |`,
  );
  const table =
    rows.length === 0
      ? "Noch kein Aufruf."
      : `| Methode | Aufruf | Was |\n|---|---|---|\n${rows.join("\n")}`;
  return `## ${label} (\`${name}\`)\n\n${table}\n`;
}
