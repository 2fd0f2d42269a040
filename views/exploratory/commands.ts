/** How a session is created, changed, closed and deleted. */
import { useCallback } from 'react'
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { carryOut, exploratoryNow } from '../../store/outbox/exploratory/sessions.ts'
import type { CommandHints } from '../../store/projections/exploratory-events.ts'
import { useApplication, useProject } from '../boot/context.tsx'
import { useLog } from '../boot/log/log.ts'
import { toastOf } from './refusal-toast.ts'
import { useExploratory } from './use-exploratory.ts'
import { useMyself } from './use-local.ts'

/** Resolves once it is certain that it will be done. Rejects with `ApiError` where it is refused, with `NotKept` where there is no room. */
export type CarryOut = (command: ExploratoryCommand, hints?: CommandHints) => Promise<void>

/**
 * At once where there is a server and nothing of the session waits to be sent before it, so that a refusal is told where it was asked for.
 * Else it waits on this device with the rest.
 */
export function useCarryOut(): CarryOut {
  const { key: projectKey } = useProject()
  const { unsent } = useApplication()
  const log = useLog()
  const by = useMyself()
  const exploratory = useExploratory()
  return useCallback(
    async (command, hints = {}) => {
      const key = crypto.randomUUID()
      const waiting = await exploratoryNow(log, command.sessionId)
      if (waiting.unsent === 0)
        try {
          const { outcomes } = await exploratory.sendCommands(projectKey, [
            { key, at: new Date().toISOString(), command },
          ])
          const [outcome] = outcomes
          if (outcome?.outcome === 'refused') throw refused(outcome.refusal)
          return
        } catch (error) {
          if (!(error instanceof ApiError && error.kind === 'unreachable')) {
            toastOf(error)
            throw error
          }
        }
      // Under the same key: nobody knows whether the server has heard of it.
      await carryOut(log, [{ projectKey, command, key, hints: { by, ...hints } }])
      void unsent.start()
    },
    [exploratory, projectKey, log, unsent, by],
  )
}

/** As the calls that do one thing each would refuse it; `current` is what collided. */
const refused = ({ reason, message, errors = [], session, observation }: CommandRefusal): ApiError =>
  new ApiError('refused', {
    status: reason === 'invalid' ? 400 : 409,
    message,
    errors,
    ...(reason === 'collided' ? { code: ERROR_CODES.stale, current: session ?? observation } : {}),
  })
