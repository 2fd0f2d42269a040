import type { CommandOutcome, CommandRefusal, SentCommand } from '../../../../contract/exploratory/commands.ts'
import type { Observation } from '../../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../../contract/exploratory/sessions.ts'
import { ApiError } from '../../../../services/http/api-error.ts'
import type { Chunk } from '../../../../services/outbox/outbox.ts'

/** Fault of a request. `lost`: it is applied, and the answer never arrives. `torn`: the server dies in the middle. */
export type Fault = 'unreachable' | 'lost' | 'twice' | 'torn' | 401 | 403 | 404 | 413 | 500

/** Commands for a note other than the one with its id. */
const OTHER = { reason: 'invalid' as const, errors: [{ field: 'id', message: 'Another has it' }] }

/** Few, so that sessions reach the limit. */
const MAX_OBSERVATIONS = 8
const CHUNK_BYTES = 3

const user = { id: 1, username: 'nadia', name: 'Nadia', email: 'nadia@larkspur.test', photoUrl: null }
const type = { id: 1, name: 'Note', colorHex: '#336699', enabled: true, deleted: false }

/** Every request with it fails. */
export const breaks = ({ command }: Pick<SentCommand, 'command'>): boolean =>
  command.type === 'observation/create' && command.values.description.startsWith('breaks')

/** A small model of the real server: it applies each command once, in order, up to the first that it rejects. */
export class ModelServer {
  readonly sessions = new Map<string, ExploratorySession>()
  readonly observations = new Map<string, Observation & { sessionId: string }>()
  readonly files = new Map<string, string>()
  /** By id: the text of an observation when a command deleted it. */
  readonly removed = new Map<string, string>()
  /** By key: a repeated command gets the first answer. */
  readonly answers = new Map<string, CommandOutcome>()
  /** Keys in the order of application. */
  readonly carried: string[] = []
  /** Sessions of commands that it failed at, whatever happened to them later. */
  readonly failedAt = new Set<string>()
  faults: Fault[] = []
  readonly counted = new Map<string, number>()
  /** Turns of the event loop that a request takes each way. */
  delay = 1
  /** An independent one: the devices' clocks jump. */
  private now = 0
  private typeOff = false

  count(what: string): void {
    this.counted.set(what, (this.counted.get(what) ?? 0) + 1)
  }

  private async way(): Promise<void> {
    for (let turn = 0; turn < this.delay; turn += 1) await new Promise(setImmediate)
  }

  private async answering<T>(work: () => T): Promise<T> {
    await this.way()
    const fault = this.faults.shift()
    if (fault !== undefined) this.count(String(fault))
    if (fault === 'unreachable') throw new ApiError('unreachable')
    if (typeof fault === 'number') throw new ApiError('refused', { status: fault, message: `Refused with ${fault}` })
    const answer = work()
    if (fault === 'twice') work()
    await this.way()
    if (fault === 'lost') throw new ApiError('unreachable')
    return answer
  }

  async sendCommands(_call: unknown, _projectKey: string, commands: SentCommand[]) {
    return this.carriedOut(commands).catch((error: unknown) => {
      if (error instanceof ApiError && error.status >= 500)
        for (const { command } of commands) this.failedAt.add(command.sessionId)
      throw error
    })
  }

  private async carriedOut(commands: SentCommand[]) {
    const isTorn = this.faults[0] === 'torn'
    if (isTorn) this.faults.shift()
    return this.answering(() => {
      // Like a schema: one invalid command rejects the request.
      if (
        commands.some(({ command }) => command.type === 'observation/create' && /bad/.test(command.values.description))
      ) {
        this.count('400')
        throw new ApiError('refused', {
          status: 400,
          message: 'Not valid',
          errors: [{ field: 'commands.0.command.values.description', message: 'Bad' }],
        })
      }
      if (commands.some(breaks)) {
        this.count('500 of its own')
        throw new ApiError('refused', { status: 500, message: 'It breaks' })
      }
      const outcomes: CommandOutcome[] = []
      for (const [i, sent] of commands.entries()) {
        if (isTorn && i >= commands.length / 2) {
          this.count('torn')
          throw new ApiError('refused', { status: 500, message: 'Died in the middle' })
        }
        const outcome = this.answers.get(sent.key) ?? this.carryOut(sent)
        outcomes.push(outcome)
        if (outcome.outcome === 'refused') break
      }
      const touched = new Set(commands.map(({ command }) => command.sessionId))
      return { outcomes, sessions: [...touched].flatMap((id) => structuredClone(this.sessions.get(id)) ?? []) }
    })
  }

