import { knownEvents } from '../../../store/projections/known-events.ts'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { draftBundleOf, dropDraftBundle, restoreDrafts, writtenDrafts } from '../../../store/drafts/draft-bundle.ts'
import { draft, keepDraft } from '../../../store/drafts/drafts.ts'
import { packed, unpacked } from '../../../store/outbox/bundles/bundle.ts'
import { bytesOf, takeFile } from '../../../store/outbox/files.ts'
import { eraseLog, openLog, type Log } from '../../../store/log/log.ts'
import { dropSealed, seal, unsealed } from '../../../store/outbox/bundles/sealed.ts'
import './support/events.ts'

let count = 0
const logs: Log[] = []
const aLog = () => {
  const log = openLog(`draft-bundle-${(count += 1)}`, knownEvents)
  logs.push(log)
  return log
}
afterEach(async () => {
  for (const log of logs.splice(0)) await eraseLog(log)
})

const NOTE = 'observation:00000000-0000-4000-8000-000000000001'
const fileUuid = '00000000-0000-4000-8000-00000000000f'
const file = { fileUuid, name: 'basket.txt', contentType: 'text/plain', sizeBytes: 6 }

/** All bytes of all tables, as text. */
const textOf = async ({ db }: { db: Dexie }): Promise<string> => {
  const texts: string[] = []
  for (const table of db.tables)
    for (const row of (await table.toArray()) as object[]) {
      texts.push(JSON.stringify(row))
      for (const value of Object.values(row)) {
        if (value instanceof Blob) texts.push(await value.text())
        if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
          texts.push(new TextDecoder('latin1').decode(value))
      }
    }
  return texts.join('\n')
}

const typeDrafts = async (log: Log) => {
  await takeFile(log, 'SHOP', file, new Blob(['secret'], { type: 'text/plain' }))
  await keepDraft(log, NOTE, { description: 'a secret', typeId: 2, attachments: [file] })
  await keepDraft(log, 'case:7', { title: 'a secret title', priority: 1 })
}

test('sealed drafts are in no stored byte, and come back with their files', async () => {
  const log = aLog()
  await typeDrafts(log)
  const drafts = await draftBundleOf(log)
  const content = packed({ commands: [], files: [], drafts, spares: { 'device assay:draft:7:a': 'a secret' } })
  await seal(70, { passphrase: 'olive tree', content, commands: 0 })
  await dropDraftBundle(log, drafts)
  expect(await textOf(log)).not.toContain('secret')
  const sealed = await new Dexie('assay-sealed-70').open()
  expect(await textOf({ db: sealed })).not.toContain('secret')
  sealed.close()

  const opened = unpacked((await unsealed(70, 'olive tree')) ?? new Uint8Array())
  await restoreDrafts(log, opened.drafts ?? { records: [], files: [] })
  expect(opened.spares).toEqual({ 'device assay:draft:7:a': 'a secret' })
  expect(await draft(log, NOTE)).toEqual({ description: 'a secret', typeId: 2, attachments: [file] })
  expect(await draft(log, 'case:7')).toEqual({ title: 'a secret title', priority: 1 })
  expect(await (await bytesOf(log, fileUuid))?.text()).toBe('secret')
  await dropSealed(70)
})

test('restoring a draft keeps later text, also repeatedly', async () => {
  const log = aLog()
  await typeDrafts(log)
  const drafts = await draftBundleOf(log)
  await dropDraftBundle(log, drafts)
  await keepDraft(log, NOTE, { description: 'typed since', typeId: 3, attachments: [] })
  await keepDraft(log, 'case:7', { title: 'another title' })
  await restoreDrafts(log, drafts)
  expect(await draft(log, NOTE)).toEqual({ description: 'a secret\n\ntyped since', typeId: 3, attachments: [file] })
  expect(await draft(log, 'case:7')).toEqual({ title: 'another title', priority: 1 })
  await keepDraft(log, 'case:7', { title: 'a third title' })
  await restoreDrafts(log, await draftBundleOf(log))
  expect(await draft(log, 'case:7')).toEqual({ title: 'a third title', priority: 1 })
})

test('an empty note does not prevent restoring one', async () => {
  const log = aLog()
  await typeDrafts(log)
  const drafts = await draftBundleOf(log)
  await dropDraftBundle(log, drafts)
  await keepDraft(log, NOTE, { description: '', typeId: 1, attachments: [] })
  await restoreDrafts(log, drafts)
  expect(await draft(log, NOTE)).toEqual({ description: 'a secret', typeId: 2, attachments: [file] })
})

test('counts drafts by form, without empty observations', async () => {
  const log = aLog()
  await keepDraft(log, NOTE, { description: ' ', typeId: 2, attachments: [] })
  expect(writtenDrafts(await draftBundleOf(log))).toEqual([])
  await keepDraft(log, 'case:7', { title: 'one' })
  await keepDraft(log, 'case:7', { title: 'one, changed' })
  await keepDraft(log, NOTE, { description: 'begun' })
  expect(new Set(writtenDrafts(await draftBundleOf(log)))).toEqual(new Set(['case:7', NOTE]))
})
