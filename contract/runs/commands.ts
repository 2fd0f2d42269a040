import { z } from 'zod/mini'
import { BODY_BYTES, chosenId, defineCall, utcTime } from '../call.ts'
import { FieldError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { ResultValues, TestRunResult } from './results.ts'
import { RunCase } from './run-cases.ts'
import { CaseStatusCount, RUN_GATES } from './runs.ts'

const runId = z.int().check(z.minimum(1))

/**
 * Commands of a run, which a device sends immediately or, after being offline, days later.
 * - `results/record`: records one attempt at each of the cases, with the same values. `seenResultId` is the newest result of the case
 *   that the author saw: later results are kept, too, and returned in `meanwhile`.
 * - `results/withdraw`: withdraws the user's own results. They stay stored, but no longer count.
 */
export const RunCommand = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('results/record'),
    runId,
    entries: z
      .array(
        z.object({
          resultId: chosenId,
          caseId: z.int().check(z.minimum(1)),
          seenResultId: z._default(z.nullable(chosenId), null),
        }),
      )
      .check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)),
    values: ResultValues,
  }),
  z.object({
    type: z.literal('results/withdraw'),
    runId,
    resultIds: z.array(chosenId).check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)),
  }),
])
export type RunCommand = z.infer<typeof RunCommand>

/** A command with its idempotency key, which stays the same for every retry. */
export const SentRunCommand = z.object({
  key: chosenId,
  /** Time of the action by the device's clock. A time in the future counts as now. */
  at: utcTime,
  command: RunCommand,
})
export type SentRunCommand = z.infer<typeof SentRunCommand>

/**
 * Why the server rejected a command; the user decides what to do with it.
 * - `run-closed`, `run-gone`: closed or deleted meanwhile.
 * - `case-gone`: none of the cases is in the run any more; `errors` names them.
 * - `status-off`: the status of the result or of a step was switched off or deleted; `errors` names each.
 * - `invalid`: a value is invalid; `errors` names each field.
 */
export const RunCommandRefusal = z.object({
  reason: z.enum(['run-closed', 'run-gone', 'case-gone', 'status-off', 'invalid']),
  message: z.string(),
  errors: z.optional(z.array(FieldError)),
})
export type RunCommandRefusal = z.infer<typeof RunCommandRefusal>

export const RunCommandOutcome = z.discriminatedUnion('outcome', [
  z.object({
    key: chosenId,
    outcome: z.literal('done'),
    /** Results that other users recorded after `seenResultId`. */
    meanwhile: z.array(TestRunResult),
    /** Cases that are no longer in the run; their entries were skipped. */
    skippedCaseIds: z.array(z.int()),
  }),
  z.object({ key: chosenId, outcome: z.literal('refused'), refusal: RunCommandRefusal }),
])
export type RunCommandOutcome = z.infer<typeof RunCommandOutcome>

/** State of a run after a change, for its page and its row in lists. */
export const RunState = z.object({
  id: z.int(),
  revision: z.int(),
  closed: z.boolean(),
  caseStatusStatistics: z.array(CaseStatusCount),
})
export type RunState = z.infer<typeof RunState>

/**
 * Executes commands in order, each atomically and once per idempotency key: a repeated command is answered with `done` again. Stops at the
 * first rejected command; the commands after it are not executed and have no outcome.
 */
export const sendRunCommands = defineCall({
  name: 'sendRunCommands',
  summary: 'Carries out what was done in test runs, in order and each once',
  method: 'POST',
  path: '/api/projects/:projectKey/run-commands',
  access: { project: 'runs:write' },
  bodyBytes: BODY_BYTES.long,
  ...RUN_GATES,
  params: InProject,
  body: z.object({ commands: z.array(SentRunCommand).check(z.minLength(1), z.maxLength(LIMITS.runCommandsAtOnce)) }),
  answer: z.object({
    outcomes: z.array(RunCommandOutcome),
    /** Current state of the runs and cases that the commands changed. */
    runs: z.array(RunState),
    cases: z.array(z.extend(RunCase, { runId: z.int() })),
  }),
})
