import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { beginPasskeySignIn, signInByPasskey } from '../../contract/session/passkeys.ts'
import type { OpenSession } from '../../contract/session/session.ts'
import { secondStepMachine } from '../../machines/session/second-step.machine.ts'
import { askForPasskey, offersPasskeys } from '../../services/session/authenticator.ts'
import { useApplication } from '../application/context.tsx'

interface Wanted {
  /** Whether both server and browser support passkeys. */
  hasPasskeys: boolean
  onOpened: (session: OpenSession) => void
}

/** The steps of a sign-in, with this browser's passkeys. */
export const useSignInSteps = ({ hasPasskeys, onOpened }: Wanted) => {
  const { send } = useApplication()
  const machine = useMemo(() => {
    const signIn = async (ticket: string | null, signal: AbortSignal, isOffer = false): Promise<OpenSession | null> => {
      const { options } = await send(beginPasskeySignIn, { body: ticket === null ? {} : { ticket } })
      const assertion = await askForPasskey(options, { signal, isOffer })
      return assertion && send(signInByPasskey, { body: { assertion, ...(ticket === null ? {} : { ticket }) } })
    }
    return secondStepMachine.provide({
      actors: {
        usePasskey: fromPromise<OpenSession | null, { ticket: string | null }>(({ input, signal }) =>
          signIn(input.ticket, signal),
        ),
        offerPasskeys: fromPromise<OpenSession | null>(async ({ signal }) =>
          hasPasskeys && (await offersPasskeys()) && !signal.aborted ? signIn(null, signal, true) : null,
        ),
      },
    })
  }, [send, hasPasskeys])
  const [snapshot, dispatch] = useMachine(
    machine.provide({ actions: { open: (_, { session }) => session !== null && onOpened(session) } }),
  )
  return { snapshot, dispatch }
}
