import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

/** Process that holds a folder's lock. `token` distinguishes successive locks of one process. */
interface Owner {
  pid: number
  /** Start time of the process: distinguishes it from a later one with the same pid. */
  start: string | null
  host: string
  token: string
}

export interface FolderLock {
  /** Releases the lock. Idempotent. */
  release(): void
}

/** A running process holds the folder's lock. */
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
/** Owners on another host (or in another container) cannot be probed: they count as dead after this long without a heartbeat. */
const silenceMs = 30_000
const maxNested = 8
const maxTries = 100
const tryAgainMs = 5
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Makes this process the only user of `folder`: two databases on one folder corrupt it silently. Takes over the lock of a dead owner,
 * guarded by a second lock so that only one process does. Throws `FolderInUse` with the owner's pid.
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
  for (let left = maxTries; ; left -= 1) {
    if (create(path, mine)) return
    const owner = read(path)
    if (owner === null) continue // released between `create` and `read`
    if (nested >= maxNested || isAlive(owner, path)) throw new FolderInUse(folder, owner)
    try {
      return replace(path, owner, mine, folder, nested)
    } catch (error) {
      // Another process is taking it over; retry to see who holds it.
      if (!(error instanceof FolderInUse) || left <= 0) throw error
      Atomics.wait(pause, 0, 0, tryAgainMs)
    }
  }
}

/** Replaces a dead owner's lock with ours. The guard is itself such a lock: one left by a process that died here is taken over in turn. */
const replace = (path: string, dead: Owner, mine: Owner, folder: string, nested: number): void => {
  const guard = `${path}.next`
  take(guard, mine, folder, nested + 1)
  try {
    const now = read(path)
    if (now !== null && now.token !== dead.token) throw new FolderInUse(folder, now)
    if (now !== null) unlinkSync(path)
    if (!create(path, mine)) throw new FolderInUse(folder, read(path) ?? dead)
  } finally {
    giveBack(guard, mine)
  }
}

/** Creates a lock file atomically: writes a temporary file and links it, which fails if the lock exists. */
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
    if (error instanceof SyntaxError) return lostInPowerCut
    throw error
  }
}

/** Owner of an unreadable lock. Locks are written atomically, so only a power failure leaves one, and its owner is gone. */
const lostInPowerCut: Owner = { pid: 0, start: null, host: '', token: '' }

const giveBack = (path: string, mine: Owner): void => {
  if (read(path)?.token === mine.token) unlinkSync(path)
}

const isAlive = (owner: Owner, path: string): boolean => {
  if (owner === lostInPowerCut) return false
  if (owner.host !== hostname()) return silentForMs(path) < silenceMs
  if (owner.pid === process.pid && owner.start === processStart(process.pid)) return true
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false // EPERM: it runs as another user
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
    // The next heartbeat follows.
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Returns when a process started, as text to compare for equality; null if that is unknown. */
const processStart = (pid: number): string | null => {
  if (process.platform === 'linux') return fromProc(pid)
  if (process.platform === 'win32') return null
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

const fromProc = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may contain spaces; the start time is the 22nd field.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot}:${ticks}`
  } catch {
    return null
  }
}
