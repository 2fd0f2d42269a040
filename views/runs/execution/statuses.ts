import type { CaseStatusCount } from '../../../contract/runs/runs.ts'
import type { StoredResultStatus } from '../../../contract/settings/result-statuses.ts'

/** What a result is called and looks like. */
export interface StatusLook {
  id: number
  name: string
  colorHex: string
  isSuccess: boolean
  isFailure: boolean
  isCompleted: boolean
  /** What tells it apart without its colour: only the first of several that fail has the cross. */
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
  /** Those that can be given by hand, in the project's order. */
  given: readonly StatusLook[]
  /** All in their order, untested first as 0. */
  all: readonly StatusLook[]
  /** Also of one that was deleted; untested for null. */
  of: (id: number | null) => StatusLook
}

/** How many cases have a result that completes them (RUNS-20). */
export const doneOf = (counts: ReadonlyMap<number, number>, { all }: Statuses): number =>
  all.reduce((sum, { id, isCompleted }) => sum + (isCompleted ? (counts.get(id) ?? 0) : 0), 0)

/** `statistics` names statuses that the project no longer has. */
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
