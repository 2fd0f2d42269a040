import { sql } from 'kysely'
import { LIMITS } from '../../../contract/limits.ts'
import { insertLines } from '../../backup/bulk-load.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { Tx } from '../../db/open.ts'
import { createSliceSize, type SliceSize } from '../../jobs/slices.ts'
import { addPastChanges } from './change-log.ts'
import { FILE_TABLE, PROJECT_TABLE } from './export.ts'
import type { ArchiveIds } from './ids.ts'
import { isDeferred, type AnyTableRule, type ArchivedRow } from './rules.ts'
import { ARCHIVED_TABLES } from './tables.ts'
import { valuesOf, valuesOfFixed, type MatchedTable } from './values.ts'

/** State of an import while it writes rows. */
export interface ProjectWriting {
  ids: ArchiveIds
  tables: ReadonlyMap<string, MatchedTable>
  /** Runs a part of the import as one transaction. */
  batch: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>
  /** Writes of the last transaction, which makes the project visible. */
  last: ((tx: Tx) => Promise<unknown>)[]
}

export interface TableWriter {
  name: string
  /** Writes lines of the archive in slices, between which other calls are answered. */
  write(text: string): Promise<void>
  /** Writes what needs all rows of the table. */
  finish(): Promise<void>
}

/** Limit of rows of the last transaction, which has members and a few settings. */
const MAX_LAST_ROWS = 20_000

export const writerOf = (name: string, writing: ProjectWriting): TableWriter => {
  const { ids, tables, batch, last } = writing
  const finish = () => Promise.resolve()
  if (name === FILE_TABLE.name) return { name, write: finish, finish }
  if (name === PROJECT_TABLE.name)
    return { name, write: (text) => batch((tx) => setProject(tx, ids, projectRows.read(text))), finish }
  const [matched, rule] = [tables.get(name), ARCHIVED_TABLES[name]]
  if (matched === undefined || rule === undefined)
    throw new BackupProblem(`The archive is damaged: it has an unknown table ${name}.`)
  const table = matched.written
  const values = valuesOf(matched, rule)
  const deferred = new DeferredReferences(name, rule, values.ownColumn)
  const readRows = async (text: string): Promise<ArchivedRow[]> => {
    const rows = values.read(text)
    const { ownColumn } = values
    if (ownColumn !== null)
      await ids.addRows(
        name as never,
        rows.map((row) => Number(row[ownColumn])),
      )
    return rule.isImported === undefined ? rows : rows.filter((row) => rule.isImported?.(row, ids))
  }
  const linesOf = async (rows: readonly ArchivedRow[]): Promise<string> => {
    for (;;) {
      const lines = values.write(rows, ids)
      if (!(await ids.createMissing())) return lines
    }
  }
  const size = createSliceSize()
  let lastRows = 0
  return {
    name,
    write: async (text) => {
      for (const slice of slicesOf(text.trimEnd().split('\n'), size)) {
        const rows = await readRows(slice.join('\n'))
        if (rows.length === 0) continue
        const lines = await linesOf(rows)
        const insert = async (tx: Tx): Promise<void> => {
          const begun = performance.now()
          if (name === 'event') await addPastChanges(tx, ids, table, lines)
          else await insertLines(tx, table, lines, rule)
          size.took(performance.now() - begun)
        }
        if (rule.isLast === true) {
          lastRows += rows.length
          if (lastRows > MAX_LAST_ROWS)
            throw new BackupProblem(`The archive is damaged: it has too many rows of ${name}.`)
          last.push(insert)
        } else await batch(insert)
        deferred.add(rows)
      }
    },
    finish: () => deferred.write(writing),
  }
}

/** Yields all items in slices of the size at that time. */
const slicesOf = function* <Item>(items: readonly Item[], size: SliceSize): Generator<Item[]> {
  for (let from = 0; from < items.length;) {
    const slice = items.slice(from, from + size.rows())
    from += slice.length
    yield slice
  }
}

/** References between rows of one table, such as those of suites to their parents. */
class DeferredReferences {
  readonly #table: string
  readonly #column: string | null
  readonly #own: string | null
  readonly #targets = new Map<number, number>()

  constructor(table: string, { columns }: AnyTableRule, ownColumn: string | null) {
    this.#table = table
    this.#own = ownColumn
    this.#column = Object.keys(columns).find((name) => isDeferred(columns[name])) ?? null
  }

  add(rows: readonly ArchivedRow[]): void {
    if (this.#column === null || this.#own === null) return
    for (const row of rows)
      if (row[this.#column] != null) this.#targets.set(Number(row[this.#own]), Number(row[this.#column]))
  }

  /** Throws for references in a circle, which queries would follow forever. */
  async write({ ids, batch }: ProjectWriting): Promise<void> {
    if (this.#column === null || this.#targets.size === 0) return
    for (const from of this.#targets.keys()) {
      let steps = 0
      for (let at = this.#targets.get(from); at !== undefined; at = this.#targets.get(at))
        if ((steps += 1) > LIMITS.suiteDepth)
          throw new BackupProblem(`The archive is damaged: rows of ${this.#table} are nested too deeply.`)
    }
    const space = this.#table as never
    const pairs = [...this.#targets].map(([from, to]) => [ids.row(space, from), ids.row(space, to)])
    for (const slice of slicesOf(pairs, createSliceSize())) {
      const set = sql`
        update ${sql.table(this.#table)} t set ${sql.ref(this.#column)} = (pair ->> 1)::bigint
          from jsonb_array_elements(${JSON.stringify(slice)}::jsonb) pair where t.id = (pair ->> 0)::bigint`
      await batch((tx) => set.execute(tx))
    }
  }
}

const projectRows = valuesOfFixed(PROJECT_TABLE)

const setProject = async (tx: Tx, ids: ArchiveIds, rows: readonly ArchivedRow[]): Promise<void> => {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new BackupProblem('The archive is damaged: it has no project.')
  const hash = row['logo_hash'] ?? null
  await tx
    .updateTable('project')
    .set({
      logo_hash: hash === null ? null : ids.file(hash),
      launches_total: Number(row['launches_total']),
      last_launch_number: Number(row['last_launch_number']),
    })
    .where('id', '=', ids.projectId)
    .execute()
}
