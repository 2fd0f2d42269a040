import type { Observation } from '../../../contract/exploratory/observations.ts'

export interface TypeSeries {
  typeId: number
  name: string
  colorHex: string
  /** Elapsed minutes of the session at each observation, in order; the count at that time is its index + 1. */
  minutes: number[]
}

/** Observations of each type over the session's elapsed time: the clock reading, or, without a clock, the sum of times spent. Monotonic. */
export const seriesOf = (observations: readonly Observation[]): TypeSeries[] => {
  const series = new Map<number, TypeSeries>()
  let atMillis = 0
  for (const { type, clockMillis, elapsedTimeInMillis } of observations) {
    atMillis = Math.max(atMillis, clockMillis ?? atMillis + (elapsedTimeInMillis ?? 0))
    const own = series.get(type.id) ?? { typeId: type.id, name: type.name, colorHex: type.colorHex, minutes: [] }
    own.minutes.push(atMillis / 60_000)
    series.set(type.id, own)
  }
  return [...series.values()]
}

export interface ChartData {
  /** Ascending minutes, from 0 to the last observation. */
  x: number[]
  /** Cumulative count per series at each minute. */
  counts: number[][]
}

export const chartDataOf = (series: readonly TypeSeries[]): ChartData => {
  const x = [...new Set([0, ...series.flatMap(({ minutes }) => minutes)])].sort((one, other) => one - other)
  // A session whose observations have the same time still gets a line.
  if (x.length === 1) x.push(1)
  return {
    x,
    counts: series.map(({ minutes }) => x.map((minute) => minutes.filter((at) => at <= minute).length)),
  }
}

const HOUR = 60

/** Steps of the time axis in minutes. */
export const TIME_STEPS = [
  1 / 6,
  1 / 2,
  1,
  2,
  5,
  10,
  15,
  30,
  ...[1, 2, 4, 6, 12, 24, 48, 120, 240].map((hours) => hours * HOUR),
]

/** Formats a tick of the time axis: `30s`, `5m`, `1h 30m`. */
export const timeMark = (minutes: number): string => {
  const seconds = Math.round(minutes * 60)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  return parts.flatMap(([value, unit]) => (value > 0 ? [`${value}${unit}`] : [])).join(' ') || '0'
}
