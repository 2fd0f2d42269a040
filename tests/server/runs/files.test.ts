import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRunUploadState, resultFilePath, runUploadPath } from '../../../contract/runs/files.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aProjectWithRuns, recorded } from './support.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])
let app: TestApp
let owner: TestUser
let project: Awaited<ReturnType<typeof aProjectWithRuns>>
let cases: number[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await aProjectWithRuns(app, owner)
  const suite = await project.repository.suite('Checkout')
  cases = [(await project.repository.case(suite, 'Pay')).id]
})
afterAll(() => app.close())

const put = (fileUuid: string, content: Uint8Array, { offset = 0, token = owner.token } = {}) => {
  const query = new URLSearchParams({ offset: `${offset}`, sizeBytes: `${PNG.length}`, name: 'total.png' })
  return send(app, `${runUploadPath(project.projectKey, fileUuid)}?${query.toString()}`, {
    method: 'PUT',
    body: content,
    token,
    headers: { 'content-type': 'application/octet-stream' },
  })
}
const served = (fileUuid: string, token = owner.token) =>
  fetch(`${app.url}${resultFilePath({ fileUuid, name: 'total.png' })}`, {
    headers: { authorization: `Bearer ${token}` },
  })
const aResultWith = async (fileUuid: string) => {
  const run = await project.create(cases)
  const file = { fileUuid, name: 'total.png', contentType: 'image/png', sizeBytes: PNG.length }
  const caseId = cases[0] as number
  await project.send([recorded(run.id, caseId, { statusId: project.status('Failed'), attachments: [file] })])
  return { run, caseId }
}

test('a file arrives in pieces after its result, and viewers of the run are notified when it is complete', async () => {
  const fileUuid = crypto.randomUUID()
  const { run, caseId } = await aResultWith(fileUuid)
  const before = (await project.get(run.id)).revision
  await put(fileUuid, PNG.subarray(0, 5))
  expect((await project.results(run.id, caseId))[0]?.attachments).toMatchObject([{ fileUuid, receivedBytes: 5 }])
  expect((await served(fileUuid)).status).toBe(404)
  expect((await put(fileUuid, PNG.subarray(5), { offset: 5 })).status).toBe(200)
  expect(Buffer.from(await (await served(fileUuid)).arrayBuffer()).equals(PNG)).toBe(true)
  expect((await project.get(run.id)).revision).toBe(before + 1)
  const { items } = await project.cases(run.id, { since: before })
  expect(items.map((row) => row.caseId)).toEqual([caseId])
})

test('guests read files of results and cannot upload; other users can do neither', async () => {
  const fileUuid = crypto.randomUUID()
  await aResultWith(fileUuid)
  await put(fileUuid, PNG)
  const guest = await aUser(app, { roles: { [project.projectId]: 'GUEST' } })
  const stranger = await aUser(app, { roles: {} })
  expect((await served(fileUuid, guest.token)).status).toBe(200)
  expect((await put(crypto.randomUUID(), PNG, { token: guest.token })).status).toBe(403)
  expect((await served(fileUuid, stranger.token)).status).toBe(404)
  expect((await put(crypto.randomUUID(), PNG, { token: stranger.token })).status).toBe(404)
})

test('rejects a file that no result refers to', async () => {
  const fileUuid = crypto.randomUUID()
  await put(fileUuid, PNG)
  const params = { projectKey: project.projectKey, fileUuid }
  expect(await ask(app, getRunUploadState, { token: owner.token, params })).toMatchObject({ receivedBytes: PNG.length })
  expect((await served(fileUuid)).status).toBe(404)
})
