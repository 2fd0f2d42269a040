import type { CaseRow, TestCase } from '../../contract/cases/cases.ts'
import type { CaseFilter } from '../../contract/cases/filter.ts'
import type { Suite } from '../../contract/cases/suites.ts'
import type { CaseQuestion } from './case-windows.machine.ts'
import type { PlacedCase } from './placed-case.ts'
import type { RepositoryView } from './repository-layout.ts'

/** What the address says of the page (TREE-02 to TREE-06). */
export interface RepositoryAddress {
  question: CaseQuestion
  suiteId: number | null
  /** 0 for one that is no id. */
  caseId: number | null
  tab: string | null
}

/** What somebody changed. `suiteIds`: whose cases; null: perhaps any. `caseIds`: whose content; null: perhaps any. */
export interface RepositoryNews {
  /** Suites themselves, or how many cases they hold. */
  suites: boolean
  suiteIds: readonly number[] | null
  caseIds: readonly number[] | null
}

/** Wrapped, or the actor's output would lose its type. `suites` null: they were not asked for. */
export interface LoadedStructure {
  suites: readonly Suite[] | null
  counts: Readonly<Record<number, number>> | null
}

export type RepositoryEvent =
  /** The address says so: back, forward, a link. */
  | { type: 'address/opened'; address: RepositoryAddress }
  | { type: 'search/typed'; q: string }
  /** Enter: no need to wait for the end of the typing. */
  | { type: 'search/submitted' }
  | { type: 'filter/changed'; filter: CaseFilter }
  | { type: 'search/cleared' }
  | { type: 'view/chosen'; view: RepositoryView }
  | { type: 'suite/selected'; suiteId: number | null }
  | { type: 'case/opened'; caseId: number }
  | { type: 'tab/chosen'; tab: string | null }
  | { type: 'case/closed' }
  | { type: 'news/heard'; news: RepositoryNews }
  /** Written here, and answered by the server: no need to wait for the live channel. */
  | { type: 'repository/changed'; news: RepositoryNews }
  /** Renamed here, and answered by the server. */
  | { type: 'case/saved'; row: CaseRow; testCase: TestCase }
  /** Moved or copied here, and answered by the server. `loaded`: of the context, when the server was asked. */
  | { type: 'case/placed'; placed: PlacedCase; loaded: readonly Suite[] }
  | { type: 'repository/refresh' }
