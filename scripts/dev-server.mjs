/**
 * Vite's server on PORT for the pages, the real server on the port above it for everything else.
 * The browser sees one origin, as in operation, so that log-in and cookies behave the same. Run by
 * dev.mjs under the project's Node.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createServer } from "vite";
import { root } from "./toolchain.mjs";

const port = Number(process.env.PORT ?? 8080);
const host = process.env.HOST ?? "127.0.0.1";
const backend = { target: `http://127.0.0.1:${port + 1}`, xfwd: true };

const server = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", join(root, "apps", "server", "main.ts")],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      DRAIN_SECONDS: "0",
      ...process.env,
      PORT: String(port + 1),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  },
);

const pages = await createServer({
  configFile: join(root, "vite.config.ts"),
  clearScreen: false,
  plugins: [
    {
      name: "default-tenant",
      transformIndexHtml: (html) =>
        html.replace("%DEFAULT_TENANT%", process.env.DEFAULT_TENANT ?? "demo"),
    },
  ],
  server: {
    host,
    port,
    strictPort: true,
    proxy: {
      // The same addresses that platform/server/http/pages/pages.ts keeps from the single-page
      // application.
      "^/[^/]+/api(/|$|\\?)": backend,
      "^/(realms|health|metrics)(/|$|\\?)": backend,
      "^/public/(?!message-mail/)[^/]+/": backend,
      "^/assets/": backend,
    },
  },
});
await pages.listen();
pages.printUrls();

let stopping = false;
async function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  server.kill("SIGTERM");
  await pages.close();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));
server.on("exit", (code) => void stop(code ?? 0));
