import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadConsolePath, findInConsole } from '../../../contract/launchers/engine.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import type { Job } from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost } from '../../../server/launchers/workers/dispatch.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aHandWorker } from '../support/hand-worker.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let worker: Awaited<ReturnType<typeof aHandWorker>>
const { asked, started, attemptOf } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
)
beforeAll(async () => {
  // The server itself runs no launches.
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  const token = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
  worker = await aHandWorker(app, token.value)
})
afterAll(() => app.close())

const claimed = async (): Promise<Job> => {
  const job = await worker.claim('process')
  if (job === null) throw new Error('nothing waits')
  return job
}
const line = (place: number, text: string) => ({ place, at: new Date(), line: text })

test('an attempt records the first time of each of its stages in order', async () => {
  const launchId = await started({ launchCommand: 'true', artifactsFolder: 'results' })
  const waits = await attemptOf(launchId)
  expect(waits).toMatchObject({ state: 'queued', startedAt: null, clonedAt: null, begunAt: null, hasArtifacts: true })
  const { lease } = await claimed()
  await worker.reach(lease, 'cloned', 2)
  const cloned = await attemptOf(launchId)
  expect(cloned).toMatchObject({ begunAt: null, commandEndedAt: null })
  // The first report counts.
  await worker.reach(lease, 'cloned', 9)
  await worker.begin(lease, 'abc1234', 3)
  await worker.reach(lease, 'command-ended', 7)
  expect(await attemptOf(launchId)).toMatchObject({
    clonedAt: cloned.clonedAt,
    endedAt: null,
    commit: 'abc1234',
    linesBefore: { image: 2, command: 3, artifacts: 7 },
  })
  await worker.end(lease, { exitCode: 0, reason: null })
  const { queuedAt, startedAt, clonedAt, begunAt, commandEndedAt, endedAt } = await attemptOf(launchId)
  const times = [queuedAt, startedAt, clonedAt, begunAt, commandEndedAt, endedAt].map(String)
  expect(times).toEqual(times.toSorted())
  expect(times).not.toContain('null')
  await expect(worker.reach(lease, 'cloned')).rejects.toBeInstanceOf(LeaseLost)
})

test('a launch that is handed back is cloned again', async () => {
  const launchId = await started({ launchCommand: 'true' })
  const { lease } = await claimed()
  await worker.reach(lease, 'cloned')
  await worker.handBack(lease)
  expect(await attemptOf(launchId)).toMatchObject({ state: 'queued', startedAt: null, clonedAt: null })
  const again = await claimed()
  expect(again.launchId).toBe(launchId)
  await worker.begin(again.lease, 'abc1234')
  await worker.end(again.lease, { exitCode: 0, reason: null })
})

test('a text is found in any case, an error or a warning without a text, all from a line on and around the end', async () => {
  const launchId = await started({ launchCommand: 'true' })
  const { lease } = await claimed()
  const lines = [
    line(1, 'Reporting'),
    line(2, 'Error: expected 1'),
    line(3, 'a SLOW answer'),
    line(4, '0 errors'),
    line(5, 'slow again'),
    line(6, 'TypeError: no cart'),
    line(7, 'warn: slow answer'),
  ]
  await worker.write(lease, lines)
  // As a worker repeats a request without an answer.
  await worker.write(lease, lines.slice(4))
  const { attemptUuid, errorLines, warningLines } = await attemptOf(launchId)
  expect({ errorLines, warningLines }).toEqual({ errorLines: 2, warningLines: 1 })
  const find = (query: { text?: string; mark?: 'warning'; from?: number; direction?: 'next' | 'previous' }) =>
    ask(app, findInConsole, {
      ...asked({ launchId, attemptUuid }),
      query: { text: '', mark: 'error', from: 0, direction: 'next', ...query },
    })
  expect(await find({ text: 'slow' })).toEqual({ total: 3, lastLine: 7, match: { line: 3, ordinal: 1 } })
  expect(await find({ text: 'Slow', from: 3 })).toEqual({ total: 3, lastLine: 7, match: { line: 5, ordinal: 2 } })
  expect(await find({ text: 'slow', from: 7 })).toEqual({ total: 3, lastLine: 7, match: { line: 3, ordinal: 1 } })
  expect(await find({ text: 'slow', from: 3, direction: 'previous' })).toEqual({
    total: 3,
    lastLine: 7,
    match: { line: 7, ordinal: 3 },
  })
  expect(await find({})).toEqual({ total: 2, lastLine: 7, match: { line: 2, ordinal: 1 } })
  expect(await find({ from: 3, direction: 'previous' })).toEqual({
    total: 2,
    lastLine: 7,
    match: { line: 2, ordinal: 1 },
  })
  expect(await find({ mark: 'warning' })).toEqual({ total: 1, lastLine: 7, match: { line: 7, ordinal: 1 } })
  // Neither a pattern of the database nor of a shell.
  expect(await find({ text: '%' })).toEqual({ total: 0, lastLine: 7, match: null })
  await worker.end(lease, { exitCode: 1, reason: 'Ended with exit code 1' })
})

test('the whole output is downloaded as text under the name of its launch and attempt, with times on request', async () => {
  // A surrogate pair where a long name is cut.
  const name = `Shop: "all"/<tests> ${'é'.repeat(99)}😀`
  const launchId = await started({ name, launchCommand: 'true' })
  const { lease } = await claimed()
  // More than two reads from the database.
  const lines = Array.from({ length: 2001 }, (_, index) => line(index + 1, `number ${index + 1}`))
  for (let from = 0; from < lines.length; from += 1000) await worker.write(lease, lines.slice(from, from + 1000))
  const { attemptUuid } = await attemptOf(launchId)
  const read = (projectKey: string, withTimes: boolean) =>
    send(app, downloadConsolePath(projectKey, launchId, attemptUuid, withTimes), { token: owner.token })
  const plain = await read('SHOP', false)
  expect(plain.status).toBe(200)
  expect(plain.body).toBe(lines.map((one) => `${one.line}\n`).join(''))
  expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const header = plain.headers.get('content-disposition') ?? ''
  expect(header).toMatch(/^attachment; filename="launch-log.txt"; filename\*=UTF-8''/)
  expect(decodeURIComponent(header)).toMatch(/''Shop_ _all___tests_ é{99}\ufffd \d+, attempt 1\.txt$/)
  const timed = String((await read('SHOP', true)).body).split('\n')
  expect(timed[2000]).toBe(`${lines[2000]?.at.toISOString()} number 2001`)
  await aProject(app, owner, 'OTHER')
  expect((await read('OTHER', false)).status).toBe(404)
  await worker.end(lease, { exitCode: 0, reason: null })
})
