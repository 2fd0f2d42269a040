import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isInForce } from '../quarantine/active.ts'
import { isOfLaunch } from '../queries/stability.ts'

/** Newest run of a test. */
export interface NamedTest {
  key: string
  name: string
  className: string | null
  owner: string | null
  launchId: number
  testId: number
  isQuarantined: boolean
}

/** Resolves with the newest run of each test by its identity; one lookup in an index for each. */
export const readNamed = async (
  db: Db,
  projectId: number,
  identities: readonly string[],
): Promise<Map<string, NamedTest>> => {
  const { rows } = await sql<NamedTest>`
    select k.identity as key, t.name, t.class_name as "className", t.owner, t.launch_id as "launchId", t.id as "testId",
           exists (select from quarantined_test q
                    where q.project_id = ${projectId} and q.identity = k.identity and ${isInForce}) as "isQuarantined"
      from unnest(${[...identities]}::text[]) as k(identity)
     cross join lateral (
       select t.id, t.launch_id, t.name, t.class_name, t.owner from test t
        where t.project_id = ${projectId} and t.identity = k.identity and ${isOfLaunch} order by t.id desc limit 1) t`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}
