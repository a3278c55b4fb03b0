import react from "@vitejs/plugin-react";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const OUTPUT = join(import.meta.dirname, "dist", "web");

export default defineConfig({
  root: join(import.meta.dirname, "apps", "web"),
  plugins: [react(), inlineColorScheme(), preloadApplication(), pdfResources(), precompress()],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    sourcemap: false,
    target: "es2023",
    // Fonts and pictures inlined as data: would be refused by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // On a bad line every file costs a question and an answer: what the first page needs comes
        // in two scripts, and what nearly all pages share in one, which follows when the first page
        // stands (common-parts.ts). Shared by fewer, a part would weigh pages down that need
        // nothing of it: with 12 instead of 40 the first page and it are 280 KiB.
        codeSplitting: {
          groups: [
            { name: "session", tags: ["$initial"], priority: 4 },
            { name: "application", test: /apps\/web\/application\.tsx$/, priority: 3 },
            {
              name: "overview",
              test: /modules\/(dashboard\/web|\w+\/web\/(dashboard\/|newest-files))/,
              priority: 2,
            },
            {
              name: "parts",
              test: /node_modules\/(@mantine|@floating-ui|zod)\/|platform\/contract\//,
              minShareCount: 40,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});

/**
 * Light or dark is known before the first paint without asking for a file. The server allows the
 * script by its hash.
 */
function inlineColorScheme(): Plugin {
  return {
    name: "inline-color-scheme",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const file = join(import.meta.dirname, "platform/contract/look/color-scheme.js");
        const script = await readFile(file, "utf8");
        return html.replace(
          '<script src="/color-scheme.js"></script>',
          () => `<script>${script.replace(/^\s*\/\/.*\n/gm, "")}</script>`,
        );
      },
    },
  };
}

/**
 * The application comes while the session is asked for, not after the script that asks: with its
 * styles, which nothing may be painted without.
 */
function preloadApplication(): Plugin {
  return {
    name: "preload-application",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /\/application-[^/]*\.js$/.test(name));
        const chunk = file === undefined ? undefined : bundle[file];
        if (file === undefined || chunk?.type !== "chunk")
          throw new Error("the build made no chunk of the application");
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [
          ...styles.map((href) => ({
            tag: "link",
            attrs: { rel: "stylesheet", crossorigin: true, href: `/${href}` },
          })),
          {
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          },
        ].map((link) => ({ ...link, injectTo: "head" as const }));
      },
    },
  };
}

/**
 * What the PDF viewer loads only for some documents: character maps, fonts that a document names
 * without bringing them, and the JPEG 2000 decoder (the script, since the page's policy allows no
 * WebAssembly). See platform/web/pdf.ts.
 */
function pdfResources(): Plugin {
  return {
    name: "pdf-resources",
    apply: "build",
    async generateBundle() {
      const home = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
      const { version } = JSON.parse(await readFile(home, "utf8")) as { version: string };
      for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
        const files = (await readdir(join(dirname(home), folder))).filter((file) =>
          /\.(bcmap|pfb|ttf|js)$/.test(file),
        );
        for (const file of files) {
          const source = await readFile(join(dirname(home), folder, file));
          this.emitFile({
            type: "asset",
            fileName: `assets/pdfjs-${version}/${folder}/${file}`,
            source,
          });
        }
      }
    },
  };
}

/** Puts .br and .gz beside every text file, so that the server compresses nothing at run time. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async closeBundle() {
      const files = await readdir(OUTPUT, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(m?js|css|html|svg|json)$/.test(file))
          .map((file) => compress(join(OUTPUT, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}
