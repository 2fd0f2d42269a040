import { strToU8, unzipSync, zipSync } from 'fflate'
import {
  array,
  assert,
  define,
  literal,
  nullable,
  number,
  optional,
  record,
  string,
  type,
  type Infer,
} from 'superstruct'
import { exploratoryStream } from '../../../contract/live.ts'
import type { OutboxCommand } from '../../../contract/outbox.ts'
import { DraftRecord, type DraftBundle } from '../../drafts/draft-bundle.ts'
import type { Log, DeviceFile } from '../../log/log.ts'
import { isObject } from '../../log/record.ts'
import { withRoom } from '../../log/room.ts'
import { within } from '../../log/within.ts'
import { addCommand, commandsOf, NotKept } from '../commands.ts'
import { definitionOf, knownDefinitionOf } from '../definition.ts'

const KIND = 'assay-unsent'
const MANIFEST = 'unsent.json'

const FileRow = type({
  fileUuid: string(),
  projectKey: string(),
  name: string(),
  contentType: string(),
  sizeBytes: number(),
  owner: string(),
  stream: nullable(string()),
  subject: string(),
})
const DraftFile = type({
  fileUuid: string(),
  projectKey: string(),
  name: string(),
  contentType: string(),
  sizeBytes: number(),
})
const drafts = optional(type({ records: array(DraftRecord), files: array(DraftFile) }))
const spares = optional(record(string(), string()))

interface BundledCommand {
  stream: string
  key: string
  at: string
  projectKey: string
  command: OutboxCommand
  hints: object
}

/** Of a registered capability, and valid for its log. */
const CommandRow = define<BundledCommand>('BundledCommand', (value) => {
  if (!isObject(value) || typeof value['stream'] !== 'string') return false
  const definition = definitionOf(value['stream'])
  return definition?.events[`${definition.capability}/commanded`]?.is(value) === true
})
const Manifest = type({
  kind: literal(KIND),
  version: literal(2),
  commands: array(CommandRow),
  files: array(FileRow),
  drafts,
  spares,
})

/** Version 1 only had commands of exploratory sessions. */
const Manifest1 = type({
  kind: literal(KIND),
  version: literal(1),
  commands: array(type({ command: type({ sessionId: string() }) })),
  files: array(type({ sessionId: optional(string()), observationId: string() })),
})
const toVersion2 = (manifest: unknown): unknown => {
  if (!isObject(manifest) || manifest['version'] !== 1) return manifest
  assert(manifest, Manifest1)
  return {
    ...manifest,
    version: 2,
    commands: manifest.commands.map((one) => ({ ...one, stream: exploratoryStream(one.command.sessionId) })),
    files: manifest.files.map(({ sessionId, observationId, ...file }) => ({
      ...file,
      stream: sessionId === undefined ? null : exploratoryStream(sessionId),
      subject: observationId,
    })),
  }
}

/** Unsent work of a device: commands in order, and the bytes of their attachments. */
export interface Bundle {
  commands: readonly BundledCommand[]
  files: readonly (Infer<typeof FileRow> & { bytes: Uint8Array<ArrayBuffer> })[]
  /** Unsaved drafts, which are sealed and exported too. */
  drafts?: DraftBundle
  /** Draft content that had not reached the log, by storage key. */
  spares?: Readonly<Record<string, string>>
}

/** Not such a file, or a damaged one. */
export class NotABundle extends Error {}

/** Returns everything unconfirmed, without removing it from the log. */
export async function bundleOf(log: Log): Promise<Bundle> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const byKey = new Map<string, BundledCommand>()
  // From streams, not only records: a replacing command takes missing hints from the replaced one.
  for (const stream of new Set(rows.map((row) => row.stream)))
    if (definitionOf(stream) !== undefined)
      for (const { refusal: _, ...command } of await commandsOf(log, stream))
        byKey.set(command.key, { ...command, stream })
  const commands = rows.flatMap(({ key }) => byKey.get(key) ?? [])
  const remaining = await log.db.files.filter((file) => file.state !== 'draft' && file.state !== 'left').toArray()
  const files: Bundle['files'][number][] = []
  for (const { fileUuid, projectKey, name, contentType, sizeBytes, owner, stream, subject } of remaining) {
    const held = await log.db.fileBytes.get(fileUuid)
    if (held === undefined || owner === null || subject === null) continue
    const bytes = new Uint8Array(await held.bytes.arrayBuffer())
    files.push({ fileUuid, projectKey, name, contentType, sizeBytes, owner, stream, subject, bytes })
  }
  return { commands, files }
}

/**
 * Appends a bundle to the outbox. Skips known commands; the server deduplicates by the original keys. Resolves with the number of new
 * commands. Throws `NotKept` when there is not enough room for all.
 */
