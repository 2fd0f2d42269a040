import type { Readable } from 'node:stream'
import type { Job, RunOutcome, RunStage, WorkerState } from '../../../contract/launchers/worker-protocol.ts'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'

export interface Held {
  lease: string
  /** A person has ended the launch meanwhile. */
  isOver: boolean
}

export interface OutputLine {
  place: number
  at: Date
  line: string
}

/** Where a worker gets launches from: the database of its own server, or a server far away. Every call may be repeated. */
export interface Dispatch {
  /** Says that the worker is alive, and what it runs. Returns what it still holds: it must end everything else. */
  renew: (state: WorkerState, leases: readonly string[]) => Promise<Held[]>
  /** Takes the next launch of the queue; null where nothing waits that this worker may run. */
  claim: (driver: EngineDriver) => Promise<Job | null>
  /** The command is about to run: from now on nobody else may run it. */
  begin: (lease: string, commit: string) => Promise<void>
  /** The run has come to a stage that only its worker knows of. */
  reach: (lease: string, stage: RunStage) => Promise<void>
  write: (lease: string, lines: readonly OutputLine[]) => Promise<void>
  /** Hangs a file on the launch. Throws `ArtifactRefused` for what is not taken. */
  artifact: (lease: string, name: string, content: Readable) => Promise<void>
  end: (lease: string, outcome: RunOutcome) => Promise<void>
  /** Gives a launch back to the queue whose command has not begun. */
  handBack: (lease: string) => Promise<void>
  /** Which of these leases nobody holds any more. */
  strays: (leases: readonly string[]) => Promise<string[]>
  /** The worker stops. */
  leave: () => Promise<void>
}

/** Thrown by calls about a lease that the worker does not hold any more, and by all of them where it is not let in any more. */
export class LeaseLost extends Error {}
