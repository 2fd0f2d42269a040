import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { FieldError } from '../../contract/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'
import { referenceFaults, settledConfigurations, featureIsOff } from '../settings/settings.ts'
import { stretchKey, type Doer, type SessionState, type World, type Known } from './world.ts'
import type { ObservationValues } from '../../contract/exploratory/observations.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../contract/links.ts'

/** Outcome of a command. `observationId`: the created or changed one; `deleted`: number of deleted ones. */
export type Ruling =
  | { done: true; observationId?: string; deleted?: number }
  | { done: false; refusal: Omit<CommandRefusal, 'observation' | 'session'>; about?: Collision }
/** Stored object that a command collided with. */
export type Collision = { sessionId: string } | { observationId: string }

type CommandOf<Type extends ExploratoryCommand['type']> = Extract<ExploratoryCommand, { type: Type }>
type Rule<Type extends ExploratoryCommand['type']> = (
  world: World,
  doer: Doer,
  command: CommandOf<Type>,
  at: Date,
) => Ruling

const DONE: Ruling = { done: true }
const GONE = refused('session-gone', 'The exploratory session does not exist')
const CLOSED = refused('session-closed', 'The exploratory session is closed')

function refused(reason: CommandRefusal['reason'], message: string): Ruling & { done: false } {
  return { done: false, refusal: { reason, message } }
}

const collided = (fields: readonly string[], about: Collision): Ruling => {
  const message = 'Somebody changed the same meanwhile'
  return {
    done: false,
    refusal: { reason: 'collided', message, errors: fields.map((field) => ({ field, message })) },
    about,
  }
}

const invalid = (errors: FieldError[]): Ruling => ({
  done: false,
  refusal: { reason: 'invalid', message: errors.map(({ message }) => message).join('; '), errors },
})
const taken = (message = 'This id is taken'): Ruling => invalid([{ field: 'id', message }])

/** Returns the session to change; a rejection if it is closed, was deleted or never existed. */
const open = (world: World, sessionId: string): SessionState | (Ruling & { done: false }) => {
  const session = world.session(sessionId)
  if (!session) return GONE
  return session.closedAt === null ? session : CLOSED
}
const isRefused = (found: SessionState | (Ruling & { done: false })): found is Ruling & { done: false } =>
  'done' in found

const createSession: Rule<'session/create'> = (world, doer, { sessionId, values }, at) => {
  const known = world.session(sessionId)
  if (known) return known.createdBy === doer.userId ? DONE : taken()
  if (world.known.taken.has(sessionId)) return taken()
  const faults = referenceFaults(world.known, doer.features, values, null)
  if (faults.length > 0) return invalid(faults)
  world.addSession({
    id: sessionId,
    values: { ...values, configurations: settledConfigurations(world.known, values.configurations, []) },
    createdBy: doer.userId,
    createdAt: at,
    closedAt: null,
    closedBy: null,
    observations: 0,
    types: [],
    observedMillis: 0,
    recordedMillis: 0,
    running: 0,
    revision: 1,
  })
  return DONE
}

const updateSession: Rule<'session/update'> = (world, doer, { sessionId, values, expected }) => {
  const session = open(world, sessionId)
  if (isRefused(session)) return session
  const collisions = collisionsOf(session.values, values, expected)
  if (collisions.length > 0) return collided(collisions, { sessionId })
  const faults = referenceFaults(world.known, doer.features, values, session.values)
  if (faults.length > 0) return invalid(faults)
  const after = { ...session.values, ...values }
  const { configurations } = session.values
  world.changeSession(session, {
    values: { ...after, configurations: settledConfigurations(world.known, after.configurations, configurations) },
  })
  return DONE
}

/** Closes a session permanently. A closed session stays unchanged. */
const closeSession: Rule<'session/close'> = (world, { userId }, { sessionId }, at) => {
  const session = world.session(sessionId)
  if (!session) return GONE
  if (session.closedAt === null) world.closeSession(session, userId, at)
  return DONE
}

/** Deletes a session. Succeeds if it was already deleted. */
const deleteSession: Rule<'session/delete'> = (world, _doer, { sessionId, expected }) => {
  const session = world.session(sessionId)
  if (session && expected && session.observations > expected.observations)
    return collided(['observations'], { sessionId })
  if (session) world.deleteSession(session)
  return { done: true, deleted: session ? 1 : 0 }
}

