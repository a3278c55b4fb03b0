/**
 * `npm run faults`: breaks a real server on purpose and checks that nothing acknowledged is lost.
 * `npm run faults -- killed-server` runs one. Needs Linux; takes about half an hour.
 */
import { absentDatabase } from "./absent-database.ts";
import { failingStore } from "./failing-store.ts";
import { fullDisk } from "./full-disk.ts";
import { killedDatabase } from "./killed-database.ts";
import { killedExport } from "./killed-export.ts";
import { killedImport } from "./killed-import.ts";
import { killedMails } from "./killed-mails.ts";
import { killedRestore } from "./killed-restore.ts";
import { killedServer } from "./killed-server.ts";
import { killedUndo } from "./killed-undo.ts";
import { killedUploads } from "./killed-uploads.ts";
import { replica } from "./replica.ts";
import { printedReport } from "./report.ts";
import { restartedDatabase } from "./restarted-database.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { lastPlace, twoServers } from "./two-servers.ts";

const FAULTS = {
  "killed-server": killedServer,
  "killed-uploads": killedUploads,
  "killed-import": killedImport,
  "killed-undo": killedUndo,
  "killed-export": killedExport,
  "killed-mails": killedMails,
  "killed-restore": killedRestore,
  "failing-store": failingStore,
  "full-disk": fullDisk,
  "killed-database": killedDatabase,
  "absent-database": absentDatabase,
  "restarted-database": restartedDatabase,
  "rolling-restart": rollingRestart,
  "two-servers": twoServers,
  "last-place": lastPlace,
  replica,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in FAULTS));
if (unknown.length > 0) {
  console.error(
    `Unknown fault: ${unknown.join(", ")}. There are: ${Object.keys(FAULTS).join(", ")}`,
  );
  process.exit(1);
}

const report = printedReport();
for (const [name, fault] of Object.entries(FAULTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  await fault(report);
}
console.log(
  report.failures() === 0 ? "\nNothing was lost." : `\n${report.failures()} demands did not hold.`,
);
process.exitCode = report.failures() === 0 ? 0 : 1;
