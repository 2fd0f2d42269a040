/** File of an upload. */
export interface UploadedFile {
  /** Name of the archives around it; empty for a file that was uploaded by itself. */
  archive: string
  /** Path inside of the innermost archive, or the name of the upload. */
  path: string
}

/** Path of a file as a report has it, and the place of the report in the upload. */
export interface ReportedPath {
  path: string
  report: UploadedFile
}

/** Index of the file; or why there is none. */
export type Resolved = number | 'missing' | 'ambiguous'

/** Limits of the files of one name that are compared with the place of the report, and of the compared segments of a path. */
const COMPARED_FILES = 1000
const COMPARED_SEGMENTS = 50

interface Node {
  files: number[]
  next: Map<string, Node>
}

interface Match {
  file: number
  /** Number of equal segments, from the end. */
  length: number
  /** The whole path of the file is the end of the reported one, or it is at the place that the report names. */
  isWhole: boolean
}

/**
 * Finds the files of an upload that reports name, by paths of the machines where the tests ran. A file is the one at the path that is relative
 * to the report, or else the one with the longest common end; of several, those whose whole path matches, and then the nearest to the report.
 * When two paths match one file, the one that has less in common with it means another file.
 */
export const resolvePaths = (paths: readonly ReportedPath[], files: readonly UploadedFile[]): Resolved[] => {
  const segments = files.map(({ path }) => segmentsOf(path).segments)
  const root: Node = { files: [], next: new Map() }
  const exact = new Map<string, number[]>()
  const keys = files.map(({ archive }, index) => keyOf(archive, segments[index] ?? []))
  const last = new Map(keys.map((key, index) => [key, index]))
  files.forEach(({ archive }, index) => {
    const own = segments[index] ?? []
    const key = keys[index] ?? ''
    // Playwright packs a file once for each attempt that has it. A later entry of an archive replaces an earlier one, as when it is unpacked.
    if (archive !== '' && last.get(key) !== index) return
    const same = exact.get(key) ?? []
    same.push(index)
    exact.set(key, same)
    let node = root
    for (const segment of own.slice(-COMPARED_SEGMENTS).toReversed()) {
      const next = node.next.get(segment) ?? { files: [], next: new Map<string, Node>() }
      node.next.set(segment, next)
      next.files.push(index)
      node = next
    }
  })

  const find = ({ path, report }: ReportedPath): Match | 'missing' | 'ambiguous' => {
    const reported = segmentsOf(path)
    if (!reported.isAbsolute) {
      const folder = segmentsOf(report.path).segments.slice(0, -1)
      const there = exact.get(keyOf(report.archive, joined(folder, reported.segments)))
      if (there?.length === 1) return { file: there[0] ?? 0, length: Infinity, isWhole: true }
    }
    let node = root
    let length = 0
    for (const segment of joined([], reported.segments).toReversed()) {
      const next = node.next.get(segment)
      if (next === undefined) break
      node = next
      length += 1
    }
    if (length === 0) return 'missing'
    if (node.files.length > COMPARED_FILES) return 'ambiguous'
    const whole = node.files.filter((file) => segments[file]?.length === length)
    const file = nearest(whole.length > 0 ? whole : node.files, report, files)
    return file === null ? 'ambiguous' : { file, length, isWhole: whole.length > 0 }
  }

  const found = paths.map(find)
  const longest = new Map<number, number>()
  for (const match of found)
    if (typeof match !== 'string') longest.set(match.file, Math.max(longest.get(match.file) ?? 0, match.length))
  return found.map((match) => {
    if (typeof match === 'string') return match
    return match.isWhole || match.length === longest.get(match.file) ? match.file : 'missing'
  })
}

const keyOf = (archive: string, segments: readonly string[]): string => `${archive}\0${segments.join('/')}`

/** Returns the only file with the longest common path with the report; null when there are several. */
const nearest = (
  candidates: readonly number[],
  report: UploadedFile,
  files: readonly UploadedFile[],
): number | null => {
  const placeOf = ({ archive, path }: UploadedFile) => [...archive.split('/'), ...segmentsOf(path).segments]
  const own = placeOf(report)
  const lengths = candidates.map((index) => {
    const file = files[index]
    const place = file === undefined ? [] : placeOf(file)
    const end = place.findIndex((segment, i) => segment !== own[i])
    return end < 0 ? place.length : end
  })
  const longest = Math.max(...lengths)
  const best = candidates.filter((_, i) => lengths[i] === longest)
  return best.length === 1 ? (best[0] ?? null) : null
}

/** Splits a path of any system. Archives of macOS have decomposed characters. */
export const segmentsOf = (path: string): { segments: string[]; isAbsolute: boolean } => {
  const plain = /^file:/i.test(path) ? decoded(path.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, '')) : path
  const text = plain.trim().replaceAll('\\', '/').normalize('NFC')
  const isAbsolute = /^\/*[A-Za-z]:|^\//.test(text)
  const segments = text
    .replace(/^\/*[A-Za-z]:/, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
  return { segments, isAbsolute }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Joins a path to a folder. `..` at the root stays there: only files of the upload have a path. */
const joined = (folder: readonly string[], segments: readonly string[]): string[] => {
  const path = [...folder]
  for (const segment of segments)
    if (segment === '..') path.pop()
    else path.push(segment)
  return path
}
