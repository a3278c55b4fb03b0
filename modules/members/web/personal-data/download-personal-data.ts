import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract } from "../../contract.ts";
import { texts } from "../texts.ts";

/**
 * Saves everything held about a member as one file (DSGVO, articles 15 and 20), those in the trash
 * included.
 */
export async function downloadPersonalData(user: {
  id: string;
  memberNumber: string;
  firstname: string;
  lastname: string;
}): Promise<void> {
  const file = await call(usersContract.exportUserData, { params: { id: user.id } });
  saveFile(file, `Auskunft ${user.memberNumber} ${displayName(user)}.zip`);
  showDone(texts.profile.dataExported);
}
