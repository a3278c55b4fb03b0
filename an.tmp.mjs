import { build } from "vite";
import { brotliCompressSync } from "node:zlib";
await build({
  logLevel: "error",
  configFile: process.cwd() + "/vite.config.ts",
  build: { outDir: "/tmp/anout", emptyOutDir: true },
  plugins: [
    {
      name: "an",
      generateBundle(o, b) {
        const cs = Object.values(b).filter((c) => c.type === "chunk");
        const entry = cs.find((c) => c.isEntry);
        const seen = new Set();
        const walk = (f) => {
          if (seen.has(f)) return;
          seen.add(f);
          for (const i of b[f].imports) walk(i);
        };
        walk(entry.fileName);
        const dash = cs.find((c) => c.facadeModuleId?.endsWith("DashboardPage.tsx"));
        let tot = 0;
        for (const f of seen) {
          const s = brotliCompressSync(b[f].code).length;
          tot += s;
          console.log(f, b[f].code.length, s);
        }
        console.log("static", tot, seen.size);
        const agg = {};
        for (const f of seen)
          for (const [m, i] of Object.entries(b[f].modules)) {
            let k = m.includes("node_modules")
              ? m
                  .split("node_modules/")
                  .pop()
                  .split("/")
                  .slice(0, m.split("node_modules/").pop().startsWith("@") ? 2 : 1)
                  .join("/")
              : m
                  .replace(process.cwd() + "/", "")
                  .split("/")
                  .slice(0, 4)
                  .join("/");
            agg[k] = (agg[k] ?? 0) + i.renderedLength;
          }
        console.log(
          Object.entries(agg)
            .sort((a, b) => b[1] - a[1])
            .slice(0, 60)
            .map((x) => x.join(" "))
            .join("\n"),
        );
        console.log("dash", dash.imports.length, dash.fileName);
        const d2 = new Set(seen);
        const walk2 = (f) => {
          if (d2.has(f)) return;
          d2.add(f);
          let s = brotliCompressSync(b[f].code).length;
          tot += s;
          console.log(
            " +",
            f,
            s,
            Object.keys(b[f].modules)
              .slice(0, 3)
              .map((m) => m.split("/").slice(-3).join("/"))
              .join(","),
          );
          for (const i of b[f].imports) walk2(i);
        };
        walk2(dash.fileName);
        for (const d of cs.filter((c) =>
          /Dashboard(Invit|Event|Message|File)|newest|Upcoming/i.test(c.fileName),
        )) {
          console.log(d.fileName);
          walk2(d.fileName);
        }
        console.log(tot);
      },
    },
  ],
});
