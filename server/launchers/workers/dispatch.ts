import type { Readable } from 'node:stream'
import type { Job, RunOutcome, RunStage, WorkerState } from '../../../contract/launchers/worker-protocol.ts'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'

export interface Held {
  lease: string
  /** Whether a user has ended the launch. */
  isOver: boolean
}

export interface OutputLine {
  place: number
  at: Date
  line: string
}

/** Source of launches for a worker: the database of its own server, or a remote server. Every call may be retried. */
export interface Dispatch {
  /** Sends a heartbeat with the worker's leases. Resolves with those that it still holds: it must end all other runs. */
  renew: (state: WorkerState, leases: readonly string[]) => Promise<Held[]>
  /** Claims the next launch of the queue; null when none is waiting that this worker can run. */
  claim: (driver: EngineDriver) => Promise<Job | null>
  /** Marks that the command is about to run: from now on no other worker may run it. */
  begin: (lease: string, commit: string, lines?: number) => Promise<void>
  /** Records that the run reached a stage. `lines`: number of output lines before it. */
  reach: (lease: string, stage: RunStage, lines?: number) => Promise<void>
  write: (lease: string, lines: readonly OutputLine[]) => Promise<void>
  /** Attaches a file to the launch. Throws `ArtifactRefused` when the server rejects it. */
  artifact: (lease: string, name: string, content: Readable) => Promise<void>
  end: (lease: string, outcome: RunOutcome) => Promise<void>
  /** Returns a launch to the queue whose command has not begun. */
  handBack: (lease: string) => Promise<void>
  /** Resolves with those leases that nobody holds any more. */
  strays: (leases: readonly string[]) => Promise<string[]>
  /** Unregisters the worker when it stops. */
  leave: () => Promise<void>
}

/** Thrown by calls for a lease that the worker no longer holds, and by all calls when the server rejects its token. */
export class LeaseLost extends Error {}
