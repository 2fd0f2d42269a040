import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { toast } from '../../ui/toasts.ts'
import { useEmitted } from '../use-emitted.ts'
import { useProfile } from '../use-profile.ts'

/** Creates an access token for the signed-in user. `token` is null before it is created. */
export function useTokenCreation(onCreated: () => void = () => undefined) {
  const profile = useProfile()
  const machine = useMemo(
    () =>
      tokenCreation.provide({
        actors: {
          create: fromPromise<CreatedToken, { name: string }>(({ input }) => profile.createToken(input.name, null)),
        },
      }),
    [profile],
  )
  const [snapshot, send, actor] = useMachine(machine)
  useEmitted(actor, {
    'tokens/changed': onCreated,
    'token/refused': ({ error }) => toast.error(messageOf(error)),
  })
  return {
    token: snapshot.context.token,
    isAsking: snapshot.matches('asking'),
    isCreating: snapshot.matches('creating'),
    ask: () => send({ type: 'token/ask' }),
    create: (name: string) => send({ type: 'token/create', name }),
    created: (token: CreatedToken) => send({ type: 'token/created', token }),
    close: () => send({ type: 'token/close' }),
  }
}
