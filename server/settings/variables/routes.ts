import type { z } from 'zod/mini'
import {
  createEnvironmentVariable,
  createVariable,
  deleteEnvironmentVariable,
  deleteVariable,
  listEffectiveVariables,
  listVariables,
  revealSecrets,
  updateEnvironmentVariable,
  updateVariable,
  type Variable,
} from '../../../contract/settings/variables.ts'
import type { Principal, Principals } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { appendChanges, authorOf } from '../changes.ts'
import { environmentInUse } from '../environments.ts'
import { effectiveVariables } from './effective.ts'
import {
  addVariable,
  changeVariable,
  removeVariable,
  variablesOf,
  type Changed,
  type Scope,
  placeOf,
} from './stored.ts'

interface Parts {
  db: Db
  principals: Principals
  secrets: Secrets
}

export const variableRoutes = (routes: Routes, { db, principals, secrets }: Parts): void => {
  /** Runs one transaction, with one event if anything changed. `environmentId` is null for a variable of the project. */
  const change = (
    given: { project: { id: number }; caller: Principal },
    environmentId: number | null,
    act: (tx: Tx, scope: Scope) => Promise<Changed>,
  ): Promise<Variable> =>
    db.transaction().execute(async (tx) => {
      const scope = await scopeOf(tx, given.project.id, environmentId)
      const { variable, changes } = await act(tx, scope)
      await appendChanges(tx, { area: 'variables', ...authorOf(given), changes })
      return variable
    })
  const remove = (given: { project: { id: number }; caller: Principal }, environmentId: number | null, id: number) =>
    db.transaction().execute(async (tx) => {
      const scope = await scopeOf(tx, given.project.id, environmentId)
      const changes = [await removeVariable(tx, scope, id)]
      await appendChanges(tx, { area: 'variables', ...authorOf(given), changes })
      return {}
    })

  routes.inProject(listVariables, async ({ project }) => ({ items: await variablesOf(db, project.id, null) }))
  routes.inProject(listEffectiveVariables, async ({ project, query }) => ({
    items: await effectiveVariables(db, project.id, query.environmentId ?? null),
  }))
  routes.inProject(createVariable, (given) =>
    change(given, null, (tx, scope) => addVariable(tx, secrets, scope, given.body)),
  )
  routes.inProject(updateVariable, (given) =>
    change(given, null, (tx, scope) => changeVariable(tx, secrets, scope, given.params.variableId, given.body)),
  )
  routes.inProject(deleteVariable, (given) => remove(given, null, given.params.variableId))

  routes.inProject(createEnvironmentVariable, (given) =>
    change(given, given.params.environmentId, (tx, scope) => addVariable(tx, secrets, scope, given.body)),
  )
  routes.inProject(updateEnvironmentVariable, (given) =>
    change(given, given.params.environmentId, (tx, scope) =>
      changeVariable(tx, secrets, scope, given.params.variableId, given.body),
    ),
  )
  routes.inProject(deleteEnvironmentVariable, (given) =>
    remove(given, given.params.environmentId, given.params.variableId),
  )

  routes.inProject(revealSecrets, async ({ project, caller, body }) => {
    const isWithProjects = (await principals.features()).includes('test-case-variables')
    return db
      .transaction()
      .execute((tx) => revealed(tx, secrets, { projectId: project.id, userId: caller.userId }, body, isWithProjects))
  })
}

const scopeOf = async (tx: Tx, projectId: number, environmentId: number | null): Promise<Scope> => ({
  projectId,
  environment: environmentId === null ? null : await environmentInUse(tx, projectId, environmentId),
})

/** Returns the values of secrets in use. They are returned only if the event that records who has seen them is committed. */
const revealed = async (
  tx: Tx,
  secrets: Secrets,
  { projectId, userId }: { projectId: number; userId: number },
  { variableIds }: z.infer<typeof revealSecrets.body>,
  isWithProjects: boolean,
): Promise<z.infer<typeof revealSecrets.answer>> => {
  const rows = await tx
    .selectFrom('variable as v')
    .leftJoin('environment as e', 'e.id', 'v.environment_id')
    .select(['v.id', 'v.key', 'v.encrypted_value', 'e.name as environment'])
    .where('v.project_id', '=', projectId)
    .where('v.secret', '=', true)
    .where('e.deleted_at', 'is', null)
    .$if(!isWithProjects, (query) => query.where('v.environment_id', 'is not', null))
    .$if(variableIds !== undefined, (query) =>
      query.where(({ eb }) => eb('v.id', '=', eb.fn.any(eb.val(variableIds ?? [])))),
    )
    .orderBy('v.id')
    .execute()
  const items = rows.map(({ id, encrypted_value }) => ({
    id,
    rawValue: encrypted_value === null ? null : secrets.open(encrypted_value, placeOf(projectId)),
  }))
  const changes = rows.map(({ key, environment }) => ({
    kind: 'revealed' as const,
    subject: environment === null ? key : `${environment}: ${key}`,
  }))
  await appendChanges(tx, { area: 'variables', projectId, userId, changes })
  return { items }
}
