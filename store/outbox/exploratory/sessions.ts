import { map, type Observable } from 'rxjs'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import type { Log } from '../../log/log.ts'
import type { ExploratoryState } from '../../projections/exploratory.ts'
import type { CommandHints, ExploratoryTypes } from '../../projections/exploratory-events.ts'
import { shownOf, type ShownExploratory } from '../../projections/exploratory-shown.ts'
import { commandState$, commandStateNow, enqueue, rewrite, type NewCommand as WantedOf } from '../commands.ts'
import { move as moveCommands, replace as replaceCommand } from '../outbox-decisions.ts'
import { unsent$, unsentNow, type UnsentCommand } from '../outbox-shown.ts'
import { exploratoryCommands } from './definition.ts'

export type Wanted = WantedOf<ExploratoryTypes>
export type UnsentExploratory = UnsentCommand<ExploratoryTypes>

/** Enqueues commands of exploratory sessions. Resolves with their keys; throws `NotKept`. */
export const carryOut = (log: Log, requested: readonly Wanted[]): Promise<string[]> =>
  enqueue(log, exploratoryCommands, requested)

/** Replaces a rejected command. Resolves with the new key; null if it is no longer rejected. */
export const replace = (
  log: Log,
  key: string,
  command: ExploratoryCommand,
  hints?: CommandHints,
): Promise<string | null> => replaceCommand(log, exploratoryCommands, { key, command, hints })

/** Replaces commands, with their files. Resolves with the new keys; null if a user has decided already. */
export const move = (log: Log, keys: readonly string[], requested: readonly Wanted[]): Promise<string[] | null> =>
  moveCommands(log, exploratoryCommands, keys, requested)

/** Unconfirmed commands of exploratory sessions, in order. */
export const unsentExploratory = (log: Log): Promise<UnsentExploratory[]> => unsentNow(log, exploratoryCommands)
/** Emits them and their changes. */
export const unsentExploratory$ = (log: Log): Observable<UnsentExploratory[]> => unsent$(log, exploratoryCommands)

interface Loaded {
  session: ExploratorySession
  observations: readonly Observation[]
  projectKey?: string
}

/** Stores the server's full answer about a session, unless a newer one is known. Resolves with whether it did. */
export const keepLoaded = (log: Log, { session, observations, ...of }: Loaded): Promise<boolean> =>
  rewrite(log, exploratoryCommands, exploratoryStream(session.id), ({ base, commands }) =>
    session.revision < Math.max(base.loadedRevision, base.session?.revision ?? -1)
      ? null
      : { base: { ...base, ...of, session, observations, loadedRevision: session.revision, isGone: false }, commands },
  )

/** The server no longer has the session. Unsent commands stay. */
export const keepGone = async (log: Log, sessionId: string): Promise<void> => {
  await rewrite(log, exploratoryCommands, exploratoryStream(sessionId), (state) =>
    // A session that is still to be created never existed there.
    state.commands.some(({ command }) => command.type === 'session/create')
      ? null
      : { ...state, base: { ...state.base, isGone: true } },
  )
}

export interface Exploratory extends ShownExploratory {
  state: ExploratoryState
}

/** Emits a session's displayed state and its changes, in this tab or another. Fails when the log cannot be read. */
export const exploratory$ = (log: Log, sessionId: string): Observable<Exploratory> =>
  commandState$(log, exploratoryCommands, exploratoryStream(sessionId)).pipe(
    map((state) => ({ state, ...shownOf(state) })),
  )

/** Resolves with the current state. */
export async function exploratoryNow(log: Log, sessionId: string): Promise<Exploratory> {
  const state = await commandStateNow(log, exploratoryCommands, exploratoryStream(sessionId))
  return { state, ...shownOf(state) }
}
