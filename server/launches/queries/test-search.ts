import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { searchTests } from '../../../contract/launches/launch-tests.ts'
import type { Db } from '../../db/open.ts'
import { kindOfRow, type TestRow } from '../rows.ts'
import { testHoldsIn } from './test-words.ts'

type Answer = z.infer<typeof searchTests.answer>
type Row = Pick<TestRow, 'id' | 'name' | 'class_name' | 'status' | 'passed_manually' | 'issue_id'> & {
  launch_id: number
  launch_number: number
  launch_name: string
}

/** Limits of the searched launches and of the tests taken from each. */
const LAUNCHES = 20
const PER_LAUNCH = 100

/** Searches launch by launch, because the index `test_search` finds the tests of one launch. */
export const findTests = async (
  db: Db,
  projectId: number,
  { q, limit }: z.infer<typeof searchTests.query>,
): Promise<Answer['items']> => {
  const matches = testHoldsIn([sql`t.name`, sql`t.class_name`], q)
  const { rows } = await sql<Row>`
    with newest as materialized (
      select id, number, name, started_at
        from launch where project_id = ${projectId} order by started_at desc, id desc limit ${LAUNCHES}::int
    ), runs as (
      select distinct on (coalesce(t.identity, t.name))
             t.*, n.id as launch_id, n.number as launch_number, n.name as launch_name, n.started_at
        from newest n
       cross join lateral (
         select t.id, t.identity, t.name, t.class_name, t.status, t.passed_manually, t.issue_id
           from test t where t.launch_id = n.id and ${sql.join(matches, sql` and `)} limit ${PER_LAUNCH}::int
       ) t
       order by coalesce(t.identity, t.name), n.started_at desc, n.id desc, t.id desc
    )
    select * from runs
     order by starts_with(lower(name), ${q.toLowerCase()}) desc, started_at desc, lower(name), id
     limit ${limit}::int`.execute(db)
  return rows.map((row) => ({
    testId: row.id,
    name: row.name,
    className: row.class_name,
    kind: kindOfRow(row),
    launchId: row.launch_id,
    launchNumber: row.launch_number,
    launchName: row.launch_name,
  }))
}
