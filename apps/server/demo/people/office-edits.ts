import { FIELD_KEYS, type UserUpdate } from "#modules/members/contract.ts";
import {
  type MemberRecord,
  OPERATOR,
  selectMember,
  selectToday,
  toFields,
  updateMember,
} from "#modules/members/server/public.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { DemoPerson } from "./people.ts";
import { Chance } from "../random.ts";

/** What an office does in a week: moves, new numbers, sizes, notes. The history shows it. */
export async function editLikeAnOffice(
  database: Database,
  tenantId: string,
  office: { id: string; name: string },
  people: readonly (DemoPerson & { id: string })[],
): Promise<void> {
  const chance = new Chance(42);
  const actor = { userId: office.id, name: office.name, kind: "USER", way: "UI" } as const;
  for (let edit = 0; edit < 40; edit++) {
    const { id, age } = chance.oneOf(people);
    await database.write(tenantId, actor, async (tx) => {
      const member = await selectMember(tx, id, await selectToday(tx));
      if (member !== undefined)
        await updateMember(
          tx,
          id,
          { ...writable(member), ...oneEdit(chance, member, age) },
          { actor: OPERATOR },
        );
    });
  }
}

function oneEdit(
  chance: Chance,
  { custom_fields: customFields }: MemberRecord,
  age: number,
): Partial<UserUpdate> {
  switch (chance.between(0, 5)) {
    case 0:
      return {
        street: `Neubaugebiet Haldenäcker ${chance.between(1, 40)}`,
        postalCode: "73099",
        city: "Adelberg",
      };
    case 1:
      return { mobile: `0171 39200${chance.between(10, 99)}` };
    case 2:
      return {
        customFields: {
          ...customFields,
          trikotgroesse:
            age < 14 ? chance.oneOf(["128", "140", "152"]) : chance.oneOf(["S", "M", "L", "XL"]),
        },
      };
    case 3:
      return { customFields: { ...customFields, fotosErlaubt: chance.happens(0.8) } };
    case 4:
      return {
        notes: chance.oneOf([
          "Beitrag für Familie zusammengefasst.",
          "Bittet um Post statt E-Mail.",
          "Hat beim Sommerfest die Kasse gemacht.",
          "Ehrennadel in Silber überreicht.",
        ]),
      };
    default:
      return {
        customFields: {
          ...customFields,
          helfer: [chance.oneOf(["Sommerfest", "Bewirtung", "Platzpflege", "Kuchen"])],
        },
      };
  }
}

/** The writable part of a member as read. */
function writable(member: MemberRecord): UserUpdate {
  return {
    ...toFields(member, FIELD_KEYS),
    customFields: member.custom_fields,
    version: member.version,
  };
}
