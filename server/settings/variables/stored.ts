import { createHash } from 'node:crypto'
import {
  SECRET_MASK,
  type ChangedVariable,
  type NewVariable,
  type Variable,
} from '../../../contract/settings/variables.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/database.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { differences } from '../changes.ts'
import { unlessTaken } from '../../http/unique.ts'

/** Scope of a variable: the whole project, or one environment. `name`: that of the environment. */
export interface Scope {
  projectId: number
  environment: { id: number; name: string } | null
}

interface Row {
  id: number
  key: string
  secret: boolean
  value: string | null
  encrypted_value: Buffer | null
}
const columns = ['id', 'key', 'secret', 'value', 'encrypted_value'] as const

/** Context that a secret's encryption is bound to: it cannot be decrypted in another project. */
export const placeOf = (projectId: number): string => `variable of project ${projectId}`

const shown = ({ id, key, secret, value, encrypted_value }: Row): Variable => ({
  id,
  key,
  secret,
  value: secret ? SECRET_MASK : (value ?? ''),
  ...(secret && encrypted_value !== null ? { valueVersion: versionOf(encrypted_value) } : {}),
})

/** Returns a hash that identifies a secret's value without revealing it: every encryption has its own nonce. */
const versionOf = (encrypted: Buffer): string => createHash('sha256').update(encrypted).digest('base64url').slice(0, 16)

const subjectOf = ({ environment }: Scope, key: string): string => (environment ? `${environment.name}: ${key}` : key)

const keyTaken = { field: 'key', message: TEXTS.keyTaken }
const uniqueKey = { variable_of_project: keyTaken, variable_of_environment: keyTaken }

/** Returns variables by key. `environmentIds` is null for those of the project. */
export const variablesOf = async (
  db: Db | Tx,
  projectId: number,
  environmentIds: readonly number[] | null,
): Promise<(Variable & { environmentId: number | null })[]> => {
  if (environmentIds?.length === 0) return []
  const rows = await db
    .selectFrom('variable')
    .select(columns)
    .select('environment_id')
    .where('project_id', '=', projectId)
    .$if(environmentIds === null, (query) => query.where('environment_id', 'is', null))
    .$if(environmentIds !== null, (query) => query.where('environment_id', 'in', environmentIds ?? []))
    .orderBy(({ fn }) => fn<string>('lower', ['key']))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...shown(row), environmentId: row.environment_id }))
}

/** Returns the value columns: encrypted for a secret, otherwise plain text. */
const stored = (secrets: Secrets, projectId: number, value: string, secret: boolean) =>
  secret
    ? { secret, value: null, encrypted_value: secrets.seal(value, placeOf(projectId)) }
    : { secret, value, encrypted_value: null }

export interface Changed {
  variable: Variable
  /** Empty if nothing changed. Never contains values of secrets. */
  changes: readonly SettingsChange[]
}

export const addVariable = async (tx: Tx, secrets: Secrets, scope: Scope, requested: NewVariable): Promise<Changed> => {
  const { projectId, environment } = scope
  const { key, value, secret } = requested
  const inserted = tx
    .insertInto('variable')
    .values({
      project_id: projectId,
      environment_id: environment?.id ?? null,
      key,
      ...stored(secrets, projectId, value, secret),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const variable = shown(await unlessTaken(inserted, uniqueKey))
  return {
    variable,
    changes: [
      { kind: 'added', subject: subjectOf(scope, key), values: { value: { before: null, after: variable.value } } },
    ],
  }
}

export const changeVariable = async (
  tx: Tx,
  secrets: Secrets,
  scope: Scope,
  id: number,
  requested: ChangedVariable,
): Promise<Changed> => {
  const before = await locked(tx, scope, id)
  const now = shown(before)
  const {
    key = now.key,
    secret = now.secret,
    value,
  } = await mergeEdit({ key: now.key, secret: now.secret, value: now.valueVersion ?? now.value }, requested, () => now)
  // Turning a secret into a plain variable requires a new value: otherwise it would reveal the secret.
  if (value === undefined && before.secret && !secret) throw wrongField('value', TEXTS.required)
  const written = value ?? (before.secret ? undefined : (before.value ?? ''))
  const updated = tx
    .updateTable('variable')
    .set({ key, ...(written === undefined ? {} : stored(secrets, scope.projectId, written, secret)) })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  const after = await unlessTaken(updated, uniqueKey)
  const variable = shown(after)
  const isSecretNow = before.secret || secret
  const seen = (row: Row): Pick<Variable, 'key' | 'secret'> & { value: string | null } => ({
    ...shown(row),
    value: isSecretNow ? SECRET_MASK : row.value,
  })
  const values = {
    ...differences(seen(before), seen(after), ['key', 'value', 'secret']),
    // The log shows that a secret's value changed, but not the values.
    ...(isSecretNow && value !== undefined ? { value: { before: SECRET_MASK, after: SECRET_MASK } } : {}),
  }
  const isChanged = Object.keys(values).length > 0
  return { variable, changes: isChanged ? [{ kind: 'changed', subject: subjectOf(scope, before.key), values }] : [] }
}

export const removeVariable = async (tx: Tx, scope: Scope, id: number): Promise<SettingsChange> => {
  const before = await locked(tx, scope, id)
  await tx.deleteFrom('variable').where('id', '=', id).execute()
  return {
    kind: 'deleted',
    subject: subjectOf(scope, before.key),
    values: { value: { before: shown(before).value, after: null } },
  }
}

/** Throws 404 in any other scope. */
const locked = async (tx: Tx, { projectId, environment }: Scope, id: number): Promise<Row> => {
  const row = await tx
    .selectFrom('variable')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('environment_id', environment === null ? 'is' : '=', environment?.id ?? null)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The variable does not exist')
  return row
}
