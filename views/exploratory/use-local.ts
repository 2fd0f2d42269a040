/** Exploratory sessions in this device's log, and commands on them. */
import { useCallback, useEffect, useMemo } from 'react'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { carryOut, exploratory$, type Exploratory } from '../../store/outbox/exploratory/sessions.ts'
import type { CommandHints } from '../../store/projections/exploratory-events.ts'
import { useApplication, useProject, useSession, useStream } from '../application/context.tsx'
import { useLog } from '../application/log/log.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'

/** A session with this device's unsent changes; null before the log has answered. */
export function useLocalSession(sessionId: string): Exploratory | null {
  const log = useLog()
  const stream$ = useMemo(() => exploratory$(log, sessionId), [log, sessionId])
  return useStream<Exploratory | null>(stream$, null)
}

export type Do = (commands: ExploratoryCommand | readonly ExploratoryCommand[], hints?: CommandHints) => Promise<void>

/**
 * Stores commands on this device, all or none, to be sent as soon as possible. Resolves once they are on disk; rejects with `NotKept` when
 * this device is full.
 */
export function useDo(): Do {
  const log = useLog()
  const { unsent } = useApplication()
  const { key: projectKey } = useProject()
  const by = useMyself()
  return useCallback(
    async (commands, hints = {}) => {
      await carryOut(
        log,
        [commands].flat().map((command) => ({ projectKey, command, hints: { by, ...hints } })),
      )
      void unsent.start()
    },
    [log, unsent, projectKey, by],
  )
}

/** The signed-in user, as shown to others. */
export function useMyself(): ProjectUser {
  const { user } = useSession()
  return useMemo(() => {
    const { id, username, email, photoUrl, firstName, lastName } = user
    return { id, username, email, photoUrl, name: `${firstName} ${lastName}`.trim() || username }
  }, [user])
}

/** Starts to send unsent commands, in this tab and in later visits. */
export function useSending(): void {
  const { unsent } = useApplication()
  useEffect(() => void unsent.start(), [unsent])
}
