import { createReadStream, createWriteStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'
import { escapePath, glob } from 'tinyglobby'

export interface ResultFile {
  /** Relative to the working directory, with slashes. */
  name: string
  sizeBytes: number
  modifiedMs: number
}

const ARCHIVE = /\.(?:zip|gz|tgz|tar)$/i
export const isArchive = ({ name }: ResultFile): boolean => ARCHIVE.test(name)

const IN_FOLDER = '**/*.{xml,json,jsonl,ndjson,trx,zip,gz,tgz,tar}'
const IGNORED = ['**/node_modules/**', '**/.git/**']

/** Resolves with the files that names, folders and globs match, sorted; `unmatched` are those that match nothing. */
export const findResultFiles = async (
  wanted: readonly string[],
): Promise<{ files: ResultFile[]; unmatched: string[] }> => {
  const found = new Map<string, ResultFile>()
  const unmatched: string[] = []
  for (const one of wanted) {
    const names = await matchesOf(withSlashes(one))
    let isMatched = false
    for (const name of names) {
      // A link whose file is gone, or a file that has been deleted meanwhile.
      const entry = await stat(name).catch(() => null)
      if (entry === null) continue
      isMatched = true
      found.set(path.resolve(name), { name, sizeBytes: entry.size, modifiedMs: entry.mtimeMs })
    }
    if (!isMatched) unmatched.push(one)
  }
  return { files: [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), unmatched }
}

/** Resolves with the names of the files that globs match, sorted, relative to the working directory. */
export const findFiles = async (globs: readonly string[]): Promise<string[]> =>
  (await glob(globs.map(withSlashes), { ignore: IGNORED, expandDirectories: false })).sort()

/** Windows' separators are escapes in globs. */
const withSlashes = (pattern: string): string => (path.sep === '\\' ? pattern.replaceAll('\\', '/') : pattern)

const matchesOf = async (one: string): Promise<string[]> => {
  const entry = await stat(one).catch(() => null)
  if (entry?.isFile()) return [path.posix.normalize(one)]
  const pattern = entry?.isDirectory()
    ? `${escapePath(path.posix.normalize(one).replace(/\/$/, ''))}/${IN_FOLDER}`
    : one
  return glob(pattern, { ignore: IGNORED, expandDirectories: false, dot: true, caseSensitiveMatch: false })
}

/** Resolves with a hash of the names and content of files. */
export const hashOf = async (files: readonly ResultFile[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const { name, sizeBytes } of files) {
    hash.update(`${JSON.stringify(name)} ${sizeBytes}\n`)
    for await (const part of createReadStream(name)) hash.update(part as Buffer)
  }
  return hash.digest('hex')
}

/** Time of all entries, so that the same files are always the same archive. */
const ENTRY_TIME = new Date(1980, 0, 1)

/** Packs files into a ZIP. The same files result in the same bytes, which a repeated upload needs. */
export const pack = async (files: readonly ResultFile[], target: string): Promise<void> => {
  const out = createWriteStream(target)
  let failure: Error | null = null
  const zip = new Zip((error, part) => {
    failure ??= error
    out.write(part)
  })
  for (const { name } of files) {
    const entry = new ZipDeflate(name.replace(/^(?:\.\.?\/)+|^\/+|^[a-z]:\/+/i, ''), { level: 6 })
    entry.mtime = ENTRY_TIME
    zip.add(entry)
    for await (const part of createReadStream(name)) {
      entry.push(part as Buffer)
      if (out.writableNeedDrain) await once(out, 'drain')
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  out.end()
  await finished(out)
  if (failure) throw failure as Error
}
