import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { getWelcome } from '../../../contract/session/session.ts'
import { updateSeats } from '../../../contract/workspace/seats.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { removeWorkspaceLogo, renameWorkspace, setWorkspaceLogo } from '../../../contract/workspace/workspace.ts'
import { getUsage, listPlanChanges, updateBillingContact } from '../../../contract/workspace/usage.ts'
import { orphanedFiles } from '../../../server/jobs/clearing.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../server/files/store.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let billing: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  billing = await aUser(app, { permissions: ['BILLING'] })
})
afterAll(() => app.close())

test('[BILL-04] usage is counted by project, at most once an hour', async () => {
  await aProject(app, owner, 'SHOP')
  const agent = await TestAgent.of(app, owner, 'SHOP')
  const launch = await agent.startLaunch()
  await launch.test('adds up', 'PASSED')
  await launch.test('takes away', 'FAILED')
  await aProject(app, owner, 'EMPTY')
  const usage = () => ask(app, getUsage, { token: billing.token })
  const { projects, countedAt, version } = await usage()
  expect(projects.find(({ key }) => key === 'SHOP')).toMatchObject({ launches: 1, tests: 2, cases: 0, testRuns: 0 })
  expect(projects.find(({ key }) => key === 'EMPTY')).toMatchObject({ launches: 0, tests: 0, fileBytes: 0 })
  expect(version).toBe('0.0.0-test')
  await agent.startLaunch()
  expect((await usage()).countedAt).toBe(countedAt)
  await app.db
    .updateTable('workspace_usage')
    .set({ counted_at: new Date(Date.now() - 3_600_001) })
    .execute()
  const [again, same] = await Promise.all([usage(), usage()])
  expect(again.projects.find(({ key }) => key === 'SHOP')?.launches).toBe(2)
  expect(same.countedAt).toBe(again.countedAt)
})

test('[BILL-01] [BILL-04] the billing history lists changes of the plan, for holders of the billing permission', async () => {
  const { token } = billing
  await ask(app, updateSeats, { token, body: { paidSeats: 50 } })
  await ask(app, switchFeature, { token, params: { feature: 'ai-assistant' }, body: { on: false } })
  await ask(app, updateBillingContact, { token, body: { billingContact: 'finance@larkspur.test' } })
  const { items } = await ask(app, listPlanChanges, { token })
  expect(items.slice(0, 3).map(({ type }) => type)).toEqual([
    'workspace/billing-contact',
    'workspace/features',
    'workspace/seats',
  ])
  expect((await ask(app, getUsage, { token })).billingContact).toBe('finance@larkspur.test')
  const wrong = await refusalOf(app, updateBillingContact, { token, body: { billingContact: 'nobody' } })
  expect(wrong.errors?.[0]?.field).toBe('billingContact')
  const member = await aUser(app)
  for (const call of [getUsage, listPlanChanges])
    expect((await refusalOf(app, call, { token: member.token })).status).toBe(403)
})

test('[PRODUCT-05] the name of the workspace is changed with the billing permission and shown on the sign-in page', async () => {
  const member = await aUser(app)
  const rename = (token: string, name: string) => ({ token, body: { name, expected: {} } })
  expect((await refusalOf(app, renameWorkspace, rename(member.token, 'Fir'))).status).toBe(403)
  const empty = await refusalOf(app, renameWorkspace, rename(billing.token, ' '))
  expect(empty).toMatchObject({ status: 400, errors: [{ field: 'name' }] })
  expect(await ask(app, renameWorkspace, rename(billing.token, ' Fir '))).toEqual({ name: 'Fir' })
  expect((await ask(app, getWelcome)).workspaceName).toBe('Fir')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('[WNAV-19] [WNAV-21] the logo requires the billing permission, is shown before sign-in, and cannot run', async () => {
  const member = await aUser(app)
  const body = { image: PNG.toString('base64') }
  expect((await refusalOf(app, setWorkspaceLogo, { token: member.token, body })).status).toBe(403)
  const refused = await refusalOf(app, setWorkspaceLogo, { token: billing.token, body: { image: btoa('<svg/>') } })
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'image' }] })
  const { logoUrl } = await ask(app, setWorkspaceLogo, { token: billing.token, body })
  expect((await ask(app, getWelcome)).workspaceLogoUrl).toBe(logoUrl)
  const shown = await send(app, logoUrl ?? '')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  const files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
  await orphanedFiles(files, new Date(Date.now() + 60_000))(app.db, 100)
  await files.put(Readable.from([PNG]), 'image/png', LIMITS.pictureBytes)
  expect((await send(app, logoUrl ?? '')).status).toBe(200)
  await ask(app, removeWorkspaceLogo, { token: billing.token })
  expect((await ask(app, getWelcome)).workspaceLogoUrl).toBeNull()
  expect((await send(app, logoUrl ?? '')).status).toBe(404)
})
