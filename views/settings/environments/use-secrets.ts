import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { revealSecrets, type Variable } from '../../../contract/settings/variables.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { revealedSecrets, type Revealed } from '../../../machines/settings/revealed-secrets.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { copyText } from '../../ui/browser/copy-text.ts'
import { toast } from '../../ui/toasts/toasts.ts'

const UNREADABLE = 'This secret was encrypted with another key. Enter it again, or restore the server’s old key.'

/** Values of the project's secrets, while the switch is on. */
export function useSecrets() {
  const { key } = useProject()
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      revealedSecrets.provide({
        actors: {
          reveal: fromPromise<Revealed>(async () => {
            const { items } = await send(revealSecrets, { params: { projectKey: key }, body: {} })
            return { values: Object.fromEntries(items.map(({ id, rawValue }) => [id, rawValue])) }
          }),
        },
      }),
    [send, key],
  )
  const [snapshot, dispatch, actor] = useMachine(machine)
  useEmitted(actor, {
    'secrets/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const { values } = snapshot.context

  const rawValueOf = async (variable: Variable): Promise<string | null> => {
    if (!variable.secret) return variable.value
    const shown = values?.[variable.id]
    if (shown !== undefined) return shown
    return (
      (await send(revealSecrets, { params: { projectKey: key }, body: { variableIds: [variable.id] } })).items[0]
        ?.rawValue ?? null
    )
  }
  const copy = async (variable: Variable): Promise<void> => {
    try {
      const value = await rawValueOf(variable)
      if (value === null) toast.error(UNREADABLE)
      else if (await copyText(value)) toast.success(TEXTS.valueCopied(variable.key))
      else toast.error('This browser did not allow copying. Show the secrets and copy the value by hand.')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return {
    values,
    isOn: !snapshot.matches('hidden'),
    isPending: snapshot.matches('revealing'),
    show: () => dispatch({ type: 'secrets/show' }),
    hide: () => dispatch({ type: 'secrets/hide' }),
    changed: () => dispatch({ type: 'secrets/changed' }),
    copy,
  }
}
export type Secrets = ReturnType<typeof useSecrets>
