import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  restoreEnvironment,
  updateEnvironment,
  type Environment,
  type EnvironmentValues,
} from '../../contract/settings/environments.ts'
import type { SettingsChange } from '../../contract/settings/changes.ts'
import { TEXTS } from '../../contract/texts.ts'
import { byName } from '../../contract/natural-order.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { appendChanges, authorOf, differences, type SettingsAuthor } from './changes.ts'
import { unlessTaken } from '../http/unique.ts'
import { variablesOf } from './variables/stored.ts'

const unique = {
  environment_name: { field: 'name', message: TEXTS.nameTaken },
  environment_key: { field: 'key', message: TEXTS.keyTaken },
}

/** Runs one transaction with one event. Returns the changed environment. */
const change = (
  db: Db,
  author: SettingsAuthor,
  act: (tx: Tx) => Promise<{ id: number; changes: readonly SettingsChange[] }>,
): Promise<Environment> =>
  db.transaction().execute(async (tx) => {
    const { id, changes } = await unlessTaken(act(tx), unique)
    const environment = await readEnvironment(tx, author.projectId, id)
    await appendChanges(tx, { area: 'environments', ...author, changes })
    return environment
  })

/** See `createEnvironment`. */
export const addEnvironment = (db: Db, author: SettingsAuthor, values: EnvironmentValues): Promise<Environment> =>
  change(db, author, async (tx) => {
    const { id } = await tx
      .insertInto('environment')
      .values({ project_id: author.projectId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    const added = differences<{ [Field in (typeof FIELDS)[number]]: string | null }>(NOTHING, values, FIELDS)
    return { id, changes: [{ kind: 'added', subject: values.name, values: added }] }
  })

export const environmentRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listEnvironments, async ({ project, query }) => {
    const rows = await db
      .selectFrom('environment')
      .select(columns)
      .where('project_id', '=', project.id)
      .$if(!query.includeDeleted, (rest) => rest.where('deleted_at', 'is', null))
      .execute()
    rows.sort(byName)
    if (!query.includeVariables) return { items: rows.map(environmentOf) }
    const ids = rows.map(({ id }) => id)
    const variables = await variablesOf(db, project.id, ids)
    return {
      items: rows.map((row) => ({
        ...environmentOf(row),
        variables: variables.filter(({ environmentId }) => environmentId === row.id),
      })),
    }
  })

  routes.inProject(getEnvironment, ({ project, params }) => readEnvironment(db, project.id, params.environmentId))

  routes.inProject(createEnvironment, (given) => addEnvironment(db, authorOf(given), given.body))

  routes.inProject(updateEnvironment, (given) =>
    change(db, authorOf(given), async (tx) => {
      const before = await environmentInUse(tx, given.project.id, given.params.environmentId)
      const current = () => readEnvironment(tx, given.project.id, before.id)
      const { name, key, description } = { ...before, ...(await mergeEdit(before, given.body, current)) }
      const values = differences<EnvironmentValues>(before, { name, key, description }, FIELDS)
      const isChanged = Object.keys(values).length > 0
      if (isChanged)
        await tx.updateTable('environment').set({ name, key, description }).where('id', '=', before.id).execute()
      return { id: before.id, changes: isChanged ? [{ kind: 'changed', subject: before.name, values }] : [] }
    }),
  )

  routes.inProject(deleteEnvironment, async (given) => {
    await change(db, authorOf(given), async (tx) => {
      const { id, name } = await environmentInUse(tx, given.project.id, given.params.environmentId)
      await tx.updateTable('environment').set({ deleted_at: new Date() }).where('id', '=', id).execute()
      return { id, changes: [{ kind: 'deleted', subject: name }] }
    })
    return {}
  })

  routes.inProject(restoreEnvironment, (given) =>
    change(db, authorOf(given), async (tx) => {
      const restored = await tx
        .updateTable('environment')
        .set({ deleted_at: null })
        .where('project_id', '=', given.project.id)
        .where('id', '=', given.params.environmentId)
        .where('deleted_at', 'is not', null)
        .returning(['id', 'name'])
        .executeTakeFirst()
      if (!restored) throw notFound('There is no such deleted environment')
      return {
        id: restored.id,
        changes: [{ kind: 'changed', subject: restored.name, values: { deleted: { before: true, after: false } } }],
      }
    }),
  )
}

const FIELDS = ['name', 'key', 'description'] as const
const NOTHING = { name: null, key: null, description: '' }
const columns = ['id', 'name', 'key', 'description', 'deleted_at'] as const

type Row = Pick<Environment, 'id' | 'name' | 'key' | 'description'> & { deleted_at: Date | null }

const environmentOf = ({ deleted_at, ...row }: Row): Environment => ({
  ...row,
  deletedAt: deleted_at?.toISOString() ?? null,
})

const readEnvironment = async (db: Db | Tx, projectId: number, id: number): Promise<Environment> => {
  const row = await db
    .selectFrom('environment')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('The environment does not exist')
  return { ...environmentOf(row), variables: await variablesOf(db, projectId, [id]) }
}

/** Locks the environment until the transaction ends. Throws 404 if it is deleted or in another project. */
export const environmentInUse = async (
  tx: Tx,
  projectId: number,
  id: number,
): Promise<EnvironmentValues & { id: number }> => {
  const row = await tx
    .selectFrom('environment')
    .select(['id', 'name', 'key', 'description'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The environment does not exist')
  return row
}
