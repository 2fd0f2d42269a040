import { expect, test } from 'vitest'
import { chartDataOf, seriesOf, TIME_STEPS, timeMark } from '../../../views/exploratory/session/type-series.ts'
import { anObservation } from './support.ts'

const question = { id: 2, name: 'Question', colorHex: '#e0a100', enabled: true, deleted: false }
const minute = 60_000

test('[ESVW-09] [ESVW-10] observations are counted by type over the elapsed time, in the colours of the types', () => {
  const series = seriesOf([
    anObservation({ clockMillis: 2 * minute }),
    anObservation({ clockMillis: 3 * minute, type: question }),
    anObservation({ clockMillis: 9 * minute }),
  ])
  expect(series).toEqual([
    { typeId: 1, name: 'Bug', colorHex: '#d23f38', minutes: [2, 9] },
    { typeId: 2, name: 'Question', colorHex: '#e0a100', minutes: [3] },
  ])
  expect(chartDataOf(series)).toEqual({
    x: [0, 2, 3, 9],
    counts: [
      [0, 1, 1, 2],
      [0, 0, 1, 1],
    ],
  })
})

test('without a timer the times of the observations are used, and time never decreases', () => {
  const [one] = seriesOf([
    anObservation({ elapsedTimeInMillis: 5 * minute }),
    anObservation(),
    anObservation({ clockMillis: minute }),
    anObservation({ elapsedTimeInMillis: minute }),
  ])
  expect(one?.minutes).toEqual([5, 5, 5, 6])
  expect(chartDataOf(seriesOf([anObservation()])).x).toEqual([0, 1])
  expect(seriesOf([])).toEqual([])
})

test('the time axis has marks that a clock has, in units that fit', () => {
  expect([0, 1 / 6, 0.5, 1, 90, 120, 25 * 60].map(timeMark)).toEqual(['0', '10s', '30s', '1m', '1h 30m', '2h', '25h'])
  // The axis takes the first step that is wide enough.
  expect(TIME_STEPS).toEqual([...TIME_STEPS].sort((one, other) => one - other))
})
