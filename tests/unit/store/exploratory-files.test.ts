import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import type { ObservationFile } from '../../../contract/exploratory/observations.ts'
import { bundleOf, dropBundle } from '../../../store/outbox/bundles/bundle.ts'
import { bytesOf, fileRefused, filesOf$, giveFileUp, retryFile, takeFile } from '../../../store/outbox/files.ts'
import { carryOut, replace } from '../../../store/outbox/exploratory/sessions.ts'
import { eraseLog, openLog, type Log } from '../../../store/log/log.ts'
import { drop } from '../../../store/outbox/outbox-decisions.ts'
import { outboxCounts$ } from '../../../store/outbox/outbox-shown.ts'
import { settle } from '../../../store/outbox/outbox.ts'
import './support/events.ts'

let log: Log
beforeEach(() => {
  log = openLog('files')
})
afterEach(() => eraseLog(log))

const projectKey = 'SHOP'
const sessionId = '00000000-0000-4000-8000-000000000001'
const observationId = '00000000-0000-4000-8000-000000000002'
const fileUuid = '00000000-0000-4000-8000-00000000000f'
const file: ObservationFile = { fileUuid, name: 'basket.png', contentType: 'image/png', sizeBytes: 3 }

const create: ExploratoryCommand = {
  type: 'observation/create',
  sessionId,
  observationId,
  clockMillis: null,
  values: {
    typeId: 1,
    description: 'The total is wrong',
    elapsedTimeInMillis: null,
    attachments: [file],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
}
const withoutFile: ExploratoryCommand = {
  type: 'observation/edit',
  sessionId,
  observationId,
  values: { attachments: [] },
  expected: { attachments: [file] },
}

/** A note that the server has, with a file that it rejects. */
const refusedFile = async () => {
  await takeFile(log, projectKey, file, new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }))
  const [key = ''] = await carryOut(log, [{ projectKey, command: create }])
  await settle(log, { outcomes: [{ key, outcome: 'done' }], sessions: [] })
  await fileRefused(log, fileUuid, 'It is too large')
}
const stateNow = async () => (await firstValueFrom(filesOf$(log, observationId)))[0]?.state
const take = async (): Promise<string> => (await carryOut(log, [{ projectKey, command: withoutFile }]))[0] ?? ''
const refused = (key: string) =>
  settle(log, { outcomes: [{ key, outcome: 'refused', refusal: { reason: 'collided', message: 'No' } }], sessions: [] })

test('a rejected file is counted, belongs to its unsent command, and can be retried', async () => {
  await refusedFile()
  expect(await firstValueFrom(outboxCounts$(log))).toEqual({ unsent: 0, refused: 0, files: 0, refusedFiles: 1 })
  expect((await bundleOf(log)).files.map((one) => one.stream)).toEqual([exploratoryStream(sessionId)])
  await retryFile(log, fileUuid)
  expect(await firstValueFrom(outboxCounts$(log))).toEqual({ unsent: 0, refused: 0, files: 1, refusedFiles: 0 })
})

test('a file removed from its note stays until the server confirms, and is then deleted', async () => {
  await refusedFile()
  const key = await take()
  expect(await stateNow()).toBe('left')
  expect(await bytesOf(log, fileUuid)).not.toBeNull()
  await refused(key)
  // The edit is sent under a new key after the decision.
  const again = (await replace(log, key, withoutFile)) ?? ''
  await settle(log, { outcomes: [{ key: again, outcome: 'done' }], sessions: [] })
  expect(await stateNow()).toBeUndefined()
  expect(await bytesOf(log, fileUuid)).toBeNull()
})

test('when the edit that takes it out is given up, it waits for a decision as before', async () => {
  await refusedFile()
  const key = await take()
  await refused(key)
  await drop(log, [key])
  expect(await stateNow()).toBe('refused')
  expect(await bytesOf(log, fileUuid)).not.toBeNull()
})

test('discarding all unsent commands leaves no file content', async () => {
  await refusedFile()
  await take()
  const bundle = await bundleOf(log)
  expect(bundle.files).toEqual([])
  await dropBundle(log, bundle)
  expect(await bytesOf(log, fileUuid)).toBeNull()
})

test('a file of a denied scope can be discarded before it is sent', async () => {
  await refusedFile()
  await retryFile(log, fileUuid)
  await giveFileUp(log, fileUuid, ['exploratory:SHOP'])
  expect(await stateNow()).toBeUndefined()
})

test('in an ended session only the file is discarded locally', async () => {
  await refusedFile()
  await retryFile(log, fileUuid)
  await giveFileUp(log, fileUuid)
  expect(await stateNow()).toBe('due')
  await fileRefused(log, fileUuid, 'It is too large')
  await giveFileUp(log, fileUuid)
  expect(await stateNow()).toBeUndefined()
  expect(await bytesOf(log, fileUuid)).toBeNull()
})
