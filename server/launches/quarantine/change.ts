import { sql } from 'kysely'
import {
  MAX_QUARANTINE,
  type QuarantineEntry,
  type QuarantineOutcome,
  type WantedQuarantine,
} from '../../../contract/launches/quarantine.ts'
import type { FlakyRule } from '../../../contract/launches/flaky-rules.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { storable } from '../../../contract/text-matching.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { LOCKS, lockUntilEnd } from '../../db/locks.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound, stale, wrongField } from '../../http/refusal.ts'
import { appendChanges } from '../../settings/settings.ts'
import { isInForce } from './active.ts'

interface By {
  projectId: number
  /** Null for rules of the project. */
  userId: number | null
}

interface Subject {
  identity: string
  name: string
  className: string | null
}

interface Current extends Subject, QuarantineEntry {
  version: number
  isInForce: boolean
}

interface Change {
  of: Subject
  before: Current | null
  after: (QuarantineEntry & { rule: FlakyRule | null }) | null
  version: number | null
}

/** Implements `changeQuarantine`. Serializes the changes of a project: each sees the versions of the previous one. */
export const change = (db: Db, by: By, items: readonly WantedQuarantine[]): Promise<QuarantineOutcome[]> =>
  db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LOCKS.quarantine, by.projectId)
    const subjects = await subjectsOf(tx, by.projectId, items)
    const current = await currentOf(
      tx,
      by.projectId,
      subjects.map(({ identity }) => identity),
    )
    const changes = changesOf(items, subjects, current)
    await store(tx, by, changes)
    await requireRoom(tx, by.projectId)
    return changes.map(({ of, before, after, version }) => ({
      key: of.identity,
      name: of.name,
      version,
      before: entryOf(before),
      after: after === null ? null : { reason: after.reason, until: after.until },
    }))
  })

/** `quarantine` null: releases the test. */
export interface RuleChange {
  key: string
  quarantine: (QuarantineEntry & { rule: FlakyRule }) | null
}

/** Quarantines and releases tests by rules of the project. The caller holds the lock of its quarantine, and has read its entries. */
export const changeByRules = async (tx: Tx, projectId: number, items: readonly RuleChange[]): Promise<void> => {
  if (items.length === 0) return
  const added = items.filter(({ quarantine }) => quarantine !== null)
  const subjects = await subjectsOf(
    tx,
    projectId,
    added.map(({ key }) => ({ key, version: null, entry: null })),
  )
  const current = await currentOf(
    tx,
    projectId,
    items.map(({ key }) => key),
  )
  const subjectByKey = new Map(subjects.map((subject) => [subject.identity, subject]))
  const changes = items.flatMap(({ key, quarantine }): Change[] => {
    const before = current.get(key) ?? null
    // The runs of a test that is released may have been deleted.
    const of = subjectByKey.get(key) ?? before
    return of === null ? [] : [{ of, before, after: quarantine, version: quarantine === null ? null : 1 }]
  })
  await store(tx, { projectId, userId: null }, changes)
}

const entryOf = (current: Current | null): QuarantineEntry | null =>
  current?.isInForce === true ? { reason: current.reason, until: current.until } : null

const changesOf = (
  items: readonly WantedQuarantine[],
  subjects: readonly Subject[],
  current: ReadonlyMap<string, Current>,
): Change[] => {
  const changes = new Map<string, Change>()
  items.forEach(({ version, entry }, place) => {
    const of = subjects[place]
    // A launch may contain the same test several times.
    if (of === undefined || changes.has(of.identity)) return
    const before = current.get(of.identity) ?? null
    const seen = before === null ? null : before.version
    const isSeen = version === seen || (version === null && before?.isInForce === false)
    if (!isSeen) throw stale(TEXTS.changedMeanwhile, { items: [...current.values()].map(({ name }) => ({ name })) })
    if (before === null && entry === null) throw notFound('The test is not in quarantine')
    changes.set(of.identity, {
      of,
      before,
      after: entry === null ? null : { ...entry, reason: storable(entry.reason), rule: null },
      version: entry === null ? null : (before?.version ?? 0) + 1,
    })
  })
  return [...changes.values()]
}

