/** How what somebody does in exploratory sessions is carried out. */
import { useCallback } from 'react'
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { ApiError } from '../../services/api-error.ts'
import { carryOut, exploratoryNow } from '../../store/exploratory-log.ts'
import { useApplication, useProject } from '../app/context.tsx'
import { useLog } from '../app/log.ts'
import { useExploratory } from './use-exploratory.ts'
import { useMyself } from './use-local.ts'

/**
 * Resolves once it is certain that it will be done: the server has done it, or this device keeps it until it can be sent. Rejects with
 * `ApiError` where it is refused, and with `NotKept` where this device has no room either.
 */
export type CarryOut = (command: ExploratoryCommand) => Promise<void>

export function useCarryOut(): CarryOut {
  const { key: projectKey } = useProject()
  const { unsent } = useApplication()
  const exploratory = useExploratory()
  const log = useLog()
  const by = useMyself()
  return useCallback(
    async (command) => {
      const key = crypto.randomUUID()
      const keepHere = async () => {
        await carryOut(log, [{ projectKey, command, key, hints: { by } }])
        void unsent.start()
      }
      // In order: what was done before it and is still here goes first.
      if ((await exploratoryNow(log, command.sessionId)).unsent > 0) return keepHere()
      try {
        const { outcomes } = await exploratory.sendCommands(projectKey, [
          { key, at: new Date().toISOString(), command },
        ])
        const [outcome] = outcomes
        if (outcome?.outcome === 'refused') throw refused(outcome.refusal)
      } catch (error) {
        // Perhaps it was done, and only the answer is lost: under its key it is done once.
        if (error instanceof ApiError && error.kind === 'unreachable') return keepHere()
        throw error
      }
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
