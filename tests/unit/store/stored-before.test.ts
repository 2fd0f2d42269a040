import { knownEvents } from '../../../store/projections/known-events.ts'
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { exploratoryStream } from '../../../contract/live.ts'
import { closeLog, eraseLog, openLog, type Log } from '../../../store/log/log.ts'
import { takeBundle, unpacked } from '../../../store/outbox/bundles/bundle.ts'
import { unsentExploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { bytesOf, nextFile } from '../../../store/outbox/files.ts'
import { nextBatch } from '../../../store/outbox/outbox.ts'

const sessionId = '00000000-0000-4000-8000-000000000001'
const observationId = '00000000-0000-4000-8000-000000000002'
const fileUuid = '00000000-0000-4000-8000-00000000000f'
const stream = exploratoryStream(sessionId)
const owner = 'k1'
const about = { fileUuid, projectKey: 'SHOP', name: 'a.png', contentType: 'image/png', sizeBytes: 1, owner }
const commanded = {
  key: owner,
  at: '2026-11-01T10:00:00.000Z',
  projectKey: 'SHOP',
  hints: {},
  command: {
    type: 'observation/create',
    sessionId,
    observationId,
    clockMillis: null,
    values: { typeId: 1, description: 'The total is wrong', attachments: [{ ...about }] },
  },
}

let log: Log
afterEach(() => eraseLog(log))

/** What a device of an earlier version has on its disk: a note that was not sent, with a file, and a file in a form. */
const aLogOfVersion2 = async (name: string) => {
  const db = new Dexie(name)
  db.version(1).stores({
    records: 'id, &[stream+sequence]',
    snapshots: 'key, [stream+sequence], [projection+at]',
    positions: 'stream',
    setAside: '++turn, &key',
  })
  db.version(2).stores({
    outbox: '++turn, &key, stream, refusal',
    files: 'fileUuid, state, owner, observationId',
    fileBytes: 'fileUuid',
  })
  const state = { sentBytes: 0, refusal: null, leftBy: null, isConfirmed: false }
  const type = 'exploratory/commanded'
  await db.table('records').add({ id: owner, stream, sequence: 1, type, payload: commanded, at: 1, origin: 'here' })
  await db.table('positions').add({ stream, applied: 1, head: 1 })
  const row = {
    key: owner,
    stream,
    projectKey: 'SHOP',
    type: 'observation/create',
    about: [observationId],
    refusal: null,
  }
  await db.table('outbox').add(row)
  await db.table('files').bulkAdd([
    { ...about, ...state, state: 'due', sessionId, observationId },
    { ...about, ...state, fileUuid: 'draft', owner: null, state: 'draft', sessionId: null, observationId: null },
  ])
  await db.table('fileBytes').add({ fileUuid, bytes: new Blob(['x']) })
  db.close()
}

test('unsent changes and files that an earlier version stored are read and sent', async () => {
  await aLogOfVersion2('before')
  log = openLog('before', knownEvents)
  expect((await unsentExploratory(log)).map(({ key, command }) => [key, command.type])).toEqual([
    [owner, 'observation/create'],
  ])
  expect((await nextBatch(log))?.commands.map(({ key }) => key)).toEqual([owner])
  const file = await nextFile(log)
  expect(file).toMatchObject({ fileUuid, stream, subject: observationId })
  expect(file).not.toHaveProperty('observationId')
  expect(await log.db.files.where('subject').equals(observationId).count()).toBe(1)
  expect(await log.db.files.get('draft')).toMatchObject({ stream: null, subject: null, state: 'draft' })
  closeLog(log)
})

test('a file of unsent changes that an earlier version exported is taken in', async () => {
  log = openLog('takes-version-1', knownEvents)
  const manifest = {
    kind: 'assay-unsent',
    version: 1,
    commands: [commanded],
    files: [{ ...about, sessionId, observationId }],
  }
  const archive = zipSync({ 'unsent.json': strToU8(JSON.stringify(manifest)), [`files/${fileUuid}`]: strToU8('x') })
  expect(await takeBundle(log, unpacked(archive as Uint8Array<ArrayBuffer>))).toBe(1)
  expect((await unsentExploratory(log)).map(({ key }) => key)).toEqual([owner])
  expect(await nextFile(log)).toMatchObject({ fileUuid, stream, subject: observationId })
  expect(await (await bytesOf(log, fileUuid))?.text()).toBe('x')
})