/** Ignores stale clock reports: the longest elapsed time wins; if equal, the report of a stopped clock. */
const measureClock: Rule<'clock/measured'> = (world, _doer, { sessionId, stretchId, elapsedMillis, isRunning }, at) => {
  const session = open(world, sessionId)
  if (isRefused(session)) return session
  const before = world.stretch(stretchKey({ sessionId, stretchId }))
  const more = elapsedMillis - (before?.elapsedMillis ?? 0)
  if (before && (more < 0 || (more === 0 && (isRunning || !before.isRunning)))) return DONE
  world.putStretch({ sessionId, stretchId, elapsedMillis, isRunning, lastSeenAt: at })
  world.changeSession(session, {
    recordedMillis: session.recordedMillis + more,
    running: session.running + Number(isRunning) - Number(before?.isRunning ?? false),
  })
  return DONE
}

const createObservation: Rule<'observation/create'> = (world, doer, command, at) => {
  const { sessionId, observationId, values, clockMillis } = command
  const session = open(world, sessionId)
  if (isRefused(session)) return session
  const known = world.observation(observationId)
  if (known) {
    const isOwn = known.sessionId === sessionId && known.createdBy === doer.userId
    if (!isOwn) return taken()
    // A retry has the same key and does not get here. The same id with other content is a different observation, which would be lost if
    // treated as a repeat.
    const isRepeat = known.clockMillis === clockMillis && isAlike(known.values, values)
    return isRepeat ? { done: true, observationId } : taken('Another observation has its id already')
  }
  if (world.known.taken.has(observationId)) return taken()
  if (session.observations >= LIMITS.maxObservations) return refused('full', TEXTS.observationsFull)
  const typeRefusal = typeOff(world, values.typeId)
  if (typeRefusal) return typeRefusal
  const faults = observationFaults(world.known, doer, values, null)
  if (faults.length > 0) return invalid(faults)
  const { userId } = doer
  world.addObservation({
    id: observationId,
    sessionId,
    values,
    clockMillis,
    createdBy: userId,
    createdAt: at,
    modifiedBy: userId,
    modifiedAt: at,
  })
  world.changeSession(session, counted(session, [], [values]))
  return { done: true, observationId }
}

const editObservation: Rule<'observation/edit'> = (world, doer, { sessionId, observationId, values, expected }, at) => {
  const session = open(world, sessionId)
  if (isRefused(session)) return session
  const before = world.observation(observationId)
  if (before?.sessionId !== sessionId) return refused('observation-gone', 'The observation does not exist')
  const collisions = collisionsOf(before.values, values, expected)
  if (collisions.length > 0) return collided(collisions, { observationId })
  const after = { ...before.values, ...values }
  const typeRefusal = after.typeId === before.values.typeId ? null : typeOff(world, after.typeId)
  if (typeRefusal) return typeRefusal
  const faults = observationFaults(world.known, doer, values, before.values)
  if (faults.length > 0) return invalid(faults)
  world.changeObservation({
    ...before,
    values: after,
    modifiedBy: doer.userId,
    modifiedAt: at > before.modifiedAt ? at : before.modifiedAt,
  })
  world.changeSession(session, counted(session, [before.values], [after]))
  return { done: true, observationId }
}

/** Deletes observations. Ignores those that were already deleted; collides on those that a user changed since the author saw them. */
const deleteObservations: Rule<'observations/delete'> = (
  world,
  _doer,
  { sessionId, observationIds, expected = {} },
) => {
  const session = open(world, sessionId)
  if (isRefused(session)) return session
  const going = [...new Set(observationIds)].flatMap((id) => {
    const found = world.observation(id)
    return found?.sessionId === sessionId ? [found] : []
  })
  if (going.length === 0) return { done: true, deleted: 0 }
  for (const { id, values } of going) {
    const changed = changedSince(values, expected[id] ?? {})
    if (changed.length > 0) return collided(changed, { observationId: id })
  }
  for (const { id } of going) world.deleteObservation(id)
  world.changeSession(
    session,
    counted(
      session,
      going.map(({ values }) => values),
      [],
    ),
  )
  return { done: true, deleted: going.length }
}

const typeOff = ({ known }: World, typeId: number): (Ruling & { done: false }) | null => {
  if (known.types.get(typeId)?.enabled) return null
  if (known.types.has(typeId) || known.deletedTypes.has(typeId))
    return refused('type-off', 'This observation type is switched off or was deleted')
  return {
    done: false,
    refusal: {
      reason: 'invalid',
      message: TEXTS.entryUnknown,
      errors: [{ field: 'typeId', message: TEXTS.entryUnknown }],
    },
  }
}

