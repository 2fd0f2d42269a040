import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { InstanceType } from '../../../contract/launchers/options.ts'

/** Order to run a command. */
export interface RunOrder {
  /** Identifies the run: its containers and processes are labelled with it, so that other processes find them as well. */
  lease: string
  image: string
  /** Shell command. */
  command: string
  environment: Readonly<Record<string, string>>
  /** Contains the repository's files in `workspace`. */
  folder: string
  instance: Pick<InstanceType, 'cpus' | 'memoryMb'>
  /** Time limit in ms, which the caller enforces. */
  timeMs: number
  /** Reports the preparation in the console output. */
  addLine: (line: string) => void
  onOutput: (chunk: Buffer) => void
  /** Called right before the command runs. When it throws, the command must not run. */
  begin: () => Promise<void>
}

export interface Run {
  /** Resolves when all processes have ended and their output was read. Null when the run was killed. */
  ended: Promise<{ exitCode: number | null; note: string | null }>
  /**
   * Resolves with the path on this machine of a folder that the run left in its workspace; null when it does not exist. Call it after the
   * end and before `remove`. Throws `RunProblem` when the content exceeds the limits.
   */
  left(folder: string): Promise<string | null>
  /** Kills everything that the run has started; `ended` resolves afterwards. */
  kill(): Promise<void>
}

/** Runs commands isolated from the server, in one kind of environment. */
export interface Driver {
  name: EngineDriver
  isAvailable(): Promise<boolean>
  /** URL of the server as seen from inside a run. */
  serverUrl(): string
  /** Throws `RunProblem` for problems that users can fix. */
  start(order: RunOrder, signal: AbortSignal): Promise<Run>
  /** Resolves with the leases of all existing runs of this installation, whichever process started them. */
  list(): Promise<string[]>
  /** Removes all remains of a run. */
  remove(lease: string): Promise<void>
}
