import type { CaseStatusCount } from '../../../contract/runs/runs.ts'
import type { StoredResultStatus } from '../../../contract/settings/result-statuses.ts'

/** Name and appearance of a result status. */
export interface StatusLook {
  id: number
  name: string
  colorHex: string
  isSuccess: boolean
  isFailure: boolean
  isCompleted: boolean
  /** Distinguishes statuses without colour: only the first failing status has the cross. */
  sign: 'none' | 'tick' | 'cross' | 'letter'
}

const UNTESTED: StatusLook = {
  id: 0,
  name: 'Untested',
  colorHex: '#868e9d',
  isSuccess: false,
  isFailure: false,
  isCompleted: false,
  sign: 'none',
}

export interface Statuses {
  /** Statuses that can be set manually, in the project's order. */
  given: readonly StatusLook[]
  /** All statuses in order, untested first as 0. */
  all: readonly StatusLook[]
  /** Includes deleted statuses; untested for null. */
  of: (id: number | null) => StatusLook
}

/** Number of cases with a completing result (RUNS-20). */
export const doneOf = (counts: ReadonlyMap<number, number>, { all }: Statuses): number =>
  all.reduce((sum, { id, isCompleted }) => sum + (isCompleted ? (counts.get(id) ?? 0) : 0), 0)

/** `statistics` may name deleted statuses. */
export function statusesOf(stored: readonly StoredResultStatus[], statistics: readonly CaseStatusCount[]): Statuses {
  const untested = stored.find(({ isUntested }) => isUntested)
  const known = stored.filter(({ isUntested }) => !isUntested)
  const deleted = statistics
    .map(({ status }) => status)
    .filter(({ id, isUntested }) => !isUntested && !known.some((one) => one.id === id))
  const none = untested === undefined ? UNTESTED : { ...UNTESTED, name: untested.name }
  const success = known.find(({ isSuccess }) => isSuccess)?.id
  const failed = known.find(({ isFailure }) => isFailure)?.id
  const looks = [...known, ...deleted].map((status): StatusLook => ({
    ...status,
    sign: status.id === success ? 'tick' : status.id === failed ? 'cross' : 'letter',
  }))
  const all = [none, ...looks]
  const byId = new Map(all.map((status) => [status.id, status]))
  return {
    given: looks.filter(({ id }) => known.some((one) => one.id === id && one.enabled && one.isAssignable)),
    all,
    of: (id) => (id === null ? none : (byId.get(id) ?? { ...UNTESTED, id, name: 'Unknown status', sign: 'letter' })),
  }
}
