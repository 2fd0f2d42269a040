import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { createAccessToken } from '../../../contract/workspace/profile.ts'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useEmitted } from '../use-emitted.ts'

/** Creates an access token for the signed-in user. `token` is null before it is created. */
export function useTokenCreation(onCreated: () => void = () => undefined) {
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      tokenCreation.provide({
        actors: {
          create: fromPromise<CreatedToken, { name: string }>(({ input }) =>
            send(createAccessToken, { body: { name: input.name, expiresAt: null, scope: 'report' } }),
          ),
        },
      }),
    [send],
  )
  const [snapshot, dispatch, actor] = useMachine(machine)
  useEmitted(actor, {
    'tokens/changed': onCreated,
    'token/refused': ({ error }) => toast.error(messageOf(error)),
  })
  return {
    token: snapshot.context.token,
    isAsking: snapshot.matches('asking'),
    isCreating: snapshot.matches('creating'),
    ask: () => dispatch({ type: 'token/ask' }),
    create: (name: string) => dispatch({ type: 'token/create', name }),
    created: (token: CreatedToken) => dispatch({ type: 'token/created', token }),
    close: () => dispatch({ type: 'token/close' }),
  }
}
