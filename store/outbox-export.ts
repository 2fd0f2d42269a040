import { SentCommand } from '../contract/exploratory/commands.ts'
import { ObservationFile } from '../contract/exploratory/observations.ts'
import { bytesOf, takeFile } from './exploratory-files.ts'
import { carryOut, stateOf } from './exploratory-log.ts'
import type { CommandHints } from './exploratory-events.ts'
import type { Log } from './log.ts'
import { unsentNow } from './outbox-shown.ts'
import { isObject } from './record.ts'

const VERSION = 1

interface ExportedFile {
  projectKey: string
  file: ObservationFile
  /** Base 64. */
  bytes: string
}

/** All that the server has not confirmed, with the bytes of its files, as text that `importUnsent` of another device takes. */
export async function exportUnsent(log: Log): Promise<string> {
  const unsent = await unsentNow(log)
  const hints = new Map<string, CommandHints>()
  for (const stream of new Set(unsent.map((one) => one.stream)))
    for (const { key, hints: of } of (await stateOf(log, stream)).commands) hints.set(key, of)
  const files: ExportedFile[] = []
  for (const { fileUuid, name, contentType, sizeBytes, projectKey, owner } of await log.db.files.toArray()) {
    const bytes = owner === null ? null : await bytesOf(log, fileUuid)
    if (bytes !== null)
      files.push({ projectKey, file: { fileUuid, name, contentType, sizeBytes }, bytes: await base64Of(bytes) })
  }
  const commands = unsent.map(({ key, at, projectKey, command }) => ({
    key,
    at,
    projectKey,
    command,
    hints: hints.get(key) ?? {},
  }))
  return JSON.stringify({ version: VERSION, exportedAt: new Date().toISOString(), commands, files }, null, 1)
}

/**
 * Takes what another device exported, under the same keys: whichever device sends it first, the server does it once. Resolves to how
 * many commands were new here. Throws `TypeError` where the text is not such an export, and `NotKept`.
 */
export async function importUnsent(log: Log, text: string): Promise<number> {
  const { commands, files } = parsed(text)
  // Waits here already, or was sent from here.
  const held = await log.db.records.bulkGet(commands.map(({ sent }) => sent.key))
  const fresh = commands.filter((_, i) => held[i] === undefined)
  for (const { projectKey, file, bytes } of files)
    if ((await bytesOf(log, file.fileUuid)) === null)
      await takeFile(log, projectKey, file, new Blob([Uint8Array.from(atob(bytes), (c) => c.codePointAt(0) ?? 0)]))
  await carryOut(
    log,
    fresh.map(({ projectKey, sent, hints }) => ({
      projectKey,
      command: sent.command,
      key: sent.key,
      at: sent.at,
      hints,
    })),
  )
  return fresh.length
}

function parsed(text: string) {
  const read: unknown = (() => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  })()
  if (
    !isObject(read) ||
    read['version'] !== VERSION ||
    !Array.isArray(read['commands']) ||
    !Array.isArray(read['files'])
  )
    throw new TypeError('This file is not an export of what waits to be sent')
  const commands = (read['commands'] as unknown[]).map((one) => {
    const sent = SentCommand.safeParse(one)
    if (!isObject(one) || typeof one['projectKey'] !== 'string' || !sent.success)
      throw new TypeError('This file is damaged: nothing of it was taken')
    // Only for show: what is not as it should be is found out by the server's answer.
    return {
      projectKey: one['projectKey'],
      sent: sent.data,
      hints: (isObject(one['hints']) ? one['hints'] : {}) as CommandHints,
    }
  })
  const files = (read['files'] as unknown[]).flatMap((one): ExportedFile[] => {
    if (!isObject(one) || typeof one['projectKey'] !== 'string' || typeof one['bytes'] !== 'string') return []
    const file = ObservationFile.safeParse(one['file'])
    return file.success ? [{ projectKey: one['projectKey'], file: file.data, bytes: one['bytes'] }] : []
  })
  return { commands, files }
}

async function base64Of(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer())
  let text = ''
  for (let from = 0; from < all.length; from += 32_768)
    text += String.fromCodePoint(...all.subarray(from, from + 32_768))
  return btoa(text)
}
