/** Collects the files in the artifacts folder of a run. Its content is hostile: symbolic links are not followed, and sizes are limited. */
import { once } from 'node:events'
import { constants, createWriteStream } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Zip, ZipPassThrough } from 'fflate'
import { ARTIFACT_LIMITS } from '../../../contract/launchers/worker-protocol.ts'
import { cut } from '../../db/storable.ts'
import { ArtifactRefused, RunProblem } from '../workers/problems.ts'

interface LeftFile {
  /** Path relative to the folder, with slashes. */
  name: string
  place: string
}

interface Parts {
  /** Folder name as configured. */
  name: string
  /** Path of the folder on this machine. */
  root: string
  /** Folder for the created archive. */
  workFolder: string
  send: (name: string, read: () => Promise<Readable>) => Promise<void>
  addLine: (line: string) => void
}

/** Sends the files: a few one by one, many as one archive. Reports in the console output what was sent and what was not. */
export const collectArtifacts = async ({ name, root, workFolder, send, addLine }: Parts): Promise<void> => {
  const files = await filesIn(root)
  if (files.length === 0) return addLine(`The artifacts folder ${name} is empty`)
  let sent = 0
  const sendOne = async (as: string, place: string) => {
    try {
      await send(cut(as, ARTIFACT_LIMITS.name), () => reading(place))
      sent += 1
    } catch (error) {
      if (!(error instanceof ArtifactRefused)) throw error
      addLine(`${as} was not kept: ${error.message}`)
    }
  }
  if (files.length <= ARTIFACT_LIMITS.files) {
    for (const file of files) await sendOne(file.name, file.place)
    return addLine(`Kept ${counted(sent)} from ${name}`)
  }
  const archive = path.join(workFolder, 'artifacts.zip')
  await zipInto(archive, files)
  await sendOne(`${path.basename(name)}.zip`, archive)
  if (sent > 0) addLine(`Kept ${counted(files.length)} from ${name} in one archive`)
}

/** Null when `root` contains no such folder, or when a link leads outside. */
export const folderWithin = async (root: string, name: string): Promise<string | null> => {
  const place = await realpath(path.join(root, name)).catch(() => null)
  if (place === null || !(await lstat(place)).isDirectory()) return null
  const away = path.relative(await realpath(root), place)
  return away.startsWith('..') || path.isAbsolute(away) ? null : place
}

/** Passes data through up to a limit; fails with `RunProblem` above it. */
export const boundedBytes = (max = ARTIFACT_LIMITS.bytes): Transform => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > max) done(tooMuch())
      else done(null, chunk)
    },
  })
}

/** Returns the regular files in the order of their names. Throws `RunProblem` when there are too many or they are too large. */
const filesIn = async (root: string): Promise<LeftFile[]> => {
  const files: LeftFile[] = []
  const folders = ['']
  let entries = 0
  let bytes = 0
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of await readdir(path.join(root, at), { withFileTypes: true })) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`
      const place = path.join(root, name)
      entries += 1
      if (entry.isDirectory()) folders.push(name)
      else if (entry.isFile()) {
        bytes += (await lstat(place)).size
        files.push({ name, place })
      }
      if (entries > ARTIFACT_LIMITS.entries || bytes > ARTIFACT_LIMITS.bytes) throw tooMuch()
    }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const reading = async (place: string): Promise<Readable> =>
  (await open(place, constants.O_RDONLY | constants.O_NOFOLLOW)).createReadStream()

/** Archives without compression: large files are usually compressed already. */
const zipInto = async (archive: string, files: readonly LeftFile[]): Promise<void> => {
  const output = createWriteStream(archive, { mode: 0o600 })
  const ended = finished(output)
  ended.catch(() => undefined)
  const zip = new Zip((error, chunk, isLast) => {
    if (error) output.destroy(error)
    else output.write(chunk)
    if (isLast) output.end()
  })
  for (const { name, place } of files) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    for await (const chunk of (await reading(place)) as AsyncIterable<Buffer>) {
      entry.push(chunk)
      if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), ended])
    }
    entry.push(new Uint8Array(), true)
  }
  zip.end()
  await ended
}

const counted = (files: number): string => (files === 1 ? '1 file' : `${files} files`)
const tooMuch = (): RunProblem =>
  new RunProblem(
    `The artifacts folder holds more than ${ARTIFACT_LIMITS.bytes / 1024 ** 2} MB or ${ARTIFACT_LIMITS.entries} files`,
  )
