import { afterAll, expect, test, vi } from 'vitest'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { ask } from '../support/app.ts'
import { TestAgent } from '../support/agent.ts'
import { reportingServer } from '../launches/reporting/support/server.ts'

// Before the server starts, because it keeps a reference to the clock.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())
const server = reportingServer()

const DAY_MS = 86_400_000
const moveClock = (days: number): void => void vi.setSystemTime(Date.now() + days * DAY_MS)

test('a launch keeps all results while the clock of the server jumps forward and back', async () => {
  const { app, owner } = server
  const run = await server.agent.startLaunch()
  await run.test('before', 'PASSED')

  moveClock(30)
  const late = await server.agent.request('POST', `/test-runs/${run.id}/tests`, {})
  expect(late.status).toBe(401)
  const renewed = await TestAgent.of(app, owner)
  const { id } = await renewed.call('POST', `/test-runs/${run.id}/tests`, {
    name: 'ahead',
    startedAt: new Date().toISOString(),
  })

  moveClock(-60)
  await run.finishTest(id, { result: 'FAILED', reason: 'no article' })
  await run.test('behind', 'PASSED')

  moveClock(30)
  await run.finish()
  const where = { params: { projectKey: 'DEF', launchId: run.id }, token: owner.token }
  const { items } = await ask(app, listTests, where)
  const results = items.map(({ name, status }) => ({ name, status })).sort((a, b) => a.name.localeCompare(b.name))
  expect(results).toEqual([
    { name: 'ahead', status: 'FAILED' },
    { name: 'before', status: 'PASSED' },
    { name: 'behind', status: 'PASSED' },
  ])
  expect(await ask(app, getLaunch, where)).toMatchObject({ launch: { statistics: { failed: 1, passed: 2 } } })
})
