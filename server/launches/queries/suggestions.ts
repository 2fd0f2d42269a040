import { sql } from 'kysely'
import type { IssueSuggestion } from '../../../contract/launches/launch-tests.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'

/**
 * Resolves with the issue by failure key that the same failure was last linked to in an earlier launch of the project. The index
 * `test_known_failure` finds the newest link of each key.
 */
export const readSuggestions = async (
  db: Db | Tx,
  launch: Pick<LaunchRow, 'id' | 'project_id' | 'started_at'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, IssueSuggestion>> => {
  const { rows } = await sql<IssueSuggestion & { key: string }>`
    select k.key, s.*
      from unnest(${[...keys]}::text[]) as k(key)
     cross join lateral (
       select t.issue_id as "issueId", l.id as "launchId", l.number as "launchNumber", l.name as "launchName", t.id as "testId"
         from test t join launch l on l.id = t.launch_id
        where t.project_id = ${launch.project_id} and t.failure_key = k.key and t.issue_id is not null
          and (l.started_at, l.id) < (${launch.started_at}, ${launch.id})
        order by t.id desc limit 1
     ) s`.execute(db)
  return new Map(rows.map(({ key, ...suggestion }) => [key, suggestion]))
}