  private carryOut({ key, at, command }: SentCommand): CommandOutcome {
    const refusal = this.refusalOf(command)
    if (refusal !== null) {
      this.count(refusal.reason)
      return { key, outcome: 'refused', refusal: structuredClone({ message: refusal.reason, ...refusal }) }
    }
    const outcome: CommandOutcome = { key, outcome: 'done' }
    const observation = this.act(command, at)
    if (observation) outcome.observation = structuredClone(observation)
    this.answers.set(key, outcome)
    this.carried.push(key)
    return outcome
  }

  private refusalOf(command: SentCommand['command']): Omit<CommandRefusal, 'message'> | null {
    if (command.type === 'session/create') return null
    const session = this.sessions.get(command.sessionId)
    if (session === undefined) return { reason: 'session-gone' }
    if (command.type === 'session/delete' || command.type === 'session/close') return null
    if (session.closed) return { reason: 'session-closed', session }
    if (command.type === 'observation/create') {
      const known = this.observations.get(command.observationId)
      if (known !== undefined) {
        const isRepeat = known.sessionId === session.id && known.description === command.values.description
        return isRepeat ? null : OTHER
      }
      if (this.of(session.id).length >= MAX_OBSERVATIONS) return { reason: 'full' }
      if (this.typeOff) return { reason: 'type-off' }
    }
    if (command.type === 'observation/edit') {
      const observation = this.observations.get(command.observationId)
      if (observation === undefined) return { reason: 'observation-gone' }
      if (observation.description !== command.expected.description) return { reason: 'collided', observation }
    }
    if (command.type === 'observations/delete')
      for (const [id, seen] of Object.entries(command.expected ?? {})) {
        const observation = this.observations.get(id)
        if (observation !== undefined && observation.description !== seen.description)
          return { reason: 'collided', observation }
      }
    if (command.type === 'session/update' && session.title !== command.expected.title)
      return { reason: 'collided', session }
    return null
  }

  private act(command: SentCommand['command'], at: string): Observation | null {
    switch (command.type) {
      case 'session/create':
        if (!this.sessions.has(command.sessionId)) this.open(command.sessionId, command.values.title)
        return null
      case 'session/update':
        this.change(command.sessionId, { title: command.values.title ?? '' })
        return null
      case 'session/close':
        this.change(command.sessionId, { closed: true })
        return null
      case 'session/delete':
        this.deleteSession(command.sessionId)
        return null
      case 'clock/measured':
        this.change(command.sessionId, { recordedMillis: command.elapsedMillis })
        return null
      case 'observation/create': {
        const { typeId: _, attachments, ...values } = command.values
        return (
          this.observations.get(command.observationId) ??
          this.write(command.sessionId, {
            ...values,
            id: command.observationId,
            type,
            attachments: attachments.map((file) => ({ ...file, receivedBytes: this.received(file.fileUuid) })),
            clockMillis: command.clockMillis,
            createdAt: at,
            createdBy: user,
            lastModifiedAt: at,
            lastModifiedBy: user,
          })
        )
      }
      case 'observation/edit': {
        const observation = this.observations.get(command.observationId)
        if (observation === undefined) return null
        return this.write(command.sessionId, {
          ...observation,
          description: command.values.description ?? observation.description,
        })
      }
      case 'observations/delete':
        for (const id of command.observationIds) {
          const gone = this.observations.get(id)
          if (gone !== undefined) this.removed.set(id, gone.description)
          this.observations.delete(id)
        }
        this.change(command.sessionId, {})
        return null
    }
  }

