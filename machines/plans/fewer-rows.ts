import { OPEN, type Row, type RuleCheck } from './rules.ts'

/** Larger tables are left as they are: the search would take longer than a reader waits. */
const MAX_CELLS = 260
/** Changes of one option that are tried before the search for a table with one row less ends. */
const MAX_MOVES = 40_000
/** Probability of accepting a change that uncovers one more tuple, at the start of a search. It falls to zero. */
const WARMTH = 0.35

/**
 * Returns the smallest table that covers each pair of options: one row per pair of the two largest groups, which come first in `sizes`. The
 * other groups take the values of orthogonal Latin squares. Null if there are not enough of these: at most one for any size, and one less
 * than the size for a prime.
 */
export function latinRows([first = 1, second = 1, ...others]: readonly number[]): Row[] | null {
  const isPrime =
    second > 1 && !Array.from({ length: second - 2 }, (_, i) => i + 2).some((divisor) => second % divisor === 0)
  if (others.length > (isPrime ? second - 1 : 1)) return null
  return Array.from({ length: first * second }, (_, index) => {
    const [a, b] = [Math.floor(index / second), index % second]
    return [a, b, ...others.map((size, i) => ((a * (i + 1) + b) % second) % size)]
  })
}

interface Covering {
  /** Columns of each tuple. */
  tuples: readonly (readonly number[])[]
  sizes: readonly number[]
  /** Rows that stay. */
  fixed: readonly Row[]
  check: RuleCheck
}

/**
 * Returns rows that cover the same tuples as `rows`, as few as a simulated annealing finds (as in Torres-Jimenez and Rodriguez-Tello, 2012).
 * Deterministic.
 */
export function fewerRows(rows: readonly Row[], covering: Covering): Row[] {
  const { tuples, sizes, fixed } = covering
  if ((rows.length + fixed.length) * sizes.length > MAX_CELLS) return [...rows]
  const smallest = Math.max(...tuples.map((columns) => columns.reduce((count, at) => count * (sizes[at] ?? 0), 1)))
  const random = randomNumbers(rows.length)
  let best = [...rows]
  while (best.length > 0 && best.length + fixed.length > smallest) {
    const found = withOneLess(best, covering, random)
    if (found === null) break
    best = found
  }
  return best
}

/** Returns a table with one row less that covers the same; null if none was found. */
function withOneLess(
  rows: readonly Row[],
  { tuples, sizes, fixed, check }: Covering,
  random: () => number,
): Row[] | null {
  const indexIn = (columns: readonly number[], row: Row) =>
    columns.reduce((index, at) => index * (sizes[at] ?? 0) + (row[at] ?? 0), 0)
  // How many rows have each tuple; only tuples that the given rows cover count.
  const counts = tuples.map((columns) =>
    new Int16Array(columns.reduce((count, at) => count * (sizes[at] ?? 0), 1)).fill(-1),
  )
  for (const row of [...fixed, ...rows])
    tuples.forEach((columns, i) => counts[i]?.fill(0, indexIn(columns, row), indexIn(columns, row) + 1))
  const removed = Math.floor(random() * rows.length)
  const table = rows.flatMap((row, at) => (at === removed ? [] : [[...row]]))
  const add = (row: Row, by: 1 | -1, column: number | null) => {
    let uncovered = 0
    for (let i = 0; i < tuples.length; i++) {
      const columns = tuples[i] ?? []
      const count = counts[i]
      if (count === undefined || (column !== null && !columns.includes(column))) continue
      const index = indexIn(columns, row)
      const before = count[index] ?? -1
      if (before === -1) continue
      count[index] = before + by
      if (by === 1 && before === 0) uncovered -= 1
      if (by === -1 && before === 1) uncovered += 1
    }
    return uncovered
  }
  let uncovered = counts.reduce((sum, count) => sum + count.filter((one) => one === 0).length, 0)
  for (const row of [...fixed, ...table]) uncovered += add(row, 1, null)
  for (let move = 0; move < MAX_MOVES && uncovered > 0; move++) {
    const row = table[Math.floor(random() * table.length)]
    const column = Math.floor(random() * sizes.length)
    const before = row?.[column] ?? OPEN
    const option = Math.floor(random() * (sizes[column] ?? 0))
    if (row === undefined || option === before || !check.canBeFilled(row.with(column, option))) continue
    let change = add(row, -1, column)
    row[column] = option
    change += add(row, 1, column)
    if (change <= 0 || random() < (WARMTH * (1 - move / MAX_MOVES)) ** change) uncovered += change
    else {
      add(row, -1, column)
      row[column] = before
      add(row, 1, column)
    }
  }
  return uncovered === 0 ? table : null
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
const randomNumbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
