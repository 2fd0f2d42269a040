import type { CaseRow, TestCase } from '../../contract/cases/cases.ts'
import type { CaseFilter } from '../../contract/cases/filter.ts'
import type { Suite } from '../../contract/cases/suites.ts'
import type { CaseQuestion } from './case-windows.machine.ts'
import type { PlacedCase } from './placed-case.ts'
import type { RepositoryView } from './repository-layout.ts'

/** State of the page in its address (TREE-02 to TREE-06). */
export interface RepositoryAddress {
  question: CaseQuestion
  suiteId: number | null
  /** 0 for an invalid id. */
  caseId: number | null
  tab: string | null
}

/**
 * Changes by others. `suiteIds`: suites whose cases changed; null: possibly any. `caseIds`: cases whose content changed; null: possibly
 * any.
 */
export interface RepositoryNews {
  /** Whether suites or their case counts changed. */
  suites: boolean
  suiteIds: readonly number[] | null
  caseIds: readonly number[] | null
}

/** An object, because the type of a generic output would be lost. `suites` null: not requested. */
export interface LoadedStructure {
  suites: readonly Suite[] | null
  counts: Readonly<Record<number, number>> | null
}

export type RepositoryEvent =
  /** The address changed: back, forward, a link. */
  | { type: 'address/opened'; address: RepositoryAddress }
  | { type: 'search/typed'; q: string }
  /** Enter: applies without waiting for a pause. */
  | { type: 'search/submitted' }
  | { type: 'filter/changed'; filter: CaseFilter }
  | { type: 'search/cleared' }
  | { type: 'view/chosen'; view: RepositoryView }
  | { type: 'suite/selected'; suiteId: number | null }
  | { type: 'case/opened'; caseId: number }
  | { type: 'tab/chosen'; tab: string | null }
  | { type: 'case/closed' }
  | { type: 'news/received'; news: RepositoryNews }
  /** The answer of the own save, ahead of the live channel. */
  | { type: 'repository/changed'; news: RepositoryNews }
  /** The answer of an own rename. */
  | { type: 'case/saved'; row: CaseRow; testCase: TestCase }
  /** The answer of an own move or copy. `loaded`: the context's value at the time of the request. */
  | { type: 'case/placed'; placed: PlacedCase; loaded: readonly Suite[] }
  | { type: 'repository/refresh' }