  private write(sessionId: string, observation: Observation): Observation {
    this.now += 1
    const written = { ...observation, sessionId, lastModifiedAt: new Date(this.now * 1000).toISOString() }
    this.observations.set(observation.id, written)
    this.change(sessionId, {})
    return written
  }

  private change(sessionId: string, to: Partial<ExploratorySession>): void {
    const session = this.sessions.get(sessionId)
    if (session) this.sessions.set(sessionId, { ...session, ...to, revision: session.revision + 1 })
  }

  received = (fileUuid: string): number => this.files.get(fileUuid)?.length ?? 0

  async uploadState(_upload: unknown, _projectKey: string, fileUuid: string) {
    return this.answering(() => ({ fileUuid, receivedBytes: this.received(fileUuid), sizeBytes: 0 }))
  }

  async sendChunk(_upload: unknown, _projectKey: string, { fileUuid, offset, bytes, sizeBytes }: Chunk) {
    const text = await bytes.text()
    if (this.faults[0] === 'torn') this.faults[0] = 'lost'
    return this.answering(() => {
      const held = this.files.get(fileUuid) ?? ''
      const state = (receivedBytes: number) => ({ fileUuid, receivedBytes, sizeBytes })
      if (offset !== held.length) throw new ApiError('refused', { status: 409, current: state(held.length) })
      this.files.set(fileUuid, held + text.slice(0, CHUNK_BYTES))
      return state(this.received(fileUuid))
    })
  }

  // What others do.

  /** In the order of their times, and of their arrival for equal times. */
  of = (sessionId: string) =>
    [...this.observations.values()]
      .filter((one) => one.sessionId === sessionId)
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))

  open(sessionId: string, title: string): void {
    this.sessions.set(sessionId, {
      id: sessionId,
      title,
      description: '',
      charter: { explore: '', with: '', toDiscover: '' },
      closed: false,
      isRecording: false,
      assignee: null,
      createdBy: user,
      createdAt: '2026-01-01T00:00:00.000Z',
      closedAt: null,
      milestone: null,
      environment: null,
      timeBoxMinutes: null,
      observations: 0,
      types: [],
      elapsedTimeInMillis: 0,
      assigneeId: null,
      milestoneId: null,
      environmentId: null,
      configurations: [],
      requirements: [],
      recordedMillis: 0,
      revision: 1,
    })
  }

  closeSession = (sessionId: string) => this.change(sessionId, { closed: true })

  deleteSession(sessionId: string): void {
    for (const { id } of this.of(sessionId)) this.observations.delete(id)
    this.sessions.delete(sessionId)
  }

  switchType(isOff: boolean): void {
    this.typeOff = isOff
  }

  editObservation(id: string, description: string): void {
    const observation = this.observations.get(id)
    if (observation) this.write(observation.sessionId, { ...observation, description })
  }

  deleteObservation(id: string): void {
    const observation = this.observations.get(id)
    if (!observation) return
    this.observations.delete(id)
    this.change(observation.sessionId, {})
  }

  /** Deletes unreferenced files, as the real server does after a day. */
  clearFiles(): void {
    const held = new Set([...this.observations.values()].flatMap((one) => one.attachments.map((file) => file.fileUuid)))
    for (const id of this.files.keys()) if (!held.has(id)) this.files.delete(id)
  }

  reading(sessionId: string): { session: ExploratorySession; observations: Observation[] } | null {
    const session = this.sessions.get(sessionId)
    if (session === undefined) return null
    const observations = this.of(sessionId).map((one) => ({
      ...one,
      attachments: one.attachments.map((file) => ({ ...file, receivedBytes: this.received(file.fileUuid) })),
    }))
    return structuredClone({ session, observations })
  }
}
