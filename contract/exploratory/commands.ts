import { z } from 'zod/mini'
import { BODY_BYTES, chosenId, defineCall } from '../call.ts'
import { FieldError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { ExpectedObservations, Observation, ObservationChange, ObservationValues } from './observations.ts'
import { ExploratorySession, ExploratorySessionChange, ExploratorySessionValues } from './sessions.ts'

const ofSession = { sessionId: chosenId }
const clockMillis = z.nullable(z.int().check(z.minimum(0)))

/**
 * What a tester does, as it goes from a device to the server: at once, or days later. `expected` holds what the changed fields were
 * when they were changed: a field that is another by now is a collision, everything else is merged.
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
    /** How many observations its author saw in it: others that came since are not deleted without asking. */
    expected: z.optional(z.object({ observations: z.int() })),
  }),
  /**
   * A stretch of the clock on one device. Its length only grows, so that it may be told in any order and any number of times;
   * stretches of several devices add up.
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
    observationIds: z.array(chosenId).check(z.minLength(1), z.maxLength(LIMITS.observationsMost)),
    expected: z.optional(ExpectedObservations),
  }),
])
export type ExploratoryCommand = z.infer<typeof ExploratoryCommand>

/** A command with its idempotency key, which is the same however often it is sent. */
export const SentCommand = z.object({
  key: chosenId,
  /** When it was done, by the device's clock. A time that is still to come counts as now. */
  at: z.iso.datetime(),
  command: ExploratoryCommand,
})
export type SentCommand = z.infer<typeof SentCommand>

/**
 * Why a command was not carried out; the person decides what becomes of it.
 * - `session-closed`, `session-gone`: closed or deleted meanwhile, or never there.
 * - `full`: the session has `LIMITS.observationsMost` observations.
 * - `type-off`: the type was switched off or deleted.
 * - `collided`: somebody changed the same field; `observation` or `session` holds the stored state, `errors` names the fields.
 * - `observation-gone`: somebody deleted it.
 * - `invalid`: a value does not fit; `errors` names each, as `milestoneId`. `id`: it is another's already, or that of an observation
 *   which says something else. `key`: another's command has it.
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
    /** As it is stored now, of a command that makes or changes one; left out when it has been deleted since. */
    observation: z.optional(Observation),
  }),
  z.object({ key: chosenId, outcome: z.literal('refused'), refusal: CommandRefusal }),
])
export type CommandOutcome = z.infer<typeof CommandOutcome>

/**
 * Carries out commands in their order, each wholly or not at all, and each key once: one that was carried out before is answered with
 * `done` again. Ends with the first that is refused: those behind it are not tried and have no outcome.
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
    /** Those that the commands touched, as they are now; deleted ones are not among them. */
    sessions: z.array(ExploratorySession),
  }),
})
