import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  restoreEnvironment,
  updateEnvironment,
  type EnvironmentChange,
  type EnvironmentValues,
} from '../../contract/settings/environments.ts'
import {
  createEnvironmentVariable,
  createVariable,
  deleteEnvironmentVariable,
  deleteVariable,
  listVariables,
  revealSecrets,
  updateEnvironmentVariable,
  updateVariable,
  type ChangedVariable,
  type NewVariable,
} from '../../contract/settings/variables.ts'
import type { Send } from '../http/http.ts'

/** Calls about environments and variables. `environmentId` null: a project variable, for all environments. */
export const createEnvironmentsService = (send: Send) => ({
  /** With variables; deleted ones only for users who may restore them. */
  list: (projectKey: string, includeDeleted: boolean) =>
    send(listEnvironments, { params: { projectKey }, query: { includeVariables: true, includeDeleted } }),
  create: (projectKey: string, body: EnvironmentValues) => send(createEnvironment, { params: { projectKey }, body }),
  update: (projectKey: string, environmentId: number, body: EnvironmentChange) =>
    send(updateEnvironment, { params: { projectKey, environmentId }, body }),
  delete: (projectKey: string, environmentId: number) =>
    send(deleteEnvironment, { params: { projectKey, environmentId } }),
  restore: (projectKey: string, environmentId: number) =>
    send(restoreEnvironment, { params: { projectKey, environmentId }, body: {} }),
  variables: (projectKey: string) => send(listVariables, { params: { projectKey } }),
  createVariable: (projectKey: string, environmentId: number | null, body: NewVariable) =>
    environmentId === null
      ? send(createVariable, { params: { projectKey }, body })
      : send(createEnvironmentVariable, { params: { projectKey, environmentId }, body }),
  updateVariable: (projectKey: string, environmentId: number | null, variableId: number, body: ChangedVariable) =>
    environmentId === null
      ? send(updateVariable, { params: { projectKey, variableId }, body })
      : send(updateEnvironmentVariable, { params: { projectKey, environmentId, variableId }, body }),
  deleteVariable: (projectKey: string, environmentId: number | null, variableId: number) =>
    environmentId === null
      ? send(deleteVariable, { params: { projectKey, variableId } })
      : send(deleteEnvironmentVariable, { params: { projectKey, environmentId, variableId } }),
  /** Decrypts secrets by id, or all. Recorded in the change log. */
  reveal: (projectKey: string, variableIds?: number[]) =>
    send(revealSecrets, { params: { projectKey }, body: variableIds === undefined ? {} : { variableIds } }),
})
