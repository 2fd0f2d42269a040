import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { Observation, ObservationFile, StoredObservationFile } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../../contract/live.ts'
import { longer, type ExploratoryState, type WaitingCommand } from './exploratory.ts'
import { heldBehind, observationsOf } from './exploratory-rows.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'

/** `sent`: on the server. `waiting`: to be sent. `held`: blocked by a rejected one. `refused`: needs a decision. */
export type Sending = 'sent' | 'waiting' | 'held' | 'refused'

export interface Refused {
  key: string
  command: ExploratoryCommand
  refusal: CommandRefusal
}

export interface ShownObservation {
  observation: Observation
  sending: Sending
  /** Its rejected commands, in order. */
  refused: readonly Refused[]
}

export interface ShownExploratory {
  /** Null before it was loaded or created. */
  session: ExploratorySession | null
  sending: Sending
  /** Rejected commands of the session itself. */
  refused: readonly Refused[]
  /** In order of creation. */
  observations: readonly ShownObservation[]
  /** Number of unconfirmed commands. */
  unsent: number
  /** Recordings of this device by id: how much of each the session's recorded time includes, in ms. */
  stretches: Readonly<Record<string, number>>
  isGone: boolean
}

const untouched = new WeakMap<Observation, ShownObservation>()

const sentOf = (observation: Observation): ShownObservation => {
  const known = untouched.get(observation) ?? { observation, sending: 'sent' as const, refused: [] }
  untouched.set(observation, known)
  return known
}

/** Returns the displayed session: unsent changes applied to the server's version. */
export function shownOf({ base, commands }: ExploratoryState): ShownExploratory {
  const shown = new Map(base.observations.map((one) => [one.id, sentOf(one)]))
  const held = heldBehind(
    commands.map(({ command, refusal }) => ({
      stream: exploratoryStream(command.sessionId),
      type: command.type,
      about: observationsOf(command),
      refusal: refusal?.reason ?? null,
    })),
  )
  let { session } = base
  let sending: Sending = 'sent'
  let isGone = base.isGone
  let stretches = base.stretches ?? {}
  const refused: Refused[] = []
  for (const [i, one] of commands.entries()) {
    const { command, refusal, key } = one
    const how: Sending = refusal !== null ? 'refused' : held[i] === true ? 'held' : 'waiting'
    const story = refusal === null ? [] : [{ key, command, refusal }]
    switch (command.type) {
      case 'observation/create': {
        // The server may have executed this, or an earlier command, without confirming it.
        const known = shown.get(command.observationId)
        if (known === undefined)
          shown.set(command.observationId, { observation: madeOf(one), sending: how, refused: story })
        else if (refusal !== null)
          shown.set(command.observationId, { ...known, sending: how, refused: [...known.refused, ...story] })
        else if (known.observation.description !== command.values.description)
          shown.set(command.observationId, { ...known, sending: worse(known.sending, how) })
        break
      }
      case 'observation/edit': {
        const before = shown.get(command.observationId) ?? rescued(one)
        if (before !== null) shown.set(command.observationId, edited(before, one, how, story))
        break
      }
      case 'observations/delete':
        for (const id of command.observationIds) {
          const before = shown.get(id)
          if (before === undefined) continue
          // Restores observations whose deletion was rejected; the first one carries the reason.
          if (refusal === null) shown.delete(id)
          else shown.set(id, { ...before, sending: how, refused: [...before.refused, ...story] })
        }
        break
      case 'session/create':
        session ??= draftOf(one)
        sending = worse(sending, how)
        refused.push(...story)
        break
      case 'session/delete':
        isGone ||= refusal === null
        sending = worse(sending, how)
        refused.push(...story)
        break
      default:
        if (session !== null && refusal === null) session = changed(session, command, one, stretches)
        if (command.type === 'clock/measured' && refusal === null) stretches = longer(stretches, command)
        if (command.type !== 'clock/measured') sending = worse(sending, how)
        refused.push(...story)
    }
  }
  const observations = [...shown.values()]
  return {
    session: session && counted(session, observations.filter(isCounted(base)), commands),
    sending,
    refused,
    observations,
    unsent: commands.length,
    stretches,
    isGone,
  }
}

/** An observation that the server rejected does not count before it is decided. */
const isCounted = ({ observations }: ExploratoryState['base']) => {
  const stored = new Set(observations.map(({ id }) => id))
  return ({ observation, sending }: ShownObservation) =>
    stored.has(observation.id) || (sending !== 'refused' && sending !== 'held')
}

