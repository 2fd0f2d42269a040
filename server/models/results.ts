import { sql } from 'kysely'
import type { CaseModelResults } from '../../contract/models/models.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'

interface Latest {
  caseId: number
  transitionIds: string[]
  status: 'PASSED' | 'FAILED'
  testId: number
  launchId: number
  at: Date
}

/** Returns the newest passed or failed result of each case, and the state of transitions that they cover. */
export const findResults = async (db: Db, project: ProjectScope, suiteId: number): Promise<CaseModelResults> => {
  const { rows } = await sql<Latest>`
    select m.case_id as "caseId", m.transition_ids as "transitionIds", latest.*
      from case_model_case m
      join test_case c on c.id = m.case_id and c.deleted_at is null
     cross join lateral (
       select t.status, t.id as "testId", t.launch_id as "launchId", t.started_at as at
         from test t join launch l on l.id = t.launch_id
        where t.test_cases <> '[]'
          and t.test_cases @> jsonb_build_array(jsonb_build_object('testCaseId', ${project.key}::text || '-' || c.number))
          and t.project_id = ${project.id} and t.status in ('PASSED', 'FAILED')
        order by t.started_at desc, t.id desc limit 1) latest
     where m.suite_id = ${suiteId} and c.project_id = ${project.id}
     order by latest.at, latest."testId"`.execute(db)
  // From oldest to newest: the last result wins.
  const transitions = new Map<string, 'proved' | 'failing'>()
  for (const { transitionIds, status } of rows)
    for (const id of transitionIds) transitions.set(id, status === 'PASSED' ? 'proved' : 'failing')
  return {
    transitions: Object.fromEntries(transitions),
    cases: rows.map(({ transitionIds: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}
