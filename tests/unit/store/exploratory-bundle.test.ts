import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { zipSync } from 'fflate'
import { bundleOf, dropBundle, NotABundle, packed, takeBundle, unpacked } from '../../../store/outbox/bundles/bundle.ts'
import { bytesOf, nextFile, takeFile } from '../../../store/outbox/files.ts'
import { carryOut, unsentExploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { eraseLog, openLog, type Log } from '../../../store/log/log.ts'
import { nextBatch } from '../../../store/outbox/outbox.ts'
import { canSeal, dropSealed, seal, sealedOf, unsealed, WrongPassphrase } from '../../../store/outbox/bundles/sealed.ts'

let log: Log
let other: Log
beforeEach(() => {
  log = openLog('one')
  other = openLog('other')
})
afterEach(async () => {
  await eraseLog(log)
  await eraseLog(other)
})

const sessionId = '00000000-0000-4000-8000-000000000001'
const fileUuid = '00000000-0000-4000-8000-00000000000f'
const file = { fileUuid, name: 'basket.png', contentType: 'image/png', sizeBytes: 3 }
const note = (observationId: string, description: string): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId,
  observationId,
  clockMillis: null,
  values: {
    typeId: 1,
    description,
    elapsedTimeInMillis: null,
    attachments: description === 'with a picture' ? [file] : [],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
})

const writeTwo = async () => {
  await takeFile(log, 'SHOP', file, new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }))
  await carryOut(log, [{ projectKey: 'SHOP', command: note('00000000-0000-4000-8000-000000000002', 'plain') }])
  await carryOut(log, [{ projectKey: 'SHOP', command: note('00000000-0000-4000-8000-000000000003', 'with a picture') }])
}
const notesIn = async (one: Log) =>
  (await unsentExploratory(one)).map(
    ({ command }) => command.type === 'observation/create' && command.values.description,
  )

test('imports unsent commands from a file in order, once, with their pictures', async () => {
  await writeTwo()
  const archive = packed(await bundleOf(log))
  const bundle = unpacked(archive)
  expect(await takeBundle(other, bundle)).toBe(2)
  expect(await takeBundle(other, bundle)).toBe(0)
  expect(await notesIn(other)).toEqual(['plain', 'with a picture'])
  expect((await unsentExploratory(other)).map(({ key }) => key)).toEqual(
    (await unsentExploratory(log)).map(({ key }) => key),
  )
  expect(await nextBatch(other)).not.toBeNull()
  expect((await nextFile(other))?.fileUuid).toBe(fileUuid)
  const bytes = await bytesOf(other, fileUuid)
  expect([...new Uint8Array((await bytes?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([1, 2, 3])
  // The device it came from lacks nothing.
  expect(await notesIn(log)).toEqual(['plain', 'with a picture'])
})

test('deletes discarded or exported commands from the log with their files, and can restore them', async () => {
  await writeTwo()
  const bundle = await bundleOf(log)
  await dropBundle(log, bundle)
  expect(await notesIn(log)).toEqual([])
  expect(await bytesOf(log, fileUuid)).toBeNull()
  expect(await takeBundle(log, bundle)).toBe(2)
  expect(await notesIn(log)).toEqual(['plain', 'with a picture'])
})

test('rejects another file with a message', () => {
  expect(() => unpacked(new Uint8Array([80, 75, 1, 2]))).toThrow(NotABundle)
  expect(() => unpacked(zipSync({ 'unsent.json': new Uint8Array(11 * 1024 * 1024) }))).toThrow(
    expect.objectContaining({ cause: new Error('the archive unpacks to far more than it can hold') }),
  )
  expect(() => unpacked(new TextEncoder().encode('{"commands":[]}'))).toThrow(NotABundle)
})

test('encrypted content is read only with the passphrase, and stays until it is removed', async () => {
  expect(canSeal(crypto)).toBe(true)
  const content = new TextEncoder().encode('a note about the basket')
  await seal(7, { passphrase: 'olive tree', content, commands: 3 })
  expect(await sealedOf(7)).toMatchObject({ commands: 3 })
  expect(await sealedOf(8)).toBeNull()
  const databases = await indexedDB.databases()
  expect(databases.map(({ name }) => name)).toContain('assay-sealed-7')
  await expect(unsealed(7, 'Olive tree')).rejects.toThrow(WrongPassphrase)
  expect(new TextDecoder().decode((await unsealed(7, 'olive tree')) ?? new Uint8Array())).toBe(
    'a note about the basket',
  )
  await dropSealed(7)
  expect(await unsealed(7, 'olive tree')).toBeNull()
})
