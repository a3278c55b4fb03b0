import { AdminApi } from "../faults/admin-api.ts";
import { Office } from "../faults/office.ts";
import { makeCertificates } from "./certificates.ts";
import { startMailServer } from "./mail.ts";
import { withFolder, withServer } from "./product.ts";
import { type Report, require } from "./report.ts";

const PARTY = { name: "SMTP (smtp-server, own process)", version: "STARTTLS + log-in" };

/** Mails through a server that wants TLS and a log-in. */
export async function smtp(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const certificates = await makeCertificates(folder, ["localhost"]);
    if (certificates === undefined)
      return report.skipped(PARTY, "everything", "no openssl (apt-get install openssl)");
    const mails = await startMailServer(certificates, folder);
    try {
      const trusted = { NODE_EXTRA_CA_CERTS: certificates.authority };
      await report.tried(PARTY, "a forgotten password's mail goes out", () =>
        withServer({ SMTP_URL: mails.url, ...trusted }, async (server) => {
          const office = new Office(server.url);
          await office.logIn();
          await office.forgetPassword();
          const { email } = await (
            await AdminApi.at(server, "buero@demo.example")
          ).json<{ email: string }>("GET", "/me");
          return (await mails.mailTo(email)).subject;
        }),
      );
      await report.tried(
        PARTY,
        "an unknown authority is said at the start, and the server runs",
        () =>
          withServer({ SMTP_URL: mails.url }, async (server) => {
            const line = server
              .output()
              .split("\n")
              .find((one) => one.includes("SMTP_URL"));
            require(line !== undefined, `nothing was said: ${server.output().slice(-300)}`);
            return line.trim().slice(0, 160);
          }),
      );
      await report.tried(
        PARTY,
        "a wrong password is said at the start, and the server runs",
        () => {
          const wrong = new URL(mails.url);
          wrong.password = "wrong";
          return withServer({ SMTP_URL: wrong.toString(), ...trusted }, async (server) => {
            const line = server
              .output()
              .split("\n")
              .find((one) => one.includes("SMTP_URL"));
            require(line?.includes("Benutzer oder Passwort") ===
              true, `said: ${line ?? "nothing"}`);
            return line.trim().slice(0, 160);
          });
        },
      );
    } finally {
      await mails.stop();
    }
  });
}
