import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { InstanceType } from '../../../contract/launchers/options.ts'

/** What is run. */
export interface RunOrder {
  /** Names the run: what it starts is found by it, also by another process. */
  lease: string
  image: string
  /** For a shell: the one thing that a shell reads. */
  command: string
  environment: Readonly<Record<string, string>>
  /** Holds the repository's files in `workspace`. */
  folder: string
  instance: Pick<InstanceType, 'cpus' | 'memoryMb'>
  /** Whoever started it ends it after that. */
  timeMs: number
  /** Says what is being prepared, for the console output. */
  say: (line: string) => void
  onOutput: (chunk: Buffer) => void
  /** Called right before the command runs. Where it throws, the command must not run. */
  begin: () => Promise<void>
}

export interface Run {
  /** Resolves when all its processes have ended and their output was read. Null where the run was killed. */
  ended: Promise<{ exitCode: number | null; note: string | null }>
  /**
   * Where on this machine the files are that the run has left in this folder of its workspace; null where there is no such folder. After
   * it has ended, and before it is removed. Throws `RunProblem` for more than is collected.
   */
  left(folder: string): Promise<string | null>
  /** Ends everything that the run has started; `ended` resolves then. */
  kill(): Promise<void>
}

/** A way to run something apart from the server. */
export interface Driver {
  name: EngineDriver
  isAvailable(): Promise<boolean>
  /** Where the server is reached from within a run. */
  serverUrl(): string
  /** Throws `RunProblem` for what people can mend. */
  start(order: RunOrder, signal: AbortSignal): Promise<Run>
  /** Leases of the runs of this installation that are there, whoever started them. */
  list(): Promise<string[]>
  /** Removes what is left of a run. */
  remove(lease: string): Promise<void>
}
