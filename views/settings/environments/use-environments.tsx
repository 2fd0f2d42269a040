import { variableCalls } from './variable-calls.ts'
import { listVariables } from '../../../contract/settings/variables.ts'
import {
  listEnvironments,
  deleteEnvironment,
  restoreEnvironment,
  type Environment,
} from '../../../contract/settings/environments.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useDeletion } from '../deletion.tsx'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import type { VariableOf } from './variables-list.tsx'

interface Wanted {
  hasProjectVariables: boolean
  /** Deleted environments load only for users who may restore them. */
  canWrite: boolean
  onChanged: () => void
  focusAfter: () => HTMLElement | null
}

/** Environments and variables of the project with their actions. */
export function useEnvironments({ hasProjectVariables, canWrite, onChanged, focusAfter }: Wanted) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh } = useResource(async () => {
    const [places, variables] = await Promise.all([
      send(listEnvironments, {
        params: { projectKey: key },
        query: { includeVariables: true, includeDeleted: canWrite },
      }),
      hasProjectVariables ? send(listVariables, { params: { projectKey: key } }) : { items: [] },
    ])
    return { environments: places.items, projectVariables: variables.items }
  })
  const changed = () => {
    refresh()
    onChanged()
  }
  const deletion = useDeletion<Environment>({
    perform: ({ id }) => send(deleteEnvironment, { params: { projectKey: key, environmentId: id } }),
    words: ({ id, name, variables = [] }) => ({
      title: `Delete environment ${name}?`,
      action: 'Delete environment',
      about: (
        <>
          {withVariables(variables.length)} It can be restored later.
          <ExploratoryUses kind="environment" id={id} />
        </>
      ),
      done: TEXTS.environmentDeleted,
    }),
    onDeleted: changed,
    focusAfter,
  })
  const variableDeletion = useDeletion<VariableOf>({
    perform: async ({ environment, variable }) => {
      if (variable !== null)
        await variableCalls(send, { projectKey: key, environmentId: environment?.id ?? null }).delete(variable.id)
    },
    words: ({ environment, variable }) => ({
      title: `Delete variable ${variable?.key ?? ''}?`,
      action: 'Delete variable',
      about:
        environment === null
          ? 'Environments without their own variable of this key lose it. This cannot be undone.'
          : `${environment.name} loses it. This cannot be undone.`,
      done: TEXTS.variableDeleted,
    }),
    onDeleted: changed,
    focusAfter,
  })
  return {
    /** Active environments; null while loading. */
    environments: value?.environments.filter(({ deletedAt }) => deletedAt === null) ?? null,
    deleted: value?.environments.filter(({ deletedAt }) => deletedAt !== null) ?? [],
    projectVariables: value?.projectVariables ?? [],
    failure,
    isLoading,
    retry,
    refresh: changed,
    askToDelete: deletion.ask,
    askToDeleteVariable: variableDeletion.ask,
    restore: async ({ id }: Environment) => {
      try {
        await send(restoreEnvironment, { params: { projectKey: key, environmentId: id }, body: {} })
        toast.success(TEXTS.environmentRestored)
        changed()
      } catch (error) {
        toast.error(messageOf(error))
      }
    },
    dialogs: (
      <>
        {deletion.dialog}
        {variableDeletion.dialog}
      </>
    ),
  }
}

const withVariables = (count: number): string =>
  count === 0
    ? 'Reported results are kept.'
    : `Its ${count === 1 ? 'variable is deleted' : `${count} variables are deleted`} too. Reported results are kept.`
