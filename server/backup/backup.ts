import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { keyIdsOf, readKeyText } from '../secrets/keys.ts'
import type { Summary } from './format.ts'
import { openSource, type Location } from './installation.ts'
import { BackupProblem } from './problem.ts'
import { counted, inMegabytes, type Print } from './progress.ts'
import { writeArchive, type ArchiveSource } from './write-archive.ts'

/** Standard output or input instead of a file. */
export const STANDARD_STREAM = '-'

export interface BackupOptions {
  location: Location
  /** Path of the archive, or `STANDARD_STREAM`. An existing file is replaced when the archive is complete. */
  file: string
  withSecretKey: boolean
  version: string
  print: Print
}

/** Writes an archive of the installation, of which a server may run. Resolves once the archive is on disk. */
export const backUp = async ({ location, file, withSecretKey, version, print }: BackupOptions): Promise<void> => {
  const keyText = readKeyText(location)
  const source = await openSource(location)
  try {
    const archive = {
      ...source,
      version,
      secretKeyIds: keyIdsOf(keyText),
      secretKey: withSecretKey ? keyText : null,
      print,
    }
    if (file === STANDARD_STREAM) await compressTo(process.stdout, archive)
    else await writeFile(path.resolve(file), archive)
  } finally {
    await source.close()
  }
  print(
    withSecretKey
      ? 'The backup contains the secret key: store it as safely as the key itself.'
      : `The backup does not contain the secret key, without which stored secrets cannot be decrypted. Back up ${
          location.SECRET_KEY === undefined ? path.join(location.DATA_DIR, 'secret.key') : 'SECRET_KEY'
        } elsewhere.`,
  )
}

const writeFile = async (file: string, archive: ArchiveSource): Promise<void> => {
  const partial = `${file}.part`
  const handle = await open(partial, 'w', 0o600).catch((cause: unknown) => {
    throw cannotWrite(file, cause)
  })
  try {
    await compressTo(handle.createWriteStream({ flush: true }), archive) // closes the handle
    const { size } = await stat(partial)
    await rename(partial, file)
    archive.print(`${file}: ${inMegabytes(size)}`)
  } catch (error) {
    await rm(partial, { force: true })
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? cannotWrite(file, error) : error
  }
}

const cannotWrite = (file: string, cause: unknown): BackupProblem =>
  new BackupProblem(`The file ${file} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, { cause })

const compressTo = async (output: Writable, archive: ArchiveSource): Promise<void> => {
  const packing = pack()
  const writing = writeArchive(packing, archive).catch((error: Error) => {
    packing.destroy(error)
    throw error
  })
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const [written, sent] = await Promise.allSettled([writing, pipeline(Readable.from(packing), compress, output)])
  // A failed output fails the writer as well, with an error that says less.
  if (sent.status === 'rejected' && !(written.status === 'rejected' && sent.reason === written.reason))
    throw sent.reason
  if (written.status === 'rejected') throw written.reason
  printFileProblems(written.value, archive.print)
}

/** Prints a line for each kind of file that a backup could not include as it should be. */
export const printFileProblems = ({ files }: Summary, print: Print): void => {
  if (files === null) return
  const { missing, deleted, damaged } = files
  if (deleted.length > 0) print(`${counted(deleted.length, 'file')} deleted during the backup`)
  for (const hash of missing.slice(0, 10)) print(`Warning: the file ${hash} is missing in the storage`)
  for (const hash of damaged.slice(0, 10))
    print(`Warning: the file ${hash} has another content than when it was stored`)
  const more = Math.max(0, missing.length - 10) + Math.max(0, damaged.length - 10)
  if (more > 0) print(`Warning: and ${counted(more, 'more file')}`)
}
