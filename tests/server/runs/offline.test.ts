import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { ATTACHMENTS_PATH, UploadedAttachment } from '../../../contract/cases/attachments.ts'
import { getRunOfflineSize } from '../../../contract/runs/offline.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aProjectWithRuns } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

test('the size for offline use counts every case of the run, and each file once', async () => {
  const shop = await aProjectWithRuns(app, owner)
  const { suite, case: add } = shop.repository
  const body = new FormData()
  body.append('file', new File(['twelve bytes'], 'basket.txt', { type: 'text/plain' }))
  const uploaded = await send(app, pathOf(ATTACHMENTS_PATH, shop.at.params), {
    method: 'POST',
    token: owner.token,
    body,
  })
  const file = UploadedAttachment.parse(uploaded.body).data
  const checkout = await suite('Checkout')
  const card = await add(checkout, 'Pay by card', { attachments: [file] })
  const later = await add(checkout, 'Pay later', { description: 'ü'.repeat(500), attachments: [file] })
  const one = await shop.create([card.id])
  const both = await shop.create([card.id, later.id])
  const small = await ask(app, getRunOfflineSize, shop.of(one.id))
  const large = await ask(app, getRunOfflineSize, shop.of(both.id))
  expect(small).toMatchObject({ cases: 1, files: 1, fileBytes: 12 })
  expect(large).toMatchObject({ cases: 2, files: 1, fileBytes: 12 })
  expect(large.contentBytes - small.contentBytes).toBeGreaterThan(1000)
  await shop.update(both.id, { removeCaseIds: [later.id] })
  expect(await ask(app, getRunOfflineSize, shop.of(both.id))).toEqual(small)
  const other = await aProjectWithRuns(app, owner)
  expect(await refusalOf(app, getRunOfflineSize, other.of(both.id))).toMatchObject({ status: 404 })
})
