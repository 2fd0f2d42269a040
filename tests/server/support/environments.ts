import { afterAll, beforeAll } from 'vitest'
import type { AnyCall } from '../../../contract/call.ts'
import { SettingsEvent, type SettingsArea } from '../../../contract/settings/changes.ts'
import { createEnvironment, listEnvironments } from '../../../contract/settings/environments.ts'
import {
  createEnvironmentVariable,
  createVariable,
  listVariables,
  revealSecrets,
} from '../../../contract/settings/variables.ts'
import { ask, refusalOf, startTestApp, type TestApp } from './app.ts'
import { aProject, aWorkspace, type TestUser } from './people.ts'

export let app: TestApp
export let owner: TestUser

let projects = 0
export const inNewProject = async () => {
  projects += 1
  const projectKey = `P${projects}`
  const projectId = await aProject(app, owner, projectKey)
  const { token } = owner
  const params = { projectKey }
  const refused = async (call: AnyCall, given: Record<string, number>, body: unknown, as = token) => {
    const { status, errors } = await refusalOf(app, call, { token: as, params: { projectKey, ...given }, body })
    return { status, errors }
  }
  return {
    projectId,
    projectKey,
    params,
    refused,
    environment: (name: string, key = name.toLowerCase()) =>
      ask(app, createEnvironment, { token, params, body: { name, key, description: '' } }),
    environments: async (includeDeleted = false) =>
      (await ask(app, listEnvironments, { token, params, query: { includeVariables: true, includeDeleted } })).items,
    variable: (key: string, value: string, secret = false) =>
      ask(app, createVariable, { token, params, body: { key, value, secret } }),
    variables: async () => (await ask(app, listVariables, { token, params })).items,
    ofEnvironment: (environmentId: number, key: string, value: string, secret = false) =>
      ask(app, createEnvironmentVariable, {
        token,
        params: { projectKey, environmentId },
        body: { key, value, secret },
      }),
    reveal: async (variableIds?: number[], as = token) =>
      (
        await ask(app, revealSecrets, { token: as, params, body: variableIds === undefined ? {} : { variableIds } })
      ).items.map(({ id, rawValue }) => [id, rawValue]),
    log: async (area: SettingsArea) =>
      (
        await app.db
          .selectFrom('event')
          .select('payload')
          .where('project_id', '=', projectId)
          .where('type', '=', `settings/${area}`)
          .orderBy('id')
          .execute()
      ).flatMap(({ payload }) => SettingsEvent.parse(payload).changes),
  }
}

/** Call once in a file: its tests share a workspace and its owner. */
export const withWorkspace = (): void => {
  beforeAll(async () => {
    app = await startTestApp()
    owner = await aWorkspace(app)
  })
  afterAll(() => app.close())
}
