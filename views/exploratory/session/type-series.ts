import type { Observation } from '../../../contract/exploratory/observations.ts'

export interface TypeSeries {
  typeId: number
  name: string
  colorHex: string
  /** Minutes of the session at each of its observations, in their order; how many there are by then is their place, from 1. */
  minutes: number[]
}

/**
 * Observations of each type over the elapsed time of the session: where its clock stood, or, where no clock ran, what the observations had
 * taken by then. Time never goes back.
 */
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
  /** Minutes, growing; from 0 to where the last observation stands. */
  x: number[]
  /** Of each series, in their order: how many there are by each minute. */
  counts: number[][]
}

export const chartDataOf = (series: readonly TypeSeries[]): ChartData => {
  const x = [...new Set([0, ...series.flatMap(({ minutes }) => minutes)])].sort((one, other) => one - other)
  // A session whose observations all came at once is a line, too.
  if (x.length === 1) x.push(1)
  return {
    x,
    counts: series.map(({ minutes }) => x.map((minute) => minutes.filter((at) => at <= minute).length)),
  }
}

const HOUR = 60

/** Distances between two marks of the time axis, in minutes: those that a clock has. */
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

/** Returns a mark of the time axis in words: `30s`, `5m`, `1h 30m`. */
export const timeMark = (minutes: number): string => {
  const seconds = Math.round(minutes * 60)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  return parts.flatMap(([value, unit]) => (value > 0 ? [`${value}${unit}`] : [])).join(' ') || '0'
}
