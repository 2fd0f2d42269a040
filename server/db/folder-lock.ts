import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { processStart } from './process-start.ts'

/** Who holds a folder. `token` tells one holding from the next of the same process. */
interface Owner {
  pid: number
  /** When that process started, so that a pid given out again is not taken for the owner. */
  start: string | null
  host: string
  token: string
}

export interface FolderLock {
  /** Gives the folder back. Safe to call twice. */
  release(): void
}

/** The folder belongs to a running process. */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(folder: string, owner: Owner) {
    const where = owner.host === hostname() ? '' : ` on ${owner.host}`
    super(`the data folder ${folder} is in use by process ${owner.pid}${where}`)
    this.name = 'FolderInUse'
    this.pid = owner.pid
  }
}

const beatMs = 5_000
/** An owner on another machine (or in another container) cannot be asked for; its silence has to do. */
const silenceMs = 30_000
const mostNested = 8

/**
 * Makes this process the only user of `folder`; two databases on one folder destroy it without a word.
 * A lock whose owner is dead is taken over, under a second lock, so that of two takers one wins.
 * @throws {FolderInUse} naming the owner's pid
 */
export const lockFolder = (folder: string): FolderLock => {
  const path = join(folder, 'owner.lock')
  const mine: Owner = { pid: process.pid, start: processStart(process.pid), host: hostname(), token: randomUUID() }
  take(path, mine, folder, 0)
  const beat = setInterval(() => touch(path), beatMs)
  beat.unref()
  let held = true
  const release = (): void => {
    if (!held) return
    held = false
    clearInterval(beat)
    giveBack(path, mine)
  }
  return { release }
}

const take = (path: string, mine: Owner, folder: string, nested: number): void => {
  if (create(path, mine)) return
  const owner = read(path)
  if (owner === null) return take(path, mine, folder, nested) // it was released between the two looks
  if (nested >= mostNested || isAlive(owner, path)) throw new FolderInUse(folder, owner)

  // The guard is a lock like any other: if a taker died here, the next one takes the guard over in turn.
  const guard = `${path}.next`
  take(guard, mine, folder, nested + 1)
  try {
    const now = read(path)
    if (now !== null && now.token !== owner.token) throw new FolderInUse(folder, now)
    if (now !== null) unlinkSync(path)
    if (!create(path, mine)) throw new FolderInUse(folder, read(path) ?? owner)
  } finally {
    giveBack(guard, mine)
  }
}

/** A lock file appears whole or not at all: it is written aside and linked, which fails if the name is taken. */
const create = (path: string, owner: Owner): boolean => {
  const aside = `${path}.${owner.pid}.${owner.token}`
  writeFileSync(aside, JSON.stringify(owner))
  try {
    linkSync(aside, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    unlinkSync(aside)
  }
}

const read = (path: string): Owner | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw new Error(`the lock ${path} cannot be read; remove it if no server uses this folder`, { cause: error })
  }
}

const giveBack = (path: string, mine: Owner): void => {
  if (read(path)?.token === mine.token) unlinkSync(path)
}

const isAlive = (owner: Owner, path: string): boolean => {
  if (owner.host !== hostname()) return silentForMs(path) < silenceMs
  if (owner.pid === process.pid && owner.start === processStart(process.pid)) return true
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false // EPERM: it runs, under another user
  }
  const start = processStart(owner.pid)
  return start === null || owner.start === null || start === owner.start
}

const silentForMs = (path: string): number => {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const touch = (path: string): void => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // A missed beat costs nothing; the next one follows.
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
