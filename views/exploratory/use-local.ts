/** What this device holds of exploratory sessions, and how something is done in them. */
import { useCallback, useEffect, useMemo } from 'react'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { carryOut, exploratory$, type Exploratory } from '../../store/outbox/exploratory/sessions.ts'
import type { CommandHints } from '../../store/projections/exploratory-events.ts'
import { useApplication, useProject, useSession, useStream } from '../boot/context.tsx'
import { useLog } from '../boot/log/log.ts'
import type { ProjectPerson } from '../../contract/projects/people.ts'

/** A session as this device knows it, with what was done here; null until the log has answered. */
export function useLocalSession(sessionId: string): Exploratory | null {
  const log = useLog()
  const stream$ = useMemo(() => exploratory$(log, sessionId), [log, sessionId])
  return useStream<Exploratory | null>(stream$, null)
}

export type Do = (commands: ExploratoryCommand | readonly ExploratoryCommand[], hints?: CommandHints) => Promise<void>

/**
 * Does it on this device, from where it is sent as soon as it can be; several commands all or none. Resolves once it is on disk; rejects with `NotKept` where this
 * device has no room.
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

/** Who is signed in, as others see them. */
export function useMyself(): ProjectPerson {
  const { person } = useSession()
  return useMemo(() => {
    const { id, username, email, photoUrl, firstName, lastName } = person
    return { id, username, email, photoUrl, name: `${firstName} ${lastName}`.trim() || username }
  }, [person])
}

/** From now on what is done here is sent, in this tab and whenever this person is here again. */
export function useSending(): void {
  const { unsent } = useApplication()
  useEffect(() => void unsent.start(), [unsent])
}
