import type { TestFileSplit } from '../../contract/reports/test-file-split.ts'

/** Typical duration of all tests of a class. */
export interface ClassDuration {
  className: string
  ms: number
}

/** Distributes files over shards, longest first, each to the shard that ends first. The same input results in the same shards. */
export const shardsOf = (
  files: readonly string[],
  shards: number,
  durations: readonly ClassDuration[],
): TestFileSplit => {
  const distinct = [...new Set(files)].sort()
  const known = durationsByFile(distinct, durations)
  const sum = [...known.values()].reduce((total, ms) => total + ms, 0)
  // Without any duration, the shards get equal numbers of files.
  const typicalMs = known.size === 0 ? 1 : sum / known.size
  const longestFirst = distinct
    .map((file) => ({ file, ms: known.get(file) ?? typicalMs }))
    .sort((a, b) => b.ms - a.ms || (a.file < b.file ? -1 : 1))
  const filled = Array.from({ length: shards }, () => ({ files: [] as string[], ms: 0 }))
  for (const { file, ms } of longestFirst) {
    const shortest = filled.reduce((best, shard) =>
      shard.ms < best.ms || (shard.ms === best.ms && shard.files.length < best.files.length) ? shard : best,
    )
    shortest.files.push(file)
    shortest.ms += ms
  }
  return {
    shards: filled.map((shard) => ({
      files: shard.files.sort(),
      expectedMs: known.size === 0 ? 0 : Math.round(shard.ms),
    })),
    known: known.size,
  }
}

const durationsByFile = (files: readonly string[], durations: readonly ClassDuration[]): Map<string, number> => {
  const find = createFileFinder(files)
  const byFile = new Map<string, number>()
  for (const { className, ms } of durations) {
    const file = find(className)
    if (file !== undefined) byFile.set(file, (byFile.get(file) ?? 0) + ms)
  }
  return byFile
}

/** Longer paths and names are compared by their last and first segments. */
const MAX_SEGMENTS = 12

/**
 * Returns a function that finds the file of a class as runners report it: a path (`cart.spec.ts > Cart`), or a dotted name that begins with
 * the end of the file's path (`com.shop.CartTest`, `tests.test_cart.TestCart`). Undefined if none or several files match.
 */
const createFileFinder = (files: readonly string[]): ((className: string) => string | undefined) => {
  const byEnd = new Map<string, string | null>()
  for (const file of files) {
    const segments = withoutExtension(file).split('/').slice(-MAX_SEGMENTS)
    for (let i = 0; i < segments.length; i += 1) {
      const end = segments.slice(i).join('/')
      byEnd.set(end, byEnd.has(end) ? null : file)
    }
  }
  return (className) => {
    for (const part of className.split(' > ').slice(0, MAX_SEGMENTS)) {
      const isPath = /\/|\.[cm]?[jt]sx?$/.test(part)
      const names = isPath ? [withoutExtension(part).split('/').slice(-MAX_SEGMENTS)] : prefixesOf(part)
      for (const name of names) {
        const file = byEnd.get(name.join('/'))
        if (file) return file
      }
    }
  }
}

/** Returns the segments of a dotted name, and of its prefixes, longest first. */
const prefixesOf = (name: string): string[][] => {
  const segments = name.split(/[.$]/).slice(0, MAX_SEGMENTS)
  return segments.map((_, i) => segments.slice(0, segments.length - i))
}

const withoutExtension = (path: string): string => path.replace(/\.[a-z]{1,5}$/i, '')
