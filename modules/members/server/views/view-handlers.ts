import { canOf } from "#platform/server/http/can.ts";
import { v7 as uuidv7 } from "uuid";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { UserView, usersContract } from "../../contract.ts";
import {
  deleteViewRow,
  insertView,
  selectViews,
  updateViewRow,
  type ViewRecord,
} from "./view-queries.ts";

const uniqueName = uniqueField(
  "member_view_name",
  "name",
  "Eine Ansicht mit diesem Namen haben Sie schon.",
);

type ViewHandlers = Pick<
  Handlers<typeof usersContract>,
  "searchViews" | "createView" | "updateView" | "deleteView"
>;

function mayEdit(view: ViewRecord, reader: Principal): boolean {
  return view.owner_id === reader.userId || reader.isAdmin;
}

function toView(view: ViewRecord, reader: Principal): UserView {
  const { id, name, shared, parameters, columns, version } = view;
  const edits = mayEdit(view, reader);
  return {
    id,
    name,
    shared,
    parameters,
    columns,
    owner: { id: view.owner_id, name: view.owner_name },
    version,
    can: canOf<UserView>({ EDIT: edits, DELETE: edits }),
  };
}

async function readView(tx: ReadTx, id: string, reader: Principal): Promise<ViewRecord> {
  const [view] = await selectViews(tx, reader.userId, id);
  if (view === undefined) throw notFound();
  return view;
}

async function editableView(tx: ReadTx, id: string, reader: Principal): Promise<ViewRecord> {
  const view = await readView(tx, id, reader);
  if (!mayEdit(view, reader))
    throw new AppError("FORBIDDEN", { detail: "Diese Ansicht gehört jemand anderem." });
  return view;
}

export const viewHandlers: ViewHandlers = {
  async searchViews({ principal, read }) {
    const views = await read((tx) => selectViews(tx, principal.userId));
    return views.map((view) => toView(view, principal));
  },
  async createView({ body, principal, write, created }) {
    const id = uuidv7();
    created(`/user-view/${id}`);
    return write(async (tx) => {
      await uniqueName(() => insertView(tx, id, principal.userId, body));
      return toView(await readView(tx, id, principal), principal);
    });
  },
  async updateView({ params, body: { version, ...values }, principal, write }) {
    return write(async (tx) => {
      const before = await editableView(tx, params.id, principal);
      const saved = await uniqueName(() => updateViewRow(tx, params.id, version, values));
      if (!saved) throw new AppError("STALE_VERSION", { current: toView(before, principal) });
      return toView(await readView(tx, params.id, principal), principal);
    });
  },
  async deleteView({ params, principal, write }) {
    await write(async (tx) => {
      await editableView(tx, params.id, principal);
      await deleteViewRow(tx, params.id);
    });
  },
};
