import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { getRunUploadState, runUploadPath } from '../../../contract/runs/files.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { confirmed, EMPTY_RUN, entriesOf, isAfterRefusal, refused } from '../../projections/runs.ts'
import { runSchemas, type RunTypes } from '../../projections/run-events.ts'
import { defineOutboxCommands } from '../definition.ts'

/** Commands of test runs: one stream per run. */
export const runCommands = defineOutboxCommands<RunTypes>('runs', {
  schemas: runSchemas,
  call: sendRunCommands,
  maxAtOnce: LIMITS.runCommandsAtOnce,
  files: { state: getRunUploadState, path: runUploadPath, chunkBytes: LIMITS.exploratoryChunkBytes },

  streamIdOf: ({ runId }) => `${runId}`,
  aboutOf: entriesOf,
  waitsFor: isAfterRefusal,
  dependsOn: (command, dropped) =>
    command.type === 'results/withdraw' && command.about.every((id) => dropped.about.includes(id)),
  // Accepted when the status is enabled again, or the case is back.
  isRepeatable: ({ reason }) => reason !== 'run-closed' && reason !== 'run-gone',
  attachedBy: (command) => {
    if (command.type !== 'results/record') return null
    const { attachments, steps } = command.values
    const files = [...attachments, ...steps.flatMap((step) => step.attachments)]
    const [first] = command.entries
    if (files.length === 0 || first === undefined) return null
    return { subject: first.resultId, fileUuids: files.map(({ fileUuid }) => fileUuid), isWhole: false }
  },
  // Withdrawn results keep their files.
  subjectsDeletedBy: () => [],
  // The latest result by time is the case's.
  isSortedByTime: ({ type }) => type === 'results/record',
  latestIn: ({ base, commands }) =>
    Math.max(
      0,
      ...Object.values(base.rows).map(({ lastResultAt }) => (lastResultAt === null ? 0 : Date.parse(lastResultAt))),
      ...commands.flatMap(({ command, at }) => (command.type === 'results/record' ? [Date.parse(at)] : [])),
    ),

  empty: EMPTY_RUN,
  loaded: (_, read) => read,
  confirmationOf: ({ cases }, outcome, { stream, about }) => {
    // A withdrawal does not name its cases.
    const isWithdrawal = !about.some((id) => /^\d+$/.test(id))
    const rows = cases
      .filter(({ runId, caseId }) => stream === `runs:${runId}` && (isWithdrawal || about.includes(`${caseId}`)))
      .map(({ runId: _, ...row }) => row)
    const meanwhile = outcome.outcome === 'done' ? outcome.meanwhile : []
    const leftOut = outcome.outcome === 'done' ? outcome.skippedCaseIds : []
    return { rows, ...(meanwhile.length > 0 ? { meanwhile } : {}), ...(leftOut.length > 0 ? { leftOut } : {}) }
  },
  confirmed,
  refused,
})
