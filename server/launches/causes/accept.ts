import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { AcceptedGroup, AcceptedSuggestions, acceptSuggestions } from '../../../contract/launches/causes.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import { changeTests, type ChangePlace } from '../actions/change-tests.ts'
import type { TestRow } from '../rows.ts'
import type { Writer } from '../writer/writer.ts'

type AcceptedCause = z.infer<typeof acceptSuggestions.body>['causes'][number]
/** Implements `acceptSuggestions`. Skips tests that were tagged or linked since they were read. */
export const acceptCauses = async (
  { db, writer }: { db: Db; writer: Writer },
  place: ChangePlace,
  causes: readonly AcceptedCause[],
): Promise<AcceptedSuggestions> => {
  const open = await openTags(db, place.projectId, causes)
  const found = await unsortedTests(db, place, causes, open)
  const requested = new Map(causes.map((cause) => [cause.key, cause]))
  const of = new Map(found.rows.map(({ id, root }) => [id, requested.get(root)]))
  const groups = new Map<string, AcceptedGroup>()
  await writer.submit(
    changeTests(place, [...of.keys()], (tests) => {
      // The writer retries the operation when another node wrote first: start with an empty result.
      groups.clear()
      return tests.map((row) => {
        const after = accepted(row, of.get(row.id), open)
        if (after === row) return row
        const change = changeOf(row, after)
        const key = JSON.stringify(change)
        const group = groups.get(key)
        if (group === undefined) groups.set(key, { ids: [row.id], ...change })
        else group.ids.push(row.id)
        return after
      })
    }),
  )
  const all = [...groups.values()]
  return { tests: all.reduce((sum, { ids }) => sum + ids.length, 0), groups: all, isMore: found.isMore }
}

const accepted = (row: TestRow, requested: AcceptedCause | undefined, open: ReadonlySet<number>): TestRow => {
  if (requested === undefined || row.status !== 'FAILED') return row
  const { tagId, issueId } = requested
  const isUnsorted = row.failure_tag_feedback || row.failure_tag_id === null || open.has(row.failure_tag_id)
  const takesTag = tagId !== null && isUnsorted && (row.failure_tag_feedback || row.failure_tag_id !== tagId)
  const takesIssue = issueId !== null && row.issue_id === null
  if (!takesTag && !takesIssue) return row
  return {
    ...row,
    ...(takesTag ? { failure_tag_id: tagId, failure_tag_feedback: false } : {}),
    ...(takesIssue ? { issue_id: storable(issueId) } : {}),
  }
}

const changeOf = (before: TestRow, after: TestRow): Pick<AcceptedGroup, 'before' | 'after'> => ({
  before: {
    tagId: before.failure_tag_id,
    userFeedbackRequired: before.failure_tag_feedback,
    issueId: before.issue_id,
  },
  after: { tagId: after.failure_tag_id, issueId: after.issue_id },
})

/** Reverts tests that still have the accepted values. Resolves with the number of reverted tests. */
export const takeBack = async (
  writer: Writer,
  place: ChangePlace,
  groups: readonly AcceptedGroup[],
): Promise<number> => {
  const of = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  let restored = 0
  await writer.submit(
    changeTests(place, [...of.keys()], (tests) => {
      restored = 0
      return tests.map((row) => {
        const group = of.get(row.id)
        if (group === undefined || row.status !== 'FAILED') return row
        const { before, after } = group
        if (row.failure_tag_id !== after.tagId || row.issue_id !== after.issueId) return row
        restored += 1
        return {
          ...row,
          failure_tag_id: before.tagId,
          failure_tag_feedback: before.userFeedbackRequired,
          issue_id: before.issueId,
        }
      })
    }),
  )
  return restored
}

/** Throws 400 for a tag that cannot be assigned to tests. */
export const requireTags = async (db: Db, projectId: number, ids: readonly number[], field: string): Promise<void> => {
  const requested = [...new Set(ids)]
  if (requested.length === 0) return
  const known = await db
    .selectFrom('failure_tag')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', requested)
    .execute()
  if (known.length < requested.length) throw wrongField(field, 'The failure tag does not exist in the project')
}

const openTags = async (db: Db, projectId: number, causes: readonly AcceptedCause[]): Promise<ReadonlySet<number>> => {
  const tags = await db
    .selectFrom('failure_tag')
    .select(['id', 'value', 'enabled'])
    .where('project_id', '=', projectId)
    .execute()
  const offered = new Set(tags.filter(({ enabled }) => enabled).map(({ id }) => id))
  causes.forEach(({ tagId }, place) => {
    if (tagId !== null && !offered.has(tagId))
      throw wrongField(`causes.${place}.tagId`, 'The failure tag does not exist or is switched off')
  })
  return new Set(tags.filter(({ value }) => value === 'TO_INVESTIGATE').map(({ id }) => id))
}

const unsortedTests = async (
  db: Db,
  { projectId, launchId }: ChangePlace,
  causes: readonly AcceptedCause[],
  open: ReadonlySet<number>,
): Promise<{ rows: { id: number; root: string }[]; isMore: boolean }> => {
  const { rows } = await sql<{ id: number; root: string }>`
    with keys as (
      select w.key as root, w.key, w."tagId", w."issueId"
        from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as w(key text, "tagId" bigint, "issueId" text)
      union all
      select w.key, c.key, w."tagId", w."issueId"
        from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as w(key text, "tagId" bigint, "issueId" text)
        join failure_cause c on c.project_id = ${projectId} and c.root_key = w.key
    )
    select t.id, k.root from keys k
      join test t on t.launch_id = ${launchId} and t.failure_key = k.key and t.status = 'FAILED'
     where t.project_id = ${projectId}
       and ((k."tagId" is not null and (t.failure_tag_feedback or t.failure_tag_id is null
              or (t.failure_tag_id = any(${[...open]}::bigint[]) and t.failure_tag_id <> k."tagId")))
         or (k."issueId" is not null and t.issue_id is null))
     order by t.id limit ${LIMITS.causeTests + 1}::int`.execute(db)
  return { rows: rows.slice(0, LIMITS.causeTests), isMore: rows.length > LIMITS.causeTests }
}
