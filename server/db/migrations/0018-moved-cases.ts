import { sql, type Kysely } from 'kysely'

/**
 * Test cases that were moved to another project stay hidden, outside the trash bin, while the move can be undone. Creation can be undone
 * too.
 */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Case that replaced it. No foreign key: the original must stay hidden when that case is purged.
  'alter table test_case add column moved_to bigint',
  'create index test_case_moved on test_case (deleted_at) where moved_to is not null',
  'alter table case_operation drop constraint case_operation_kind_check',
  `alter table case_operation add constraint case_operation_kind_check check (kind in
     ('create', 'move', 'move-to-project', 'clone', 'delete', 'edit', 'move-suite', 'clone-suite', 'delete-suite', 'import'))`,
]
