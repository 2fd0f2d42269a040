import type { ObservationFile, ObservationValues } from '../../contract/exploratory/observations.ts'
import type { ExploratorySessionValues, TypeCount } from '../../contract/exploratory/sessions.ts'
import type { Feature } from '../../contract/access.ts'
import type { References } from '../settings/references.ts'

/** Who does something in which project, and what is switched on there. */
export interface Doer {
  projectId: number
  personId: number
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
  /** When the device said so, by its own clock where that is not ahead. */
  heardAt: Date
}

/** What of the project the commands may refer to, as far as they do. */
export interface Known extends References {
  types: ReadonlyMap<number, { enabled: boolean }>
  deletedTypes: ReadonlySet<number>
  /** Ids of sessions and files that other projects have, and of observations that other sessions have. */
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
 * The locked sessions and what the commands name of them, as they become with each command. Rules look first and change after that, so
 * a refused command has changed nothing. What was changed is written at the end, all at once.
 */
export class World {
  readonly known: Known
  readonly #sessions: Map<string, SessionState>
  readonly #observations: Map<string, ObservationState>
  readonly #stretches: Map<string, StretchState>
  readonly createdSessions = new Set<string>()
  readonly changedSessions = new Set<string>()
  /** Last revisions of those that go. */
  readonly deletedSessions = new Map<string, number>()
  readonly createdObservations = new Set<string>()
  readonly changedObservations = new Set<string>()
  readonly deletedObservations = new Set<string>()
  /** Observations whose files are other ones now. */
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

  /** Each change of a session or of what belongs to it raises its revision by one. */
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
