import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";
import { filesContract } from "../../contract.ts";
import { aShare, upload } from "../testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

/** What somebody does to a share, one thing after the other. */
type Step =
  | { does: "FOLDER"; path: string }
  | { does: "FILE"; path: string }
  | { does: "DELETE"; path: string }
  | { does: "MOVE"; path: string; to: string }
  | { does: "RESTORE"; which: number };

const name = fc.constantFrom("a", "Ä", "b.txt");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("FOLDER" as const), path }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("FILE" as const), path }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("MOVE" as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("DELETE" as const), path }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("RESTORE" as const), which: fc.nat(3) }) },
);

type Kind = "FOLDER" | "FILE";
type Paths = Map<string, Kind>;

/** A share as people think of it: paths, and what lies in the trash with the path it had. */
class Model {
  paths: Paths = new Map();
  trash: { path: string; paths: Paths }[] = [];

  /** Does the step; false when it can't be done. */
  does(step: Step): boolean {
    switch (step.does) {
      case "FOLDER":
      case "FILE":
        if (this.paths.has(step.path) || !this.isFolder(above(step.path))) return false;
        this.paths.set(step.path, step.does);
        return true;
      case "DELETE":
        if (!this.paths.has(step.path)) return false;
        this.trash.push({ path: step.path, paths: this.taken(step.path) });
        return true;
      case "MOVE":
        return this.moves(step.path, step.to);
      case "RESTORE":
        return this.restores(step.which);
    }
  }

  private moves(from: string, to: string): boolean {
    if (!this.paths.has(from) || to.startsWith(`${from}/`) || !this.isFolder(above(to)))
      return false;
    if (to === from) return true;
    if (this.paths.has(to)) return false;
    this.put(to, this.taken(from));
    return true;
  }

  private restores(which: number): boolean {
    const item = this.trash[which];
    if (item === undefined || this.paths.has(item.path)) return false;
    const folders = item.path
      .split("/")
      .slice(0, -1)
      .map((_, index, names) => names.slice(0, index + 1).join("/"));
    if (folders.some((folder) => this.paths.get(folder) === "FILE")) return false;
    for (const folder of folders) this.paths.set(folder, "FOLDER");
    this.put(item.path, item.paths);
    this.trash.splice(which, 1);
    return true;
  }

  private isFolder(folder: string): boolean {
    return folder === "" || this.paths.get(folder) === "FOLDER";
  }

  /** Takes an entry out with all below it; paths from there on. */
  private taken(root: string): Paths {
    const found = [...this.paths].filter(([at]) => at === root || at.startsWith(`${root}/`));
    for (const [at] of found) this.paths.delete(at);
    return new Map(found.map(([at, kind]) => [at.slice(root.length), kind]));
  }

  private put(root: string, paths: Paths): void {
    for (const [at, kind] of paths) this.paths.set(root + at, kind);
  }
}

const above = (at: string) => at.split("/").slice(0, -1).join("/");

/** Asks the server for the step; whether it did it. */
async function asked(id: string, step: Step): Promise<boolean> {
  const status = await statusOf(id, step);
  expect([200, 201, 204, 404, 409, 422], `${JSON.stringify(step)}: ${status}`).toContain(status);
  return status < 400;
}

async function statusOf(id: string, step: Step): Promise<number> {
  if (step.does === "RESTORE") return restored(id, step.which);
  const params = { id, path: step.path };
  switch (step.does) {
    case "FILE":
      return (await upload(app, admin, id, step.path, "x")).status;
    case "FOLDER":
      return (await app.call(filesContract.createFolder, { params, query: {} }, admin)).status;
    case "DELETE":
      return (await app.call(filesContract.deleteEntry, { params }, admin)).status;
    case "MOVE": {
      const body = Buffer.from(step.to);
      return (await app.call(filesContract.moveEntry, { params, query: {}, body }, admin)).status;
    }
  }
}

async function restored(id: string, which: number): Promise<number> {
  const trash = await app.call(
    filesContract.listTrash,
    { params: { id }, query: { dir: "ASC", size: 200 } },
    admin,
  );
  const item = trash.body.content[which];
  if (item === undefined) return 404;
  const given = { params: { id, path: "" }, query: { entry: item.id } };
  return (await app.call(filesContract.restoreEntry, given, admin)).status;
}

test("whatever is made, moved, deleted and restored, a share holds what people think it does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const { id } = await aShare(app, admin);
      const model = new Model();
      for (const next of steps)
        expect(await asked(id, next), JSON.stringify(next)).toBe(model.does(next));
      const tree = await app.call(filesContract.listAllEntries, { params: { id } }, admin);
      expect(new Map(tree.body.map((entry) => [entry.path, entry.type]))).toEqual(model.paths);
      const share = await app.call(filesContract.getFileShare, { params: { id } }, admin);
      const kinds = [model.paths, ...model.trash.map(({ paths }) => paths)].flatMap((paths) => [
        ...paths.values(),
      ]);
      // Each file is one byte; the trash counts.
      expect(share.body.usedBytes).toBe(kinds.filter((kind) => kind === "FILE").length);
    }),
    runs(25),
  );
});
