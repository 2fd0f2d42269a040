import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { GeneratedContent, SuggestedCase } from '../../contract/models/models.ts'
import type { CaseStep } from '../../contract/cases/steps.ts'
import type { Tx } from '../db/database.ts'
import { insertCases, readDefinitions, type Touched, type Where } from '../cases/cases.ts'

/** Returns the steps to store. Steps with unchanged text keep their ids. */
export const stepsOf = (steps: GeneratedContent['steps'], before: readonly CaseStep[] = []): CaseStep[] =>
  steps.map(({ action, expectedResult }, i) => {
    const old = before[i]
    return { kind: 'step', id: old?.id ?? randomUUID(), action, expectedResult, attachments: [] }
  })

/** Creates a case for each path at the end of the suite. Returns the ids. */
export const insertModelCases = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  suiteId: number,
  suggested: readonly SuggestedCase[],
): Promise<number[]> => {
  if (suggested.length === 0) return []
  const bodies = suggested.map(({ content: { title, preConditions, steps } }) => ({
    testSuiteId: suiteId,
    title,
    preConditions,
    steps: stepsOf(steps),
  }))
  const ids = await insertCases(tx, where, await readDefinitions(tx, where.projectId), bodies)
  const rows = suggested.map((one, i) => ({ ...one, caseId: ids[i] }))
  await sql`
    insert into case_model_case (case_id, suite_id, path_key, transition_ids, content)
    select r."caseId", ${suiteId}, r."pathKey", r."transitionIds", r.content
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("caseId" bigint, "pathKey" text, "transitionIds" jsonb, content jsonb)`.execute(tx)
  touched.cases(...ids)
  touched.suiteCases(suiteId)
  return ids
}
