import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024

export interface SmallDisk {
  folder: string
  /** Fills the free space except for this many megabytes. */
  fill(leftMegabytes?: number): void
  /** Frees what `fill` used. */
  free(): void
  makeReadOnly(): void
  remove(): void
}

/** A file system in memory. Null where the system does not let us mount one. */
export const mountSmallDisk = (megabytes: number): SmallDisk | null => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (leftMegabytes = 0) => {
      const file = openSync(filler, 'a')
      try {
        for (const bytes of [MB, 4096]) writeUntilFull(file, Buffer.alloc(bytes))
        ftruncateSync(file, Math.max(0, fstatSync(file).size - leftMegabytes * MB))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    remove: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

const writeUntilFull = (file: number, piece: Buffer): void => {
  try {
    while (writeSync(file, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
