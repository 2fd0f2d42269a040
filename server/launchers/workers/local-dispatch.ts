import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { Job } from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost, type Dispatch } from './dispatch.ts'
import { endExecution, endWithReason, giveBack } from './ending.ts'
import { keepArtifact, type ArtifactParts } from './artifact.ts'
import { jobOf, type JobParts } from './job.ts'
import { beginLease, claimNext, heldBy, reachStage, renewLeases, strayOf, type Execution } from './leases.ts'
import { keepLines } from './output.ts'
import { leaveWorkers } from './presence.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { RunProblem } from './problems.ts'

export interface DispatchParts extends JobParts, ArtifactParts {
  instanceLabels?: InstanceLabels
  log: { warn: (details: object, words: string) => void }
}

/** Worker and the id of the token that it authenticates with; null for a worker inside a server. */
export interface WorkerIdentity {
  worker: string
  tokenId: number | null
}

/** Dispatch of this server's queue for one worker. */
export const createDispatch = (parts: DispatchParts, identity: WorkerIdentity): Dispatch => {
  const { db, log } = parts
  const { worker } = identity
  const held = async (lease: string): Promise<Execution> => {
    const execution = await heldBy(db, worker, lease)
    if (execution === null) throw new LeaseLost('Another worker has this launch by now, or it has ended')
    return execution
  }

  /** Resolves with the job of a claimed launch. When it cannot run, ends the launch and resolves with null. */
  const prepared = async (execution: Execution): Promise<Job | null> => {
    try {
      const job = await jobOf(parts, execution)
      if (job === null) await endExecution(parts, execution, { exitCode: null, reason: null })
      return job
    } catch (error) {
      if (!(error instanceof RunProblem))
        log.warn({ err: error, launchId: execution.launchId }, 'a launch could not be run')
      const words =
        error instanceof RunProblem ? error.message : 'The engine could not run it; the log of the server says why'
      await endWithReason(parts, execution, words)
      return null
    }
  }

  return {
    renew: (state, leases) => renewLeases(db, identity, state, leases),
    claim: async (driver: EngineDriver) => {
      for (;;) {
        const execution = await claimNext(db, worker, driver, parts.instanceLabels)
        if (execution === null) return null
        const job = await prepared(execution)
        if (job !== null) return job
      }
    },
    begin: async (lease, commit, lines) => {
      if (!(await beginLease(db, worker, lease, { commit, lines })))
        throw new LeaseLost('Another worker has this launch by now, or it has ended')
    },
    reach: async (lease, stage, lines) => {
      if (!(await reachStage(db, worker, lease, { stage, lines })))
        throw new LeaseLost('Another worker has this launch by now, or it has ended')
    },
    write: async (lease, lines) => keepLines(db, (await held(lease)).id, lines),
    artifact: async (lease, name, content) => keepArtifact(parts, await held(lease), name, content),
    end: async (lease, outcome) => endExecution(parts, await held(lease), outcome),
    handBack: async (lease) => {
      const execution = await held(lease)
      if (!(await giveBack(parts, execution))) await endWithReason(parts, execution, 'The worker was stopped')
    },
    strays: (leases) => strayOf(db, leases),
    leave: () => leaveWorkers(db, (query) => query.where('id', '=', worker)),
  }
}