const RULES: { [Type in ExploratoryCommand['type']]: Rule<Type> } = {
  'session/create': createSession,
  'session/update': updateSession,
  'session/close': closeSession,
  'session/delete': deleteSession,
  'clock/measured': measureClock,
  'observation/create': createObservation,
  'observation/edit': editObservation,
  'observations/delete': deleteObservations,
}

/** Applies a command to the world. A rejected command leaves the world unchanged. */
export const rule = (world: World, doer: Doer, command: ExploratoryCommand, at: Date): Ruling =>
  // `RULES` maps each type to the rule of that type.
  (RULES[command.type] as Rule<ExploratoryCommand['type']>)(world, doer, command, at)

type Counts = Pick<SessionState, 'observations' | 'types' | 'observedMillis'>
type Counting = Pick<ObservationValues, 'typeId' | 'elapsedTimeInMillis'>

/** Returns a session's counts after removing and adding observations. */
const counted = (before: Counts, gone: readonly Counting[], come: readonly Counting[]): Counts => {
  const types = new Map(before.types.map((type) => [type.typeId, { ...type }]))
  let { observations, observedMillis } = before
  const count = ({ typeId, elapsedTimeInMillis }: Counting, sign: 1 | -1) => {
    const type = types.get(typeId) ?? { typeId, observations: 0, elapsedMillis: 0 }
    const millis = sign * (elapsedTimeInMillis ?? 0)
    types.set(typeId, {
      typeId,
      observations: type.observations + sign,
      elapsedMillis: type.elapsedMillis + millis,
    })
    observations += sign
    observedMillis += millis
  }
  for (const one of gone) count(one, -1)
  for (const one of come) count(one, 1)
  return { observations, observedMillis, types: [...types.values()].filter((type) => type.observations > 0) }
}

const observationFaults = (
  known: Known,
  { features }: Pick<Doer, 'features'>,
  values: Partial<ObservationValues>,
  held: ObservationValues | null,
): FieldError[] => {
  const faults: FieldError[] = []
  for (const [place, { fileUuid }] of (values.attachments ?? []).entries())
    if (known.taken.has(fileUuid)) faults.push({ field: `attachments.${place}`, message: 'This file is another one' })
  const files = (values.attachments ?? []).map(({ fileUuid }) => fileUuid)
  if (new Set(files).size < files.length) faults.push({ field: 'attachments', message: 'A file is named twice' })
  for (const field of ['issueId', 'improvementId'] as const)
    if (isScriptAddress(values[field] ?? '')) faults.push({ field, message: SCRIPT_ADDRESS })
  if (!features.includes('defects-linking'))
    for (const field of ['issueId', 'issueType', 'improvementId', 'improvementType'] as const)
      if (values[field] != null && values[field] !== held?.[field])
        faults.push({ field, message: featureIsOff('defects-linking') })
  return faults
}

/** Returns the colliding fields of an edit; see `contract/concurrent-edits.ts`. */
const collisionsOf = <Values extends object>(
  stored: Values,
  values: Partial<Values>,
  expected: Partial<Values>,
): string[] =>
  (Object.keys(values) as (keyof Values & string)[]).filter(
    (field) =>
      values[field] !== undefined &&
      expected[field] !== undefined &&
      !isSame(field, stored[field], expected[field]) &&
      !isSame(field, stored[field], values[field]),
  )

/** Returns the expected fields whose stored value differs. */
const changedSince = <Values extends object>(stored: Values, expected: Partial<Values>): string[] =>
  (Object.keys(expected) as (keyof Values & string)[]).filter(
    (field) => expected[field] !== undefined && !isSame(field, stored[field], expected[field]),
  )

/** Returns whether all values equal the stored ones. */
const isAlike = <Values extends object>(stored: Values, values: Values): boolean =>
  changedSince(stored, values).length === 0

const isSame = (field: string, one: unknown, other: unknown): boolean => essence(field, one) === essence(field, other)

/** Returns what identifies a value for comparison: for files and selected options the ids, since their names may change. */
const essence = (field: string, value: unknown): string => {
  if (field === 'attachments') return (value as { fileUuid: string }[]).map(({ fileUuid }) => fileUuid).join()
  if (field === 'configurations')
    return (value as { optionId: number }[])
      .map(({ optionId }) => optionId)
      .sort((one, other) => one - other)
      .join()
  if (field === 'charter') {
    const { explore, with: means, toDiscover } = value as { explore: string; with: string; toDiscover: string }
    return JSON.stringify([explore, means, toDiscover])
  }
  return JSON.stringify(value)
}
