import { fromPromise } from 'xstate'
import { ERROR_CODES } from '../../contract/errors.ts'
import {
  sendExploratoryCommands,
  type CommandRefusal,
  type ExploratoryCommand,
} from '../../contract/exploratory/commands.ts'
import { runSendOrEnqueue, sendOrEnqueue } from '../../machines/outbox/send-or-enqueue.machine.ts'
import type { Send } from '../../services/http/http.ts'
import { ApiError } from '../../services/http/api-error.ts'
import type { Log } from '../../store/log/log.ts'
import { carryOut, exploratoryNow, type Wanted } from '../../store/outbox/exploratory/sessions.ts'

/**
 * Sends a command of an exploratory session, or enqueues it when the server is unreachable or the outbox holds earlier commands of the
 * session; `enqueued` is called then. Rejects with `ApiError` when the server rejects it, with `NotKept` when this device is full.
 */
export const sendOrEnqueueExploratory = (
  { log, send, enqueued }: { log: Log; send: Send; enqueued: () => void },
  wanted: Omit<Wanted, 'key' | 'at'>,
): Promise<void> => {
  const { projectKey } = wanted
  const key = crypto.randomUUID()
  const machine = sendOrEnqueue<ExploratoryCommand>().provide({
    actors: {
      look: fromPromise(async ({ input: { command } }) => (await exploratoryNow(log, command.sessionId)).unsent > 0),
      send: fromPromise(async ({ input: { command } }) => {
        try {
          const { outcomes } = await send(sendExploratoryCommands, {
            params: { projectKey },
            body: { commands: [{ key, at: new Date().toISOString(), command }] },
          })
          const [outcome] = outcomes
          if (outcome?.outcome === 'refused') throw refused(outcome.refusal)
          return 'taken'
        } catch (error) {
          if (error instanceof ApiError && error.kind === 'unreachable') return 'unreachable'
          throw error
        }
      }),
      enqueue: fromPromise(async ({ input: { command } }) => {
        await carryOut(log, [{ ...wanted, command, key }])
        enqueued()
      }),
    },
  })
  return runSendOrEnqueue(machine, wanted.command)
}

/** Converts a rejected command to the error of the equivalent single call; `current` is the collided state. */
const refused = ({ reason, message, errors = [], session, observation }: CommandRefusal): ApiError =>
  new ApiError('refused', {
    status: reason === 'invalid' ? 400 : 409,
    message,
    errors,
    ...(reason === 'collided' ? { code: ERROR_CODES.stale, current: session ?? observation } : {}),
  })
