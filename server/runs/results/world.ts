import type { Feature } from '../../../contract/access.ts'
import type { ResultValues } from '../../../contract/runs/results.ts'
import type { LockedRun } from '../locked.ts'

/** Who does something in which project, and what is switched on there. */
export interface Doer {
  projectId: number
  projectKey: string
  personId: number
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

/** A result that is to be written. */
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
  /** By id: whether it may be given. Without those that do not exist. */
  statuses: ReadonlyMap<number, { isGiven: boolean }>
  /** Files that other projects or people have. */
  foreignFiles: ReadonlyMap<string, { projectId: number; personId: number | null }>
}

export const caseKey = (runId: number, caseId: number): string => `${runId} ${caseId}`

/**
 * The locked runs and what the commands name of them, as they become with each command. Rules look first and change after that, so a
 * refused command has changed nothing. What was changed is written at the end, all at once.
 */
export class World {
  readonly known: Pick<Loaded, 'runs' | 'statuses' | 'foreignFiles'>
  readonly #cases: Map<string, CaseState>
  readonly #results: Map<string, ResultState>
  readonly recorded: NewResult[] = []
  readonly withdrawn = new Set<string>()
  /** Cases whose last result may be another one now. */
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
