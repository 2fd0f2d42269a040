import { statfsSync } from 'node:fs'

/** What the engine needs to recover from its log. */
const NEEDED_BYTES = 32 * 1024 * 1024

/** The embedded database cannot be opened. */
export class EmbeddedUnusable extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      isNearlyFull(folder)
        ? `The disk of ${folder} is full. Free space, then start again; nothing that was saved is lost.`
        : `The database in ${folder} cannot be opened (${messageOf(cause)}). It may be damaged: restore the data folder from a backup.`,
      { cause },
    )
    this.name = 'EmbeddedUnusable'
  }
}

const isNearlyFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < NEEDED_BYTES
  } catch {
    return false
  }
}

/** The engine throws texts with hints for its own developers, and objects that are no errors. */
const messageOf = (cause: unknown): string => {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  const words = line.replace(/^the embedded database failed: /, '').replace(/ Build with -sASSERTIONS.*/, '')
  return words === '' || words.startsWith('[object') ? 'no reason given' : words
}
