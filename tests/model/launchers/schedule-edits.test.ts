import { array, assert, constant, nat, oneof, property, record, type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import type { ScheduleValues } from '../../../contract/launchers/schedules.ts'
import { editSchedules, type ScheduleEdit } from '../../../machines/launchers/schedule-edits.ts'

const edit: Arbitrary<ScheduleEdit> = oneof(
  constant<ScheduleEdit>({ type: 'schedule/added' }),
  record({ type: constant('schedule/removed' as const), place: nat(6) }),
  record({
    type: constant('schedule/changed' as const),
    place: nat(6),
    values: constant({ cron: '0 30 1 * * *' }),
  }),
)
const stored: ScheduleValues = { id: 3, cron: '0 0 2 * * *', timezone: 'UTC' }
const NEW = { id: null, cron: '0 0 * * * *', timezone: 'GMT+03:00' }

test('[SCHED-03] [SCHED-04] [PRESET-07] for any edits, a preset has at most five schedules, and an open dialog at least one', () => {
  assert(
    property(array(edit, { maxLength: 30 }), (edits) => {
      const inDialog = edits.reduce(
        (list, one) => editSchedules(list, one, 1),
        editSchedules([], { type: 'schedules/switched', isOn: true }, 1),
      )
      const onPage = edits.reduce((list, one) => editSchedules(list, one), [stored] as readonly ScheduleValues[])
      expect(inDialog.length).toBeGreaterThanOrEqual(1)
      for (const list of [inDialog, onPage]) expect(list.length).toBeLessThanOrEqual(5)
    }),
  )
})

test('[SCHED-05] [PRESET-04] [PRESET-05] a new schedule runs every hour in GMT+03:00', () =>
  expect(editSchedules([stored], { type: 'schedule/added' })).toEqual([stored, NEW]))

test('[PRESET-06] [PRESET-10] the switch of a new preset adds one schedule, and drops all', () => {
  const on = editSchedules([], { type: 'schedules/switched', isOn: true }, 1)
  expect(on).toEqual([NEW])
  expect(editSchedules(on, { type: 'schedule/removed', place: 0 }, 1)).toEqual([NEW])
  expect(editSchedules(on, { type: 'schedules/switched', isOn: false }, 1)).toEqual([])
})

test('a change keeps the id and what it does not name', () => {
  const values = { timezone: 'Europe/London' }
  expect(editSchedules([stored], { type: 'schedule/changed', place: 0, values })).toEqual([
    { ...stored, timezone: 'Europe/London' },
  ])
  expect(editSchedules([stored], { type: 'schedule/changed', place: 1, values })).toEqual([stored])
})
