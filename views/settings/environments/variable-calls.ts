import {
  createEnvironmentVariable,
  createVariable,
  deleteEnvironmentVariable,
  deleteVariable,
  updateEnvironmentVariable,
  updateVariable,
  type ChangedVariable,
  type NewVariable,
} from '../../../contract/settings/variables.ts'
import type { Send } from '../../../services/http/http.ts'

/** Where a variable belongs. `environmentId` null: the project, for all environments. */
interface Scope {
  projectKey: string
  environmentId: number | null
}

/** Calls about a variable of the project or of an environment. */
export const variableCalls = (send: Send, { projectKey, environmentId }: Scope) =>
  environmentId === null
    ? {
        create: (body: NewVariable) => send(createVariable, { params: { projectKey }, body }),
        update: (variableId: number, body: ChangedVariable) =>
          send(updateVariable, { params: { projectKey, variableId }, body }),
        delete: (variableId: number) => send(deleteVariable, { params: { projectKey, variableId } }),
      }
    : {
        create: (body: NewVariable) => send(createEnvironmentVariable, { params: { projectKey, environmentId }, body }),
        update: (variableId: number, body: ChangedVariable) =>
          send(updateEnvironmentVariable, { params: { projectKey, environmentId, variableId }, body }),
        delete: (variableId: number) =>
          send(deleteEnvironmentVariable, { params: { projectKey, environmentId, variableId } }),
      }
