import { type SourceRow, type SourceTable } from './table.ts'
import { Unreadable } from '../../../reading/source-file.ts'

/** Columns that describe suites. */
const PLACES = ['suite_id', 'suite_parent_id', 'suite'] as const
/** Deeper nesting is a cycle. */
const MAX_DEPTH = 100

/**
 * Replaces Qase's suite rows by suite paths. Qase exports each suite as a row with its parent's id, and cases refer to suites by id. Reads
 * the file twice, since a suite may follow its cases. Returns other tables unchanged.
 */
export const withSuitePaths = async (open: () => Promise<SourceTable>): Promise<SourceTable> => {
  const table = await open()
  const at = (name: string) => table.columns.indexOf(name)
  const [id, parent, title] = PLACES.map(at) as [number, number, number]
  const marker = at('suite_without_cases')
  if (id === -1 || parent === -1 || title === -1) return table
  const suites = new Map<string, { parent: string; title: string }>()
  for await (const { cells } of table.rows) {
    const own = cells[id]?.trim() ?? ''
    const name = cells[title]?.trim() ?? ''
    if (own !== '' && name !== '' && !suites.has(own))
      suites.set(own, { parent: cells[parent]?.trim() ?? '', title: name })
    if (suites.size > 50_000) throw new Unreadable('The file has too many suites')
  }
  const pathOf = (suite: string): string => {
    const titles: string[] = []
    for (let one = suites.get(suite); one !== undefined && titles.length < MAX_DEPTH; one = suites.get(one.parent))
      titles.unshift(one.title.replaceAll(/[\\>]/g, String.raw`\$&`))
    return titles.join(' > ')
  }
  const again = await open()
  async function* rows(): AsyncGenerator<SourceRow> {
    for await (const { row, cells } of again.rows) {
      if (cells[marker]?.trim() === '1') continue
      const place = cells[id]?.trim() ?? ''
      yield { row, cells: cells.map((text, i) => (i === title && place !== '' ? pathOf(place) : text)) }
    }
  }
  return { ...again, rows: rows() }
}
