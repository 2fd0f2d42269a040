import type { ImportCheck, ImportCounts, ImportMapping } from '../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'

/** Counts outcomes of an import and keeps the first problems. */
export class Report {
  readonly counts: ImportCounts = { created: 0, updated: 0, unchanged: 0, leftOut: 0, suites: 0, sameTitle: 0 }
  readonly #problems: ImportCheck['problems'] = []
  readonly #names: ReadonlyMap<string, string>
  #total = 0

  constructor(columns: readonly string[], mapping: Pick<ImportMapping, 'columns'>) {
    this.#names = new Map(
      mapping.columns.flatMap((target, i) => (target === null ? [] : [[target as string, columns[i] ?? ''] as const])),
    )
  }

  problem(row: number, target: string | null, message: string, isLeftOut: boolean): void {
    this.#add({ row, column: (target === null ? null : this.#names.get(target)) ?? null, message, isLeftOut })
  }

  /** Reports a problem of a whole column, in the row of the headings. */
  columnProblem(column: string, message: string): void {
    this.#add({ row: 1, column, message, isLeftOut: false })
  }

  #add(problem: ImportCheck['problems'][number]): void {
    this.#total += 1
    if (this.#problems.length < IMPORT_LIMITS.problemsListed) this.#problems.push(problem)
  }

  get check(): ImportCheck {
    return { counts: this.counts, problems: this.#problems, problemsTotal: this.#total }
  }
}
