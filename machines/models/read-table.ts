import type { CaseModel } from '../../contract/models/models.ts'
import { DraftModel, ROOT } from './draft-model.ts'
import { Unreadable } from './problem.ts'

/** A row of a model table. */
export interface TableRow {
  from: string
  event: string
  to: string
  expected: string
}

/** Stored format: one line per row, cells separated by tabs. */
export const rowsOf = (source: string): TableRow[] =>
  source.split(/\r?\n/).map((line) => {
    const [from = '', event = '', to = '', expected = ''] = line.split('\t')
    return { from, event, to, expected }
  })

export const sourceOfRows = (rows: readonly TableRow[]): string =>
  rows
    .map(({ from, event, to, expected }) =>
      [from, event, to, expected].map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'),
    )
    .join('\n')

const isHead = ({ from, event }: TableRow): boolean => from.toLowerCase() === 'from' && event.toLowerCase() === 'event'

/** The initial state is the first row's From. Skips empty rows. Throws `Unreadable` with the row as line. */
export const readTable = (source: string): CaseModel => {
  const rows = rowsOf(source)
    .map(({ from, event, to, expected }, i) => ({
      from: from.trim(),
      event: event.trim(),
      to: to.trim(),
      expected: expected.trim(),
      at: { line: i + 1, column: 1 },
    }))
    .filter((row) => !isHead(row) && [row.from, row.event, row.to, row.expected].some((cell) => cell !== ''))
  const [first] = rows
  if (first === undefined) throw new Unreadable('There is nothing to read yet')
  for (const { from, event, to, at } of rows) {
    if (from === '') throw new Unreadable('The row does not say where it begins', at)
    if (event === '') throw new Unreadable('The row does not say what happens', at)
    if (to === '') throw new Unreadable('The row does not say where it leads', at)
  }
  const draft = new DraftModel()
  draft.state(
    { id: ROOT, name: 'State table', parentId: null, kind: 'compound', initialId: first.from, description: '' },
    null,
  )
  for (const { from, to, at } of rows)
    for (const id of [from, to])
      if (!draft.has(id))
        draft.state({ id, name: id, parentId: ROOT, kind: 'atomic', initialId: null, description: '' }, at)
  for (const { from, event, to, expected, at } of rows)
    draft.transition(
      {
        sourceId: from,
        targetIds: [to],
        kind: 'event',
        event,
        // Two rows of the same state and event are two possible outcomes, in no order of priority.
        guard: rows.filter((row) => row.from === from && row.event === event).length > 1 ? `it leads to ${to}` : '',
        description: '',
        expected,
        isReentering: true,
      },
      at,
    )
  return draft.model('State table')
}
