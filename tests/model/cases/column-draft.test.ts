import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { columnDraft, type ColumnDraftEvent } from '../../../machines/cases/column-draft.machine.ts'
import {
  COLUMN_WIDTHS,
  columnsAsLeft,
  widthOf,
  withMoved,
  withSized,
  type ReportColumn,
} from '../../../machines/cases/report-columns.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const columns: readonly ReportColumn[] = [
  { id: 'key', isOn: true, widthPx: 100 },
  { id: 'priority', isOn: false, widthPx: 120 },
]
const field = { id: 'field:4', isOn: false, widthPx: 140 }
const offered = [...columns, field]
const input = { columns }
const events: ColumnDraftEvent[] = [
  { type: 'column/moved', id: 'priority', before: 'key', offered },
  { type: 'column/switched', id: 'priority', offered },
  { type: 'column/sized', id: 'key', widthPx: 111, offered },
  { type: 'columns/reset', offered },
]
const ids = (of: readonly ReportColumn[]) =>
  of
    .map(({ id }) => id)
    .sort()
    .join()
const paths = describeMachine(columnDraft, {
  input,
  events,
  table: { '.': 'column/{moved,sized,switched} columns/reset' },
  invariants: {
    'has each offered column once': ({ context }, before) =>
      before === undefined || ids(context.columns) === ids(offered),
  },
})

test('emits nothing on its tours', () => {
  expect(toursThrough(paths).flatMap((path) => play(columnDraft, path, input))).toEqual([])
})

test('keeps changes of the panel when fields load or change', () => {
  const draft = createActor(columnDraft, { input: { columns: columns.toReversed() } }).start()
  const draftIs = () => draft.getSnapshot().context.columns.map(({ id, widthPx }) => `${id} ${widthPx}`)
  const few = columns.slice(0, 1)
  draft.send({ type: 'column/sized', id: 'key', widthPx: 80, offered: few })
  draft.send({ type: 'column/moved', id: 'key', before: 'priority', offered: few })
  draft.send({ type: 'column/switched', id: 'key', offered })
  expect(draftIs()).toEqual(['key 80', 'priority 120', 'field:4 140'])
  draft.send({ type: 'columns/reset', offered: columns })
  draft.send({ type: 'column/switched', id: 'field:4', offered })
  expect(draftIs()).toEqual(['key 100', 'priority 120', 'field:4 140'])
})

test('[EXPORT-14] [EXPORT-15] changes a width in steps of ten within its limits', () => {
  expect([0, 64, 65, 111, 599, 1000, Number.NaN].map(widthOf)).toEqual([60, 60, 70, 110, 600, 600, 60])
  expect(COLUMN_WIDTHS).toEqual({ minPx: 60, maxPx: 600, stepPx: 10 })
  expect(withSized(columns, { id: 'key', widthPx: 777 })[0]).toMatchObject({ widthPx: 600 })
})

test('[EXPORT-12] moves a column, appends new columns and drops deleted ones', () => {
  expect(withMoved(columns, { id: 'priority', before: 'key' }).map(({ id }) => id)).toEqual(['priority', 'key'])
  expect(withMoved(columns, { id: 'gone', before: null })).toBe(columns)
  const left = [{ id: 'field:9', isOn: true, widthPx: 100 }, ...withMoved(columns, { id: 'priority', before: 'key' })]
  expect(columnsAsLeft(left, offered).map(({ id }) => id)).toEqual(['priority', 'key', 'field:4'])
})
