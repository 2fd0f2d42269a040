import { knownEvents } from '../../../store/projections/known-events.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropDraft, keepDraft } from '../../../store/drafts/drafts.ts'
import { clearDraftFiles } from '../../../store/drafts/exploratory-drafts.ts'
import { bytesOf, takeFile } from '../../../store/outbox/files.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import { eraseLog, openLog, type Log } from '../../../store/log/log.ts'
import './support/events.ts'

let log: Log
beforeEach(() => {
  log = openLog('drafts', knownEvents)
})
afterEach(() => eraseLog(log))

const DAY_MS = 86_400_000
const form = 'observation:00000000-0000-4000-8000-000000000001'
const fileOf = (n: number) => ({
  fileUuid: `00000000-0000-4000-8000-00000000000${n}`,
  name: 'basket.png',
  contentType: 'image/png',
  sizeBytes: 3,
})
const take = (n: number) => takeFile(log, 'SHOP', fileOf(n), new Blob([new Uint8Array([1, 2, 3])]))
const isHere = async (n: number) => (await bytesOf(log, fileOf(n).fileUuid)) !== null

test('deletes a file without a draft after a week', async () => {
  await take(1)
  const now = Date.now()
  const seen = await clearDraftFiles(log, {}, now)
  expect(seen).toEqual({ [fileOf(1).fileUuid]: now })
  expect(await clearDraftFiles(log, seen, now + 7 * DAY_MS)).toEqual(seen)
  expect(await isHere(1)).toBe(true)
  expect(await clearDraftFiles(log, seen, now + 7 * DAY_MS + 1)).toEqual({})
  expect(await isHere(1)).toBe(false)
})

test('keeps a file of a draft during editing and for a month after', async () => {
  await take(1)
  await take(2)
  await keepDraft(log, form, { description: 'Half', attachments: [fileOf(1)] })
  await keepDraft(log, form, { attachments: [fileOf(1), fileOf(2)] })
  const now = Date.now()
  expect(await clearDraftFiles(log, {}, now + 29 * DAY_MS)).toEqual({})
  expect(await Promise.all([isHere(1), isHere(2)])).toEqual([true, true])
  await clearDraftFiles(log, {}, now + 31 * DAY_MS)
  expect(await Promise.all([isHere(1), isHere(2)])).toEqual([false, false])
})

test('a discarded draft starts the time limit, and a sent file belongs to no draft', async () => {
  await take(1)
  await keepDraft(log, form, { attachments: [fileOf(1)] })
  await dropDraft(log, form)
  await take(2)
  const values = {
    typeId: 1,
    description: 'Sent',
    elapsedTimeInMillis: null,
    attachments: [fileOf(2)],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  }
  const ids = { sessionId: fileOf(8).fileUuid, observationId: fileOf(9).fileUuid }
  await carryOut(log, [
    { projectKey: 'SHOP', command: { type: 'observation/create', ...ids, clockMillis: null, values } },
  ])
  const now = Date.now()
  const seen = await clearDraftFiles(log, {}, now)
  expect(Object.keys(seen)).toEqual([fileOf(1).fileUuid])
  await clearDraftFiles(log, seen, now + 400 * DAY_MS)
  expect(await Promise.all([isHere(1), isHere(2)])).toEqual([false, true])
})
