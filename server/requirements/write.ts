import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { LIMITS } from '../../contract/limits.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../contract/links.ts'
import {
  REQUIREMENT_TEXTS,
  type FoundRequirement,
  type Requirement,
  type RequirementChange,
  type RequirementValues,
} from '../../contract/requirements/requirements.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db, Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import { invalid } from '../http/errors.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, notFound, wrongField } from '../http/refusal.ts'
import { unlessTaken } from '../http/unique.ts'
import { keyOrder, requirementColumns } from './own.ts'
import type { Source } from './source.ts'

export interface Where {
  project: ProjectScope
  userId: number | null
}

const unique = { requirement_key: { field: 'key', message: REQUIREMENT_TEXTS.keyTaken } }

const eventOf = ({ project, userId }: Where, type: string, payload: unknown): NewEvent => ({
  stream: `requirements:${project.id}`,
  type,
  payload,
  projectId: project.id,
  userId,
})

/** Locks the requirement until the transaction ends. */
const locked = async (tx: Tx, projectId: number, id: number): Promise<Requirement> => {
  const { rows } = await sql<Requirement>`
    select ${requirementColumns} from requirement q where q.id = ${id} and q.project_id = ${projectId} for update`.execute(
    tx,
  )
  if (!rows[0]) throw notFound(REQUIREMENT_TEXTS.notFound)
  return rows[0]
}

const requireRoom = async (tx: Tx, projectId: number, added: number): Promise<void> => {
  const { count } = await tx
    .selectFrom('requirement')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (count + added > LIMITS.maxRequirements) throw conflict(REQUIREMENT_TEXTS.tooMany(LIMITS.maxRequirements))
}

const requireSafe = (key: string, field = 'key'): void => {
  if (isScriptAddress(key)) throw wrongField(field, SCRIPT_ADDRESS)
}

