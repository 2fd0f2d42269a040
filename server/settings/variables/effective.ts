import { sql } from 'kysely'
import type { EffectiveVariable } from '../../../contract/settings/variables.ts'
import { withVariables } from '../../../contract/settings/variable-references.ts'
import type { Db, Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import { variablesOf } from './stored.ts'

/** Returns the variables that apply to an environment, by key. Throws 404 for an environment of another project. */
export const effectiveVariables = async (
  db: Db | Tx,
  projectId: number,
  environmentId: number | null,
): Promise<EffectiveVariable[]> => {
  if (environmentId !== null) {
    const environment = await db
      .selectFrom('environment')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '=', environmentId)
      .executeTakeFirst()
    if (!environment) throw notFound('The environment does not exist')
  }
  const [ofProject, ofEnvironment] = await Promise.all([
    variablesOf(db, projectId, null),
    variablesOf(db, projectId, environmentId === null ? [] : [environmentId]),
  ])
  const byKey = new Map<string, EffectiveVariable>()
  for (const { key, value, secret } of ofProject) byKey.set(key, { key, value, secret, source: 'project' })
  for (const { key, value, secret } of ofEnvironment) byKey.set(key, { key, value, secret, source: 'environment' })
  return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Returns texts of runs with the variables of their environments; `environmentId` is null for a run without one. */
export type TextsOfRuns = (environmentId: number | null, text: string) => string

/** Texts stay as typed while the feature test-case-variables is switched off. */
export const textsOfRuns = async (
  db: Db | Tx,
  projectId: number,
  environmentIds: Iterable<number | null>,
): Promise<TextsOfRuns> => {
  const { rows } = await sql<{ isOn: boolean }>`
    select coalesce(bool_or(features ? 'test-case-variables'), false) as "isOn" from workspace`.execute(db)
  if (rows[0]?.isOn !== true) return (_, text) => text
  const variables = new Map<number | null, ReadonlyMap<string, EffectiveVariable>>()
  for (const id of new Set(environmentIds))
    variables.set(id, new Map((await effectiveVariables(db, projectId, id)).map((one) => [one.key, one])))
  return (environmentId, text) => withVariables(text, variables.get(environmentId) ?? new Map())
}
