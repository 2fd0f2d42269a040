import { sql, type Selectable } from 'kysely'
import {
  AUDITED,
  listAuditEntries,
  verifyAuditLog,
  type AuditedField,
  type AuditEntry,
  type AuditQuery,
} from '../../../contract/workspace/audit-log.ts'
import { isServiceAccount } from '../../access/users.ts'
import { verifyChain } from '../../db/audit-chain.ts'
import type { AuditEntryTable } from '../../db/schema.generated.ts'
import type { Db } from '../../db/open.ts'
import { anyOf, holds } from '../../db/matching.ts'
import type { Routes } from '../../http/routes.ts'

/** The workspace's audit log. */
export const auditRoutes = (routes: Routes, { db }: { db: Db }): void => {
  routes.signedIn(listAuditEntries, ({ query }) => readEntries(db, query))
  routes.signedIn(verifyAuditLog, () => verifyChain(db))
}

const DAY_MS = 86_400_000

const readEntries = async (db: Db, query: AuditQuery) => {
  const { page, pageSize, q, areas, userId, from, to, upTo } = query
  let found = db.selectFrom('audit_entry')
  if (areas.length > 0)
    found = found.where(
      'type',
      'in',
      areas.flatMap((area) => [...AUDITED[area]]),
    )
  if (userId !== undefined) found = found.where('user_id', '=', userId)
  if (from !== undefined) found = found.where('at', '>=', new Date(from))
  if (to !== undefined) found = found.where('at', '<', new Date(Date.parse(to) + DAY_MS))
  if (upTo !== undefined) found = found.where('id', '<=', upTo)
  if (q !== '')
    for (const condition of anyOf([holds(sql.ref('actor'), q), holds(sql.ref('subject'), q)]))
      found = found.where(condition)
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .select(BY_SERVICE_ACCOUNT)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    total,
    items: rows.map(entryOf),
  }
}

type Row = Selectable<AuditEntryTable> & { is_service_account: boolean }

/** Column of whether the actor of `audit_entry` is a service account. */
const BY_SERVICE_ACCOUNT = sql<boolean>`exists (
  select from workspace_user p where p.id = audit_entry.user_id and ${isServiceAccount('p')})`.as('is_service_account')

const entryOf = ({ id, at, user_id: userId, payload, hash, ...row }: Row): AuditEntry => ({
  id,
  at: at.toISOString(),
  actor: row.actor,
  userId,
  ...(row.is_service_account && { isServiceAccount: true }),
  type: row.type,
  subject: row.subject,
  fields: fieldsOf(row.type, payload),
  address: row.address,
  hash: hash.toString('hex'),
})

const NEWEST = 100

/** Returns the newest entries with these event types, newest first. */
export const readEntriesOfTypes = async (db: Db, types: readonly string[]): Promise<AuditEntry[]> => {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .select(BY_SERVICE_ACCOUNT)
    .where('type', 'in', [...types])
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  return rows.map(entryOf)
}

type Values = Record<string, unknown>

/** Returns the fields of an event's payload, with the previous value if it is recorded. */
const fieldsOf = (type: string, payload: unknown): AuditedField[] => {
  const { before, changes, ...rest } = (payload ?? {}) as { before?: Values; changes?: unknown } & Values
  if (type === 'settings/members') return ofMembers(changes)
  const after = (changes as Values | undefined) ?? rest
  return Object.entries(after)
    .filter(([field]) => !NAMING.has(field))
    .map(([field, value]) => ({ field, before: before?.[field] ?? null, after: value ?? null }))
}

/** Fields that identify the subject, which the entry shows already. */
const NAMING = new Set(['id', 'userId', 'projectId', 'key'])

const ofMembers = (changes: unknown): AuditedField[] =>
  (Array.isArray(changes) ? changes : []).flatMap(
    ({ subject, values = {} }: { subject: string; values?: Record<string, { before: unknown; after: unknown }> }) =>
      Object.entries(values).map(([field, { before, after }]) => ({ field: `${subject}: ${field}`, before, after })),
  )
