/** A column encrypted with the installation's secret, which no other installation can decrypt. */
export interface SealedColumn {
  table: string;
  column: string;
  /** As given to `Secrets.encrypt`. */
  purpose: string;
}

/** What of a module's rows cannot go to another installation as it is. */
export interface PortabilityRules {
  sealed?: readonly SealedColumn[];
  /** Tables whose rows mean nothing elsewhere: sessions, keys. */
  excludedTables?: readonly string[];
}
