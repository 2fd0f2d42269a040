import { sql, type Kysely } from 'kysely'
import { FOLDED_LETTERS } from '../../../contract/cases/search-text.ts'
import { cases } from './baseline/cases.ts'
import { events } from './baseline/events.ts'
import { exploratory } from './baseline/exploratory.ts'
import { launchers } from './baseline/launchers.ts'
import { launches } from './baseline/launches.ts'
import { notifications } from './baseline/notifications.ts'
import { projects } from './baseline/projects.ts'
import { runs } from './baseline/runs.ts'
import { search } from './baseline/search.ts'
import { signIn } from './baseline/sign-in.ts'
import { workspace } from './baseline/workspace.ts'

/** Folds as the function `foldText` of the contract. */
const foldText = `
  create function fold_text(given text) returns text language sql immutable parallel safe as
  $$ select case when octet_length(given) = length(given) then lower(given collate "C")
                 else translate(lower(normalize(given, NFKC) collate "C"), '${[...FOLDED_LETTERS.keys()].join('')}', '${[...FOLDED_LETTERS.values()].join('')}') end $$`

/** Creates the whole schema, in the SQL that PostgreSQL 15 and the embedded database share. Each file refers to those before it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const script of [
    events,
    workspace,
    projects,
    signIn,
    foldText,
    cases,
    launches,
    exploratory,
    runs,
    launchers,
    notifications,
    search,
  ])
    await sql.raw(script).execute(db)
}
