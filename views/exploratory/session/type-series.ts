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
