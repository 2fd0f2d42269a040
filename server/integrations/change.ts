import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod/mini'
import { isSecret, type FieldValues } from '../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../contract/workspace/integration-texts.ts'
import type { CheckResult, saveIntegration } from '../../contract/workspace/integrations.ts'
import type { Principal } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, notFound } from '../http/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { withWorkspaceLocked } from '../db/workspace-lock.ts'
import { complete, requireFieldsOf, type Completed } from './given-values.ts'
import { rowOf, sealSecrets, type Kind, type Row } from './stored.ts'

type Edit = z.infer<typeof saveIntegration.body>
type Values = FieldValues & { enabled: boolean }

/** Returns the stored values that an edit is merged with. A secret is represented by the time when it was entered. */
const storedValues = ({ fields }: Kind, row: Row | undefined): Values => ({
  ...Object.fromEntries(fields.map(({ key }) => [key, row?.field_values[key] ?? row?.secrets_entered[key] ?? ''])),
  enabled: row?.enabled ?? true,
})

const recordChange = (tx: Tx, caller: Principal, { key, name }: Kind, verb: string, values: object = {}) =>
  appendEvents(tx, [
    { stream: 'workspace', type: `integration/${verb}`, payload: { key, name, ...values }, userId: caller.userId },
  ])

/** Creates or changes an integration. `current` reads the response for a colliding edit. */
export const changeIntegration = (
  db: Db,
  sealing: Secrets,
  { caller, kind, edit, current }: { caller: Principal; kind: Kind; edit: Edit; current: (tx: Tx) => unknown },
): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    if (kind.fields.length === 0) throw conflict(INTEGRATION_TEXTS.notEditable)
    const { enabled: _enabled, expected: _expected, ...fields } = edit
    requireFieldsOf(kind, fields)
    const row = await rowOf(tx, kind.key)
    const before = storedValues(kind, row)
    const secretKeys = kind.fields.filter(isSecret).map(({ key }) => key)
    const remaining = new Set<string>(secretKeys.filter((key) => edit[key] === ''))
    const requested = Object.fromEntries(Object.entries(edit).filter(([name]) => !remaining.has(name)))
    const { enabled = before.enabled, ...changes } = await mergeEdit<Values>(before, requested, () => current(tx))
    const completed = complete(kind, { ...row?.field_values, ...changes }, row, sealing)
    if (row !== undefined && enabled === row.enabled && isSame(row, completed)) return
    await write(tx, sealing, kind, row, { ...completed, enabled })
    await recordChange(
      tx,
      caller,
      kind,
      row === undefined ? 'created' : 'changed',
      differences(row, { ...completed, enabled }),
    )
  })

const isSame = (row: Row, { values, secrets, given }: Completed): boolean =>
  given.length === 0 &&
  isDeepStrictEqual(row.field_values, values) &&
  isDeepStrictEqual(Object.keys(row.secrets_entered).sort(), Object.keys(secrets).sort())

const write = async (
  tx: Tx,
  sealing: Secrets,
  { key }: Kind,
  row: Row | undefined,
  completed: Completed & { enabled: boolean },
): Promise<void> => {
  const { values, secrets, given, enabled } = completed
  const now = new Date().toISOString()
  const entered = (field: string) =>
    (given as string[]).includes(field) ? now : (row?.secrets_entered[field as keyof FieldValues] ?? now)
  const columns = {
    enabled,
    field_values: JSON.stringify(values),
    secrets: sealSecrets(sealing, key, secrets),
    secrets_entered: JSON.stringify(Object.fromEntries(Object.keys(secrets).map((field) => [field, entered(field)]))),
  }
  if (row === undefined) {
    const unchecked = { checked_at: null, check_problem: null, check_account: null }
    await tx
      .insertInto('integration')
      .values({ key, ...columns, ...unchecked })
      .execute()
    return
  }
  const unchecked = isSame(row, completed) ? {} : { checked_at: null, check_problem: null, check_account: null }
  await tx
    .updateTable('integration')
    .set({ ...columns, ...unchecked, revision: row.revision + 1 })
    .where('key', '=', key)
    .execute()
}

/** Returns the differences for the audit log. For secrets it only records that they changed. */
const differences = (row: Row | undefined, completed: Completed & { enabled: boolean }) => {
  const { values, secrets, given, enabled } = completed
  const old: Record<string, unknown> = { ...row?.field_values, ...(row ? { enabled: row.enabled } : {}) }
  const now: Record<string, unknown> = { ...values, enabled }
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name])
  const dropped = Object.keys(row?.secrets_entered ?? {}).filter((name) => !(name in secrets))
  return {
    before: Object.fromEntries(names.map((name) => [name, old[name] ?? null])),
    changes: {
      ...Object.fromEntries(names.map((name) => [name, now[name] ?? null])),
      ...Object.fromEntries(given.map((name) => [name, 'changed'])),
      ...Object.fromEntries(dropped.map((name) => [name, 'removed'])),
    },
  }
}

export const removeIntegration = (db: Db, caller: Principal, kind: Kind): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    const row = await tx.deleteFrom('integration').where('key', '=', kind.key).returning('key').executeTakeFirst()
    if (!row) throw notFound(INTEGRATION_TEXTS.notSetUp(kind.name))
    await recordChange(tx, caller, kind, 'removed')
  })

/** Stores the result of a check, unless the integration has changed since. */
export const keepResult = async (db: Db, row: Row, { at, problem, account }: CheckResult): Promise<void> => {
  await db
    .updateTable('integration')
    .set({ checked_at: at, check_problem: problem, check_account: account })
    .where('key', '=', row.key)
    .where('revision', '=', row.revision)
    .execute()
}

/** Returns whether the values equal the stored ones. */
export const isStoredAs = (row: Row | undefined, completed: Completed): row is Row =>
  row !== undefined && isSame(row, completed)
