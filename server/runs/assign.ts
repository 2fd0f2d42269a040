import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { adoptCaseVersion, assignRunCases } from '../../contract/runs/run-cases.ts'
import { TEXTS } from '../../contract/texts.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { readReferences } from '../settings/settings.ts'
import { findContents, readRows } from './cases.ts'
import { runEvents, type Where } from './events.ts'
import { lockedOpenRun } from './locked.ts'
import { takeCases } from './snapshots.ts'

type Assigning = typeof assignRunCases

/** See `assignRunCases`. */
export const assignCases = (
  db: Db,
  where: Where,
  runId: number,
  { assignments }: z.infer<Assigning['body']>,
): Promise<z.infer<Assigning['answer']>> =>
  db.transaction().execute(async (tx) => {
    const { project } = where
    const run = await lockedOpenRun(tx, project.id, runId)
    const none = new Set<number>()
    const wantedPeople = new Set(assignments.flatMap(({ assigneeId }) => assigneeId ?? []))
    const { people } = await readReferences(tx, project.id, {
      milestones: none,
      environments: none,
      options: none,
      people: wantedPeople,
    })
    const faults = assignments.flatMap(({ assigneeId }, place) =>
      assigneeId === null || people.has(assigneeId)
        ? []
        : [{ field: `assignments.${place}.assigneeId`, message: TEXTS.entryUnknown }],
    )
    if (faults.length > 0) throw invalid(faults.slice(0, 100))
    const ids = assignments.map(({ caseId }) => caseId)
    const rows = await tx
      .selectFrom('test_run_case')
      .select(['case_id', 'assignee_id'])
      .where('run_id', '=', runId)
      .where('case_id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute()
    const stored = new Map(rows.map(({ case_id, assignee_id }) => [case_id, assignee_id]))
    const skipped: z.infer<Assigning['answer']>['skipped'] = []
    const changed = new Map<number, number | null>()
    for (const { caseId, assigneeId, seenAssigneeId } of assignments) {
      const now = stored.get(caseId)
      if (now === undefined) skipped.push({ caseId, reason: 'gone' })
      else if (seenAssigneeId !== undefined && seenAssigneeId !== now && assigneeId !== now)
        skipped.push({ caseId, reason: 'assigned-meanwhile' })
      else if (assigneeId !== now) changed.set(caseId, assigneeId)
    }
    const revision = run.revision + (changed.size > 0 ? 1 : 0)
    if (changed.size > 0) {
      await tx.updateTable('test_run').set({ revision }).where('id', '=', runId).execute()
      const json = JSON.stringify([...changed].map(([caseId, assigneeId]) => ({ caseId, assigneeId })))
      await sql`
        update test_run_case rc set assignee_id = a."assigneeId", revision = ${revision}
          from jsonb_to_recordset(${json}::jsonb) as a("caseId" bigint, "assigneeId" bigint)
         where rc.run_id = ${runId} and rc.case_id = a."caseId"`.execute(tx)
      await appendEvents(tx, await runEvents(tx, where, new Map([[runId, [...changed.keys()]]])))
    }
    const items = await readRows(tx, project.key, sql`rc.run_id = ${runId} and rc.case_id = any(${ids}::bigint[])`)
    return { items: items.map(({ runId: _, ...row }) => row), revision, skipped }
  })

/** Updates a case's snapshot. Throws 404 for a case that is not in the run; 409 for one that is no longer in the repository. */
export const adoptVersion = (
  db: Db,
  where: Where,
  runId: number,
  caseId: number,
): Promise<z.infer<(typeof adoptCaseVersion)['answer']>> =>
  db.transaction().execute(async (tx) => {
    const { project } = where
    const run = await lockedOpenRun(tx, project.id, runId)
    const [taken] = await takeCases(tx, project.id, [caseId])
    const { numUpdatedRows } = await tx
      .updateTable('test_run_case')
      .set({ revision: run.revision + 1, ...(taken ? { snapshot_id: taken.snapshotId } : {}) })
      .where('run_id', '=', runId)
      .where('case_id', '=', caseId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound(RUN_TEXTS.caseGone)
    if (!taken) throw conflict('The test case is no longer in the repository')
    await tx
      .updateTable('test_run')
      .set({ revision: run.revision + 1 })
      .where('id', '=', runId)
      .execute()
    await appendEvents(tx, await runEvents(tx, where, new Map([[runId, [caseId]]])))
    const [[row], { items }] = await Promise.all([
      readRows(tx, project.key, sql`rc.run_id = ${runId} and rc.case_id = ${caseId}`),
      findContents(tx, project, runId, { caseId, after: -1, limit: 1 }),
    ])
    if (!row || !items[0]) throw new Error('the case that was changed is there')
    const { place: _, ...content } = items[0]
    const { runId: __, ...shown } = row
    return { content, row: shown }
  })
