import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MIN_BYTES = 2 ** 30

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_BYTES
  } catch {
    return false
  }
}

/**
 * Data folder of the tests' servers: in memory where the machine offers that. A database is more than a thousand files, and copying and
 * deleting them on a disk takes ten times as long. Writes survive a killed process in both.
 */
export const dataHome = hasRoom() ? MEMORY : tmpdir()
