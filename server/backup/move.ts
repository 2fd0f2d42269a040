import { pack } from 'tar-stream'
import { keyIdsOf, readKeyText } from '../secrets/keys.ts'
import { printFileProblems } from './backup.ts'
import { fillTarget, openStopped, type Location } from './installation.ts'
import { BackupProblem } from './problem.ts'
import { counted, type Print } from './progress.ts'
import { readArchive } from './read-archive.ts'
import { installKey } from './restore.ts'
import { writeArchive } from './write-archive.ts'

export interface MoveOptions {
  from: Location
  to: Location
  version: string
  print: Print
}

/**
 * Moves an installation that no server uses: a backup is restored while it is written. Prints the number of rows of each table on both sides.
 * The source stays unchanged. Throws `BackupProblem`.
 */
export const move = async ({ from, to, version, print }: MoveOptions): Promise<void> => {
  const source = await openStopped(from)
  try {
    const keyText = readKeyText(from)
    const { summary, restored } = await fillTarget(to, async (target) => {
      const areFilesShared = source.blobs.id === target.blobs.id
      const packing = pack()
      const writing = writeArchive(packing, {
        ...source,
        blobs: areFilesShared ? null : source.blobs,
        version,
        secretKeyIds: keyIdsOf(keyText),
        secretKey: keyText,
        print: () => undefined, // the reader prints the same
      }).catch((error: Error) => {
        packing.destroy(error)
        throw error
      })
      const [written, read] = await Promise.allSettled([
        writing,
        readArchive(packing as AsyncIterable<Uint8Array>, { ...target, print }),
      ])
      // A failure of one side ends the other one with an error that says less.
      const reasons = [read, written].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      if (written.status === 'rejected' || read.status === 'rejected')
        throw reasons.find((reason) => reason instanceof BackupProblem) ?? reasons.at(-1)
      return { summary: written.value, restored: read.value }
    })
    print('')
    print(`${'table'.padEnd(40)}${'source'.padStart(12)}${'target'.padStart(12)}`)
    for (const [name, rows] of Object.entries(summary.rows))
      print(`${name.padEnd(40)}${String(rows).padStart(12)}${String(restored.rows[name] ?? 0).padStart(12)}`)
    const { files } = summary
    if (files === null) print('Files stay in their storage.')
    else print(`${'files'.padEnd(40)}${String(files.count).padStart(12)}${String(restored.files).padStart(12)}`)
    print('')
    printFileProblems(summary, print)
    installKey(to, restored, print)
    print(
      `Moved ${counted(Object.keys(summary.rows).length, 'table')}. Start the server with the settings of the new place.`,
    )
  } finally {
    await source.close()
  }
}
