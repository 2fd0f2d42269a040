import type { Feature } from '../../../contract/access.ts'
import type { ResultValues } from '../../../contract/runs/results.ts'
import type { LockedRun } from '../locked.ts'

/** Author and project of commands, and enabled features. */
export interface Doer {
  projectId: number
  projectKey: string
  userId: number
  features: readonly Feature[]
}

export interface CaseState {
  runId: number
  caseId: number
  isRemoved: boolean
  caseVersion: number
  lastResultId: string | null
}

export interface ResultState {
  id: string
  runId: number
  caseId: number
  recordedBy: number | null
  isWithdrawn: boolean
}

/** A result to be written. */
export interface NewResult extends Pick<ResultState, 'id' | 'runId' | 'caseId'> {
  values: ResultValues
  caseVersion: number
  recordedBy: number
  at: Date
}

interface Loaded {
  runs: Map<number, LockedRun>
  cases: Map<string, CaseState>
  results: Map<string, ResultState>
  /** Existing statuses by id, and whether they may be assigned. */
  statuses: ReadonlyMap<number, { isGiven: boolean }>
  /** Files of other projects or users. */
  foreignFiles: ReadonlyMap<string, { projectId: number; userId: number | null }>
}

export const caseKey = (runId: number, caseId: number): string => `${runId} ${caseId}`

/**
 * In-memory state of the locked runs and of what the commands refer to, updated by each command. Rules check first and change afterwards,
 * so a rejected command changes nothing. Changes are written together at the end.
 */
export class World {
  readonly known: Pick<Loaded, 'runs' | 'statuses' | 'foreignFiles'>
  readonly #cases: Map<string, CaseState>
  readonly #results: Map<string, ResultState>
  readonly recorded: NewResult[] = []
  readonly withdrawn = new Set<string>()
  /** Cases whose last result may have changed. */
  readonly touched = new Map<string, { runId: number; caseId: number }>()

  constructor({ cases, results, ...known }: Loaded) {
    this.known = known
    this.#cases = cases
    this.#results = results
  }

  case(runId: number, caseId: number): CaseState | undefined {
    return this.#cases.get(caseKey(runId, caseId))
  }

  result(id: string): ResultState | undefined {
    return this.#results.get(id)
  }

  record(result: NewResult): void {
    const { id, runId, caseId, recordedBy } = result
    this.recorded.push(result)
    this.#results.set(id, { id, runId, caseId, recordedBy, isWithdrawn: false })
    this.touched.set(caseKey(runId, caseId), { runId, caseId })
  }

  withdraw(result: ResultState): void {
    this.#results.set(result.id, { ...result, isWithdrawn: true })
    this.withdrawn.add(result.id)
    this.touched.set(caseKey(result.runId, result.caseId), { runId: result.runId, caseId: result.caseId })
  }
}
