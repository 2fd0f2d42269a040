import { z } from 'zod/mini'
import { BODY_BYTES, chosenId, defineCall, utcTime } from '../call.ts'
import { FieldError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { ExpectedObservations, Observation, ObservationChange, ObservationValues } from './observations.ts'
import { ExploratorySession, ExploratorySessionChange, ExploratorySessionValues } from './sessions.ts'

const ofSession = { sessionId: chosenId }
const clockMillis = z.nullable(z.int().check(z.minimum(0)))

/**
 * Commands of a tester, which a device sends immediately or, after being offline, days later. `expected` contains the base values of the
 * changed fields: a field that has another stored value collides, all other fields merge.
 */
export const ExploratoryCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session/create'), ...ofSession, values: ExploratorySessionValues }),
  z.object({
    type: z.literal('session/update'),
    ...ofSession,
    values: ExploratorySessionChange,
    expected: ExploratorySessionChange,
  }),
  z.object({ type: z.literal('session/close'), ...ofSession }),
  z.object({
    type: z.literal('session/delete'),
    ...ofSession,
    /** Number of observations that the author saw. If there are more now, the session is not deleted without confirmation. */
    expected: z.optional(z.object({ observations: z.int() })),
  }),
  /**
   * Elapsed time of one recording interval on one device. It only increases, so that reports may arrive in any order and repeatedly.
   * Intervals of several devices add up.
   */
  z.object({
    type: z.literal('clock/measured'),
    ...ofSession,
    stretchId: chosenId,
    elapsedMillis: z.int().check(z.minimum(0), z.maximum(1000 * 3_600_000)),
    isRunning: z.boolean(),
  }),
  z.object({
    type: z.literal('observation/create'),
    ...ofSession,
    observationId: chosenId,
    values: ObservationValues,
    clockMillis,
  }),
  z.object({
    type: z.literal('observation/edit'),
    ...ofSession,
    observationId: chosenId,
    values: ObservationChange,
    expected: ObservationChange,
  }),
  z.object({
    type: z.literal('observations/delete'),
    ...ofSession,
    observationIds: z.array(chosenId).check(z.minLength(1), z.maxLength(LIMITS.maxObservations)),
    expected: z.optional(ExpectedObservations),
  }),
])
export type ExploratoryCommand = z.infer<typeof ExploratoryCommand>

/** A command with its idempotency key, which stays the same for every retry. */
export const SentCommand = z.object({
  key: chosenId,
  /** Time of the action by the device's clock. A time in the future counts as now. */
  at: utcTime,
  command: ExploratoryCommand,
})
export type SentCommand = z.infer<typeof SentCommand>

/**
 * Why the server rejected a command; the user decides what to do with it.
 * - `session-closed`, `session-gone`: closed or deleted meanwhile, or unknown.
 * - `full`: the session has `LIMITS.maxObservations` observations.
 * - `type-off`: the type was switched off or deleted.
 * - `collided`: a user changed the same field; `observation` or `session` contains the stored state, `errors` names the fields.
 * - `observation-gone`: a user deleted it.
 * - `invalid`: a value is invalid; `errors` names each field, such as `milestoneId`. `id`: it belongs to another object, or to an
 *   observation with other content. `key`: it belongs to another user's command.
 */
export const CommandRefusal = z.object({
  reason: z.enum(['session-closed', 'session-gone', 'full', 'type-off', 'collided', 'observation-gone', 'invalid']),
  message: z.string(),
  errors: z.optional(z.array(FieldError)),
  observation: z.optional(Observation),
  session: z.optional(ExploratorySession),
})
export type CommandRefusal = z.infer<typeof CommandRefusal>

export const CommandOutcome = z.discriminatedUnion('outcome', [
  z.object({
    key: chosenId,
    outcome: z.literal('done'),
    /** The stored observation, for a command that creates or changes one; absent if it was deleted since. */
    observation: z.optional(Observation),
  }),
  z.object({ key: chosenId, outcome: z.literal('refused'), refusal: CommandRefusal }),
])
export type CommandOutcome = z.infer<typeof CommandOutcome>

/**
 * Executes commands in order, each atomically and once per idempotency key: a repeated command is answered with `done` again. Stops at the
 * first rejected command; the commands after it are not executed and have no outcome.
 */
export const sendExploratoryCommands = defineCall({
  name: 'sendExploratoryCommands',
  summary: 'Carries out what was done in exploratory sessions, in order and each once',
  method: 'POST',
  path: '/api/projects/:projectKey/exploratory-commands',
  access: { project: 'exploratory:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InProject,
  body: z.object({
    commands: z.array(SentCommand).check(z.minLength(1), z.maxLength(LIMITS.exploratoryCommandsAtOnce)),
  }),
  answer: z.object({
    outcomes: z.array(CommandOutcome),
    /** Current state of the sessions that the commands changed, except deleted ones. */
    sessions: z.array(ExploratorySession),
  }),
})
