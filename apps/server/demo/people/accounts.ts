import { PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";

/**
 * The demo's people with a login; the addresses are promised in the README and the interface
 * description.
 */
export interface DemoAccount {
  email: string;
  firstname: string;
  lastname: string;
  salutation: "Frau" | "Herr";
  gender: "FEMALE" | "MALE";
  birthday: string;
  joinedOn: string;
  role: string;
  isAdmin: boolean;
  permissions: Permission[];
  /** Leads this group. */
  leads?: string;
}

export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    email: "admin@demo.example",
    firstname: "Jürgen",
    lastname: "Hohenstein",
    salutation: "Herr",
    gender: "MALE",
    birthday: "1968-05-17",
    joinedOn: "1984-01-01",
    role: "Verwalter: alle Rechte",
    isAdmin: true,
    permissions: [],
  },
  {
    email: "buero@demo.example",
    firstname: "Sabine",
    lastname: "Krämer",
    salutation: "Frau",
    gender: "FEMALE",
    birthday: "1975-11-03",
    joinedOn: "2003-04-01",
    role: "Geschäftsstelle: alles außer Einstellungen",
    isAdmin: false,
    permissions: PERMISSIONS.filter((permission) => permission !== "MANAGE_TENANT"),
  },
  {
    email: "trainer@demo.example",
    firstname: "Tobias",
    lastname: "Lindner",
    salutation: "Herr",
    gender: "MALE",
    birthday: "1991-02-26",
    joinedOn: "1999-09-01",
    role: "Trainer: leitet die C-Jugend",
    isAdmin: false,
    permissions: [],
    leads: "C-Jugend",
  },
  {
    email: "mitglied@demo.example",
    firstname: "Lena",
    lastname: "Öztürk",
    salutation: "Frau",
    gender: "FEMALE",
    birthday: "1998-08-09",
    joinedOn: "2015-01-01",
    role: "Mitglied ohne besondere Rechte",
    isAdmin: false,
    permissions: [],
  },
];