/** Applies unsent changes to the server's counts. */
function counted(
  session: ExploratorySession,
  observations: readonly ShownObservation[],
  commands: readonly WaitingCommand[],
): ExploratorySession {
  if (!commands.some(({ command }) => observationsOf(command).length > 0)) return session
  const types = new Map<number, ExploratorySession['types'][number]>()
  for (const { observation } of observations) {
    const { id: typeId, name, colorHex } = observation.type
    const before = types.get(typeId)
    types.set(typeId, {
      ...(before ?? { typeId, name, colorHex }),
      observations: (before?.observations ?? 0) + 1,
      elapsedMillis: (before?.elapsedMillis ?? 0) + (observation.elapsedTimeInMillis ?? 0),
    })
  }
  // In the server's order, new ones at the end.
  const place = ({ typeId }: { typeId: number }) => {
    const at = session.types.findIndex((one) => one.typeId === typeId)
    return at === -1 ? session.types.length : at
  }
  const sorted = [...types.values()].sort((a, b) => place(a) - place(b))
  return { ...session, observations: observations.length, types: sorted }
}

const ORDER: readonly Sending[] = ['sent', 'waiting', 'held', 'refused']
const worse = (a: Sending, b: Sending): Sending => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b)

const NOBODY: ProjectUser = { id: 0, username: '', name: '', email: '', photoUrl: null }
const typeOf = (id: number) => ({ id, name: '', colorHex: '#808080', enabled: true, deleted: false })

function madeOf({ command, hints, at }: WaitingCommand): Observation {
  if (command.type !== 'observation/create') throw new TypeError(command.type)
  const { typeId, attachments, ...values } = command.values
  const by = hints.by ?? NOBODY
  return {
    ...values,
    id: command.observationId,
    type: hints.type ?? typeOf(typeId),
    attachments: attachments.map(asStored),
    clockMillis: command.clockMillis,
    createdAt: at,
    createdBy: by,
    lastModifiedAt: at,
    lastModifiedBy: by,
  }
}

const asStored = (file: ObservationFile): StoredObservationFile => ({ ...file, receivedBytes: 0 })

/** A user has deleted an observation that was edited here: it stays visible until the edit is decided. */
const rescued = ({ hints, refusal }: WaitingCommand): ShownObservation | null =>
  hints.before !== undefined && refusal !== null ? { observation: hints.before, sending: 'sent', refused: [] } : null

/** Rejected changes are listed beside the server's values, and do not replace them. */
function edited(
  before: ShownObservation,
  { command, hints, at, refusal }: WaitingCommand,
  how: Sending,
  story: readonly Refused[],
): ShownObservation {
  const rest = { sending: worse(before.sending, how), refused: [...before.refused, ...story] }
  if (command.type !== 'observation/edit' || refusal !== null) return { ...before, ...rest }
  const { typeId, attachments, ...values } = command.values
  const held = new Map(before.observation.attachments.map((file) => [file.fileUuid, file]))
  return {
    ...rest,
    observation: {
      ...before.observation,
      ...values,
      ...(typeId === undefined || typeId === before.observation.type.id ? {} : { type: hints.type ?? typeOf(typeId) }),
      ...(attachments === undefined
        ? {}
        : { attachments: attachments.map((file) => held.get(file.fileUuid) ?? asStored(file)) }),
      lastModifiedAt: at,
      lastModifiedBy: hints.by ?? before.observation.lastModifiedBy,
    },
  }
}

const relationsOf = ({ hints }: WaitingCommand) => hints.session ?? {}

function draftOf(one: WaitingCommand): ExploratorySession | null {
  const { command, hints, at } = one
  if (command.type !== 'session/create') return null
  return {
    assignee: null,
    milestone: null,
    environment: null,
    ...command.values,
    ...relationsOf(one),
    id: command.sessionId,
    closed: false,
    isRecording: false,
    createdBy: hints.by ?? NOBODY,
    createdAt: at,
    closedAt: null,
    observations: 0,
    types: [],
    elapsedTimeInMillis: 0,
    recordedMillis: 0,
    revision: 0,
  }
}

function changed(
  session: ExploratorySession,
  command: ExploratoryCommand,
  one: WaitingCommand,
  stretches: ShownExploratory['stretches'],
): ExploratorySession {
  switch (command.type) {
    case 'session/update':
      return { ...session, ...command.values, ...relationsOf(one) }
    case 'session/close':
      return { ...session, closed: true, closedAt: one.at, isRecording: false }
    case 'clock/measured': {
      const more = Math.max(0, command.elapsedMillis - (stretches[command.stretchId] ?? 0))
      return { ...session, recordedMillis: session.recordedMillis + more }
    }
    default:
      return session
  }
}
