/** How what somebody does in exploratory sessions is carried out. */
import { useCallback } from 'react'
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { ApiError } from '../../services/api-error.ts'
import { useProject } from '../app/context.tsx'
import { useExploratory } from './use-exploratory.ts'

/** Resolves once it is certain that it will be done. Rejects with `ApiError` where it is refused. */
export type CarryOut = (command: ExploratoryCommand) => Promise<void>

export function useCarryOut(): CarryOut {
  const { key: projectKey } = useProject()
  const exploratory = useExploratory()
  return useCallback(
    async (command) => {
      const sent = { key: crypto.randomUUID(), at: new Date().toISOString(), command }
      const { outcomes } = await exploratory.sendCommands(projectKey, [sent])
      const [outcome] = outcomes
      if (outcome?.outcome === 'refused') throw refused(outcome.refusal)
    },
    [exploratory, projectKey],
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