/** In the order of the items. 404 for tests of other projects. */
const subjectsOf = async (tx: Tx, projectId: number, items: readonly WantedQuarantine[]): Promise<Subject[]> => {
  const ids = items.flatMap((item) => ('testId' in item ? [item.testId] : []))
  const keys = items.flatMap((item) => ('key' in item ? [item.key] : []))
  const { rows } = await sql<Subject & { id: number | null }>`
    select t.id, t.identity, t.name, t.class_name as "className" from test t
     where t.id = any(${ids}::bigint[]) and t.project_id = ${projectId}
    union all
    select null, n.identity, n.name, n.class_name
      from unnest(${keys}::text[]) as k(key)
     cross join lateral (select t.identity, t.name, t.class_name from test t
                          where t.project_id = ${projectId} and t.identity = k.key order by t.id desc limit 1) n`.execute(
    tx,
  )
  const byId = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))
  const byKey = new Map(rows.flatMap((row) => (row.id === null ? [[row.identity, row] as const] : [])))
  return items.map((item, place) => {
    const row = 'testId' in item ? byId.get(item.testId) : byKey.get(item.key)
    if (row === undefined) throw notFound('The test does not exist')
    // Tests without class and method have no identity, although the type is not nullable.
    if ((row.identity as string | null) === null)
      throw wrongField(`items.${place}.testId`, 'The test has no class and method that tell it apart in other launches')
    return { identity: row.identity, name: row.name, className: row.className }
  })
}

const currentOf = async (tx: Tx, projectId: number, identities: readonly string[]): Promise<Map<string, Current>> => {
  const { rows } = await sql<Current>`
    select q.identity, q.name, q.class_name as "className", q.reason, to_char(q.until, 'YYYY-MM-DD') as until, q.version,
           ${isInForce} as "isInForce"
      from quarantined_test q
     where q.project_id = ${projectId} and q.identity = any(${[...identities]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.identity, row]))
}

/**
 * Stores the changes with their event. Changing the reason or the last day does not restart the quarantine, and makes an entry of a rule that of
 * the user.
 */
const store = async (tx: Tx, by: By, changes: readonly Change[]): Promise<void> => {
  const { projectId, userId } = by
  const saved = changes.flatMap(({ of, after, version }) => (after === null ? [] : [{ ...of, ...after, version }]))
  const released = changes.flatMap(({ of, after }) => (after === null ? [of.identity] : []))
  if (released.length > 0)
    await sql`
      with gone as (
        delete from quarantined_test where project_id = ${projectId} and identity = any(${released}::text[]) returning identity)
      insert into quarantine_release (project_id, identity, newest_test_id)
      select ${projectId}::bigint, g.identity,
             coalesce((select t.id from test t where t.project_id = ${projectId} and t.identity = g.identity order by t.id desc limit 1), 0)
        from gone g
      on conflict (project_id, identity) do update set newest_test_id = excluded.newest_test_id, released_at = now()`.execute(
      tx,
    )
  if (saved.length > 0)
    await sql`
      insert into quarantined_test as q (project_id, identity, name, class_name, reason, until, version, rule, quarantined_by, newest_test_id)
      select ${projectId}::bigint, w.identity, w.name, w."className", w.reason, w.until, w.version, w.rule, ${userId}::bigint,
             (select t.id from test t where t.project_id = ${projectId} and t.identity = w.identity order by t.id desc limit 1)
        from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb)
          as w(identity text, name text, "className" text, reason text, until date, version int, rule text)
      on conflict (project_id, identity) do update set
        name = excluded.name, class_name = excluded.class_name, reason = excluded.reason, until = excluded.until, version = excluded.version,
        rule = excluded.rule,
        quarantined_by = case when ${isInForce} and q.rule is null then q.quarantined_by else excluded.quarantined_by end,
        quarantined_at = case when ${isInForce} then q.quarantined_at else excluded.quarantined_at end,
        newest_test_id = case when ${isInForce} then q.newest_test_id else excluded.newest_test_id end`.execute(tx)
  await appendChanges(tx, { area: 'quarantine', ...by, changes: changes.map(loggedAs) })
}

const requireRoom = async (tx: Tx, projectId: number): Promise<void> => {
  const { count } = await tx
    .selectFrom('quarantined_test')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (count > MAX_QUARANTINE)
    throw wrongField('items', `At most ${MAX_QUARANTINE} tests of a project can be in quarantine`)
}

const loggedAs = ({ of, before, after }: Change): SettingsChange => ({
  kind: before === null ? 'added' : after === null ? 'deleted' : 'changed',
  subject: of.name,
  values: {
    reason: { before: before?.reason ?? null, after: after?.reason ?? null },
    until: { before: before?.until ?? null, after: after?.until ?? null },
    ...(after?.rule == null ? {} : { rule: { before: null, after: after.rule } }),
  },
})
