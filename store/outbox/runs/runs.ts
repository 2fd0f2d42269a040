import { map, type Observable } from 'rxjs'
import type { Log } from '../../log/log.ts'
import type { RunTypes } from '../../projections/run-events.ts'
import { overlayOf, type RunCommandState, type RunOverlay } from '../../projections/runs.ts'
import { commandState$, commandStateNow, enqueue, rewrite, type NewCommand } from '../commands.ts'
import { runCommands } from './definition.ts'

const streamOf = (runId: number): string => `runs:${runId}`

/** Enqueues commands of test runs. Resolves with their keys; throws `NotKept`. */
export const enqueueRunCommands = (log: Log, requested: readonly NewCommand<RunTypes>[]): Promise<string[]> =>
  enqueue(log, runCommands, requested)

export interface LocalRun {
  state: RunCommandState
  overlay: RunOverlay
}
const localOf = (state: RunCommandState): LocalRun => ({ state, overlay: overlayOf(state) })

/** Emits this device's commands in a run and their changes, in this tab or another. Fails when the log cannot be read. */
export const localRun$ = (log: Log, runId: number): Observable<LocalRun> =>
  commandState$(log, runCommands, streamOf(runId)).pipe(map(localOf))

/** Resolves with the current state. */
export const localRunNow = async (log: Log, runId: number): Promise<LocalRun> =>
  localOf(await commandStateNow(log, runCommands, streamOf(runId)))

/** The author has seen earlier results of other users: they are not announced again. */
export const forgetMeanwhile = (log: Log, runId: number): Promise<boolean> =>
  rewrite(log, runCommands, streamOf(runId), ({ base, commands }) =>
    base.meanwhile.length === 0 ? null : { base: { ...base, meanwhile: [] }, commands },
  )

/** The author has dismissed the notice about results whose cases had left the run. */
export const forgetLeftOut = (log: Log, runId: number): Promise<boolean> =>
  rewrite(log, runCommands, streamOf(runId), ({ base, commands }) =>
    (base.leftOut ?? []).length === 0 ? null : { base: { ...base, leftOut: [] }, commands },
  )