export const createRequirement = (db: Db, where: Where, values: RequirementValues): Promise<Requirement> =>
  db.transaction().execute(async (tx) => {
    requireSafe(values.key)
    await requireRoom(tx, where.project.id, 1)
    const { id } = await unlessTaken(
      tx
        .insertInto('requirement')
        .values({ project_id: where.project.id, ...values, status: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
      unique,
    )
    await appendEvents(tx, [eventOf(where, 'requirement/added', { id, ...values })])
    return { id, ...values, source: 'project', status: null }
  })

export const updateRequirement = (
  db: Db,
  where: Where,
  id: number,
  edit: z.infer<typeof RequirementChange>,
): Promise<Requirement> =>
  db.transaction().execute(async (tx) => {
    const before = await locked(tx, where.project.id, id)
    if (before.source === 'jira') throw conflict(REQUIREMENT_TEXTS.ofJira)
    const { key, title, url } = before
    const requested = await mergeEdit({ key, title, url }, edit, () => ({ data: before }))
    if (requested.key !== undefined) requireSafe(requested.key)
    const after = { ...before, ...requested }
    await unlessTaken(
      tx
        .updateTable('requirement')
        .set({ key: after.key, title: after.title, url: after.url })
        .where('id', '=', id)
        .execute(),
      unique,
    )
    await appendEvents(tx, [eventOf(where, 'requirement/changed', { id, ...requested })])
    return after
  })

export const deleteRequirement = (db: Db, where: Where, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { key } = await locked(tx, where.project.id, id)
    await tx.deleteFrom('requirement').where('id', '=', id).execute()
    await appendEvents(tx, [eventOf(where, 'requirement/deleted', { id, key })])
  })

export const readCaseRequirements = async (db: Db | Tx, projectId: number, caseId: number): Promise<Requirement[]> => {
  const { rows } = await sql<Requirement>`
    select ${requirementColumns} from requirement q join test_case_requirement l on l.requirement_id = q.id
     where l.case_id = ${caseId} and q.project_id = ${projectId} order by ${keyOrder}`.execute(db)
  return rows
}

/** Throws 404 for a case that is not in the repository. */
export const requireCase = async (db: Db | Tx, projectId: number, caseId: number): Promise<void> => {
  const one = await db
    .selectFrom('test_case')
    .select('id')
    .where('id', '=', caseId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!one) throw notFound(TEXTS.caseNotFound)
}

/** Removes keys that differ only in case; the first spelling is kept. */
const distinct = (keys: readonly string[]): string[] =>
  [...new Map(keys.toReversed().map((key) => [key.toLowerCase(), key])).values()].toReversed()

/** See `linkRequirements`. Queries `tracker` before the transaction, for keys that are not on the list. */
export const linkCase = async (
  db: Db,
  where: Where,
  caseId: number,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  { own, tracker }: { own: Source; tracker: Source | null },
): Promise<Requirement[]> => {
  const { id: projectId } = where.project
  const requested = distinct(add)
  const faults = add.flatMap((key, place) =>
    isScriptAddress(key) ? [{ field: `add.${place}`, message: SCRIPT_ADDRESS }] : [],
  )
  if (faults.length > 0) throw invalid(faults)
  const known = new Set((await own.read(requested)).map(({ key }) => key.toLowerCase()))
  const unknown = requested.filter((key) => !known.has(key.toLowerCase()))
  // If the tracker does not respond, the link is created without a title, which the next update of the issues adds.
  const issues = unknown.length === 0 ? [] : await (tracker?.read(unknown) ?? Promise.resolve([])).catch(() => [])
  return db.transaction().execute(async (tx) => {
    await requireCase(tx, projectId, caseId)
    if (unknown.length > 0) await requireRoom(tx, projectId, unknown.length)
    await addMissing(tx, projectId, unknown, issues)
    const lower = (keys: readonly string[]) => keys.map((key) => key.toLowerCase())
    await sql`
      insert into test_case_requirement (requirement_id, case_id)
      select q.id, ${caseId} from requirement q where q.project_id = ${projectId} and lower(q.key) = any(${lower(requested)}::text[])
      on conflict do nothing`.execute(tx)
    await sql`
      delete from test_case_requirement l using requirement q
       where l.case_id = ${caseId} and q.id = l.requirement_id and q.project_id = ${projectId}
         and lower(q.key) = any(${lower(remove)}::text[])`.execute(tx)
    const items = await readCaseRequirements(tx, projectId, caseId)
    if (items.length > LIMITS.caseRequirements)
      throw wrongField('add', `A test case has at most ${LIMITS.caseRequirements} requirements`)
    await appendEvents(tx, [eventOf(where, 'case-requirements/changed', { caseId, add: requested, remove })])
    return items
  })
}

const addMissing = async (
  tx: Tx,
  projectId: number,
  keys: readonly string[],
  issues: readonly FoundRequirement[],
): Promise<void> => {
  if (keys.length === 0) return
  const byKey = new Map(issues.map((issue) => [issue.key.toLowerCase(), issue]))
  const rows = keys.map(
    (key) => byKey.get(key.toLowerCase()) ?? { key, title: '', source: 'project', status: null, url: null },
  )
  await sql`
    insert into requirement (project_id, key, title, source, status, url, synced_at)
    select ${projectId}, key, title, source, status, url, case when source = 'jira' then now() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(key text, title text, source text, status text, url text)
    on conflict do nothing`.execute(tx)
}

/** Updates issues on the list from the tracker. Returns the number of changed ones. */
export const applyIssues = (db: Db, where: Where, issues: readonly FoundRequirement[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const rows = issues.map(({ key, title, status, url }) => ({ key: key.toLowerCase(), title, status, url }))
    const { rows: changed } = await sql<{ id: number }>`
      update requirement q set title = w.title, status = w.status, url = w.url, source = 'jira', synced_at = now()
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(key text, title text, status text, url text)
       where q.project_id = ${where.project.id} and lower(q.key) = w.key
         and (q.title, q.status, q.url, q.source) is distinct from (w.title, w.status, w.url, 'jira')
      returning q.id`.execute(tx)
    if (changed.length > 0)
      await appendEvents(tx, [eventOf(where, 'requirements/synced', { ids: changed.map(({ id }) => id) })])
    return changed.length
  })
