import type { Log } from '../../log/log.ts'
import type { RunTypes } from '../../projections/run-events.ts'
import { overlayOf, type RunCommandState, type RunOverlay } from '../../projections/runs.ts'
import { commandStateNow, enqueue, type Wanted } from '../commands.ts'
import { runCommands } from './definition.ts'

const streamOf = (runId: number): string => `runs:${runId}`

/** Enqueues commands of test runs. Resolves to their keys; throws `NotKept`. */
export const enqueueRunCommands = (log: Log, wanted: readonly Wanted<RunTypes>[]): Promise<string[]> =>
  enqueue(log, runCommands, wanted)

interface LocalRun {
  state: RunCommandState
  overlay: RunOverlay
}
const localOf = (state: RunCommandState): LocalRun => ({ state, overlay: overlayOf(state) })

/** What this device did in a run. */
export const localRunNow = async (log: Log, runId: number): Promise<LocalRun> =>
  localOf(await commandStateNow(log, runCommands, streamOf(runId)))
