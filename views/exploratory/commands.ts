/** Commands to create, change, close and delete a session. */
import { useCallback } from 'react'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { CommandHints } from '../../store/projections/exploratory-events.ts'
import { useApplication, useProject } from '../application/context.tsx'
import { useLog } from '../application/log/log.ts'
import { sendOrEnqueueExploratory } from './send-or-enqueue.ts'
import { useMyself } from './use-local.ts'

/**
 * Resolves once the server or the outbox has the command. Rejects with `ApiError` when the server rejects it, with `NotKept` when this
 * device is full.
 */
export type SendOrEnqueue = (command: ExploratoryCommand, hints?: CommandHints) => Promise<void>

export function useSendOrEnqueue(): SendOrEnqueue {
  const { key: projectKey } = useProject()
  const { sendKept, unsent } = useApplication()
  const log = useLog()
  const by = useMyself()
  return useCallback(
    (command, hints = {}) =>
      sendOrEnqueueExploratory(
        { log, send: sendKept, enqueued: () => void unsent.start() },
        { projectKey, command, hints: { by, ...hints } },
      ),
    [sendKept, projectKey, log, unsent, by],
  )
}
