import type { ObservationFile, ObservationValues } from '../../contract/exploratory/observations.ts'
import type { ExploratorySessionValues, TypeCount } from '../../contract/exploratory/sessions.ts'
import type { Feature } from '../../contract/access.ts'
import type { References } from '../settings/settings.ts'

/** Author and project of commands, and enabled features. */
export interface Doer {
  projectId: number
  userId: number
  features: readonly Feature[]
}

export interface SessionState {
  id: string
  values: ExploratorySessionValues
  createdBy: number
  createdAt: Date
  closedAt: Date | null
  closedBy: number | null
  observations: number
  types: Pick<TypeCount, 'typeId' | 'observations' | 'elapsedMillis'>[]
  observedMillis: number
  recordedMillis: number
  running: number
  revision: number
}

export interface ObservationState {
  id: string
  sessionId: string
  values: ObservationValues
  clockMillis: number | null
  createdBy: number
  createdAt: Date
  modifiedBy: number
  modifiedAt: Date
}

export interface StretchState {
  sessionId: string
  stretchId: string
  elapsedMillis: number
  isRunning: boolean
  /** Time of the report by the device's clock, capped at the server's time. */
  lastSeenAt: Date
}

/** Objects of the project that the commands refer to. */
export interface Known extends References {
  types: ReadonlyMap<number, { enabled: boolean }>
  deletedTypes: ReadonlySet<number>
  /** Ids in use elsewhere: of sessions and files in other projects, and of observations in other sessions. */
  taken: ReadonlySet<string>
  files: ReadonlySet<string>
}

interface Loaded extends Known {
  sessions: Map<string, SessionState>
  observations: Map<string, ObservationState>
  stretches: Map<string, StretchState>
}

export const stretchKey = ({ sessionId, stretchId }: Pick<StretchState, 'sessionId' | 'stretchId'>): string =>
  `${sessionId} ${stretchId}`

/**
 * In-memory state of the locked sessions and of what the commands refer to, updated by each command. Rules check first and change
 * afterwards, so a rejected command changes nothing. Changes are written together at the end.
 */
export class World {
  readonly known: Known
  readonly #sessions: Map<string, SessionState>
  readonly #observations: Map<string, ObservationState>
  readonly #stretches: Map<string, StretchState>
  readonly createdSessions = new Set<string>()
  readonly changedSessions = new Set<string>()
  /** Last revisions of deleted sessions. */
  readonly deletedSessions = new Map<string, number>()
  readonly createdObservations = new Set<string>()
  readonly changedObservations = new Set<string>()
  readonly deletedObservations = new Set<string>()
  /** Observations whose files have changed. */
  readonly refiled = new Set<string>()
  readonly newFiles = new Map<string, ObservationFile>()
  readonly measured = new Set<string>()
  readonly closed = new Set<string>()

  constructor({ sessions, observations, stretches, ...known }: Loaded) {
    this.known = known
    this.#sessions = sessions
    this.#observations = observations
    this.#stretches = stretches
  }

  session(id: string): SessionState | undefined {
    return this.#sessions.get(id)
  }

  observation(id: string): ObservationState | undefined {
    return this.#observations.get(id)
  }

  stretch(key: string): StretchState | undefined {
    return this.#stretches.get(key)
  }

  addSession(session: SessionState): void {
    this.#sessions.set(session.id, session)
    this.createdSessions.add(session.id)
  }

  /** Changes a session. Every change of a session or of its contents increments its revision. */
  changeSession(session: SessionState, change: Partial<SessionState> = {}): void {
    this.#sessions.set(session.id, { ...session, ...change, revision: session.revision + 1 })
    this.changedSessions.add(session.id)
  }

  closeSession(session: SessionState, closedBy: number, closedAt: Date): void {
    this.changeSession(session, { closedBy, closedAt, running: 0 })
    this.closed.add(session.id)
  }

  deleteSession({ id, revision }: SessionState): void {
    this.#sessions.delete(id)
    this.deletedSessions.set(id, revision + 1)
  }

  addObservation(observation: ObservationState): void {
    this.#put(observation)
    this.createdObservations.add(observation.id)
  }

  changeObservation(observation: ObservationState): void {
    this.#put(observation)
    this.changedObservations.add(observation.id)
  }

  #put(observation: ObservationState): void {
    const { id, values } = observation
    const held = this.#observations.get(id)?.values.attachments ?? []
    const isRefiled = idsOf(held) !== idsOf(values.attachments)
    if (isRefiled) this.refiled.add(id)
    for (const file of values.attachments)
      if (!this.known.files.has(file.fileUuid) && !this.newFiles.has(file.fileUuid))
        this.newFiles.set(file.fileUuid, file)
    this.#observations.set(id, observation)
  }

  deleteObservation(id: string): void {
    this.#observations.delete(id)
    this.deletedObservations.add(id)
  }

  putStretch(stretch: StretchState): void {
    const key = stretchKey(stretch)
    this.#stretches.set(key, stretch)
    this.measured.add(key)
  }
}

const idsOf = (files: readonly ObservationFile[]): string => files.map(({ fileUuid }) => fileUuid).join()
