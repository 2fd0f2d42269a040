import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** One line of the table at the end of a bench run. */
export interface Figure {
  what: string
  figure: string
  /** The baseline of the same run. */
  against?: string
  ratio?: string
  wanted: string
  met: 'yes' | 'no' | ''
}

export const tell = (figure: Figure): void => {
  const file = process.env.BENCH
  if (!file) throw new Error('run `npm run bench`')
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(figure)}\n`)
  console.log(figure)
}

/** A measured value that should be at most `most` times another. */
export const atMost = (what: string, value: number, against: number, max: number, unit: string): void =>
  tell({
    what,
    figure: `${round(value)} ${unit}`,
    against: `${round(against)} ${unit}`,
    ratio: round(value / against),
    wanted: `≤ ${max}`,
    met: value / against <= max ? 'yes' : 'no',
  })

/** A measured value that should be at least `least` times another. */
export const atLeast = (what: string, value: number, against: number, min: number, unit: string): void =>
  tell({
    what,
    figure: `${round(value)} ${unit}`,
    against: `${round(against)} ${unit}`,
    ratio: round(value / against),
    wanted: `≥ ${min}`,
    met: value / against >= min ? 'yes' : 'no',
  })

/** A measured value with a fixed limit. */
export const limit = (
  what: string,
  value: number,
  unit: string,
  kind: 'at most' | 'at least',
  requested: number,
): void =>
  tell({
    what,
    figure: `${round(value)} ${unit}`,
    wanted: `${kind === 'at most' ? '≤' : '≥'} ${requested} ${unit}`,
    met: (kind === 'at most' ? value <= requested : value >= requested) ? 'yes' : 'no',
  })

const round = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toFixed(2))

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
