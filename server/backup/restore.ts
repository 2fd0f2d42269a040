import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { keyIdsOf, readKeyText, writeKeyText } from '../secrets/keys.ts'
import { printFileProblems, STANDARD_STREAM } from './backup.ts'
import { fillTarget, type Location } from './installation.ts'
import { decompressed } from './parts.ts'
import { BackupProblem } from './problem.ts'
import { counted, type Print } from './progress.ts'
import { readArchive, type Restored } from './read-archive.ts'

export interface RestoreOptions {
  location: Location
  /** Path of the archive, or `STANDARD_STREAM`. */
  file: string
  print: Print
}

/** Fills an empty installation from an archive. Throws `BackupProblem`. */
export const restore = async ({ location, file, print }: RestoreOptions): Promise<void> => {
  const input = await openArchive(file)
  const restored = await fillTarget(location, (target) =>
    readArchive(decompressed(input), { ...target, print }),
  ).finally(() => input.destroy())
  printFileProblems(restored.summary, print)
  installKey(location, restored, print)
  const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
  print(`Restored ${counted(rows, 'row')} and ${counted(restored.files, 'file')}.`)
}

const openArchive = async (file: string): Promise<Readable> => {
  if (file === STANDARD_STREAM) return process.stdin
  try {
    return (await open(file)).createReadStream()
  } catch (cause) {
    throw new BackupProblem(`The file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause })
  }
}

/** Stores the key of an archive, if the installation has none, or prints that stored secrets need one. */
export const installKey = (location: Location, { manifest, secretKey }: Restored, print: Print): void => {
  const file = path.join(location.DATA_DIR, 'secret.key')
  const present = readKeyText(location)
  const [id] = manifest.secretKeyIds
  if (id === undefined || keyIdsOf(present).includes(id)) return
  if (present === null && secretKey !== null) {
    writeKeyText(location.DATA_DIR, secretKey)
    print(`The secret key is in ${file}.`)
  } else if (present === null)
    print(
      `Warning: stored secrets need the secret key of the old server. Before you start the server, copy it to ${file}, or set SECRET_KEY.`,
    )
  else
    print(
      `Warning: stored secrets are encrypted with another key than that of ${location.SECRET_KEY === undefined ? file : 'SECRET_KEY'}. Without the key of the old server they cannot be decrypted.`,
    )
}