export async function takeBundle(log: Log, { commands, files }: Bundle): Promise<number> {
  log.beforeUnsent()
  try {
    return await withRoom(log, () =>
      within(log, async (w) => {
        const known = await w.db.records.bulkGet(commands.map(({ key }) => key))
        const fresh = commands.filter((_, place) => known[place] === undefined)
        for (const { stream, ...one } of fresh) await addCommand(w, knownDefinitionOf(stream), stream, one)
        for (const { bytes, ...file } of files) {
          if ((await w.db.files.get(file.fileUuid)) !== undefined) continue
          const row: DeviceFile = {
            ...file,
            sentBytes: 0,
            state: 'due',
            refusal: null,
            isConfirmed: false,
            leftBy: null,
          }
          // Its command was confirmed before bundling: only the bytes are unsent.
          if (!commands.some(({ key }) => key === file.owner)) row.isConfirmed = true
          await w.db.files.put(row)
          await w.db.fileBytes.put({ fileUuid: file.fileUuid, bytes: new Blob([bytes], { type: file.contentType }) })
        }
        return fresh.length
      }),
    )
  } catch (cause) {
    throw new NotKept(cause)
  }
}

/** Returns a file for export: an archive with commands as JSON and attachments. */
export const packed = ({ commands, files, drafts, spares }: Bundle): Uint8Array<ArrayBuffer> => {
  const named = <File extends { bytes: unknown }>(list: readonly File[]) => list.map(({ bytes: _, ...file }) => file)
  const manifest = {
    kind: KIND,
    version: 2,
    commands,
    files: named(files),
    ...(drafts ? { drafts: { ...drafts, files: named(drafts.files) } } : {}),
    ...(spares ? { spares } : {}),
  }
  return zipSync({
    [MANIFEST]: strToU8(JSON.stringify(manifest, null, 2)),
    // Pictures and videos are compressed already.
    ...Object.fromEntries(
      [...files, ...(drafts?.files ?? [])].map(({ fileUuid, bytes }) => [
        `files/${fileUuid}`,
        [bytes, { level: 0 }] as const,
      ]),
    ),
  }) as Uint8Array<ArrayBuffer>
}

/** Maximum compression ratio: pictures do not compress and text does well, but more than this is an archive bomb. */
const MAX_RATIO = 100
const RATIO_FREE_BYTES = 10 * 1024 * 1024

const entriesOf = (archive: Uint8Array): Record<string, Uint8Array> => {
  let unpackedBytes = 0
  return unzipSync(archive, {
    filter: ({ originalSize }) => {
      unpackedBytes += originalSize
      if (unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > archive.length * MAX_RATIO)
        throw new Error('the archive unpacks to far more than it can hold')
      return true
    },
  })
}

/** Throws `NotABundle`. */
export const unpacked = (archive: Uint8Array): Bundle => {
  try {
    const entries = entriesOf(archive)
    const manifest = toVersion2(JSON.parse(new TextDecoder().decode(entries[MANIFEST])))
    assert(manifest, Manifest)
    const { commands, files, drafts, spares } = manifest
    const withBytes = <File extends { fileUuid: string }>(list: readonly File[]) =>
      list.flatMap((file) => {
        const bytes = entries[`files/${file.fileUuid}`]
        return bytes === undefined ? [] : [{ ...file, bytes: new Uint8Array(bytes) }]
      })
    return {
      commands,
      files: withBytes(files),
      ...(drafts ? { drafts: { records: drafts.records, files: withBytes(drafts.files) } } : {}),
      ...(spares ? { spares } : {}),
    }
  } catch (cause) {
    throw new NotABundle('This file contains no unsent changes', { cause })
  }
}

/** Deletes all unsent work from the log: it is stored elsewhere, or was discarded. */
export const dropBundle = (log: Log, { commands, files }: Bundle): Promise<void> =>
  within(log, async (w) => {
    const keys = commands.map(({ key }) => key)
    await w.db.outbox.where('key').anyOf(keys).delete()
    // Whole streams: the server's part is loaded again when needed.
    const streams = new Set((await w.db.records.bulkGet(keys)).flatMap((record) => record?.stream ?? []))
    // Positions stay: followers of a stream continue from there.
    for (const stream of streams)
      await w.db.records.where('[stream+sequence]').between([stream, 0], [stream, Infinity], true, true).delete()
    // Includes attachments that would be detached by one of the commands.
    const left = await w.db.files.where('state').equals('left').primaryKeys()
    const gone = [...files.map(({ fileUuid }) => fileUuid), ...left]
    await w.db.files.bulkDelete(gone)
    await w.db.fileBytes.bulkDelete(gone)
  })
