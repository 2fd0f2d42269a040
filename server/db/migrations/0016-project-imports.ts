import { sql, type Kysely } from 'kysely'

/**
 * Projects that are imported in several transactions, and seen by nobody before the last one. Indexes of references to suites: without them, each
 * deleted suite is looked for in all suites and test cases.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table project
      -- End of the lease of the server that imports the project, which it renews; null when the project is complete. After the lease, what
      -- was imported is deleted.
      add column importing_until timestamptz;
    create index suite_parent on suite (parent_id);
    create index test_case_suite on test_case (suite_id)`.execute(db)
}
