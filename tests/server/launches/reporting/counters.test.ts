import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TestAgent, type TestLaunch } from '../../support/agent.ts'
import { eventsOf, expectCounted, launchRow, testRows } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const results = ['PASSED', 'FAILED', 'SKIPPED', 'ABORTED', 'BLOCKED'] as const
type Result = (typeof results)[number]

/** The next step of an agent; `pick` chooses among the tests it has started. */
type Step =
  | { do: 'start' }
  | { do: 'restart' | 'revert' | 'label' | 'log'; pick: number }
  | { do: 'finish'; pick: number; result: Result }
  | { do: 'finish launch' }
  | { do: 'repeat' }

const pick = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'start' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('finish' as const), pick, result: fc.constantFrom(...results) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('restart' as const, 'revert' as const, 'label' as const, 'log' as const),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'finish launch' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'repeat' as const }) },
)

interface ModelTest {
  id: number
  status: string
  attempt: number
  lines: number
}

/** One agent with the current ids of its tests. `repeat` sends its last request again. */
const play = async (agent: TestAgent, run: TestLaunch, steps: readonly Step[], name: string): Promise<ModelTest[]> => {
  const model = new Map<number, ModelTest>()
  let clock = Date.UTC(2026, 10, 20)
  let last: (() => Promise<unknown>) | null = null
  const path = `/test-runs/${run.id}`
  const send = async (method: string, at: string, body?: unknown): Promise<unknown> => {
    const headers = { 'idempotency-key': randomUUID() }
    last = () => agent.request(method, `${path}${at}`, body, headers)
    return agent.call(method, `${path}${at}`, body, headers)
  }
  const time = () => new Date((clock += 1000)).toISOString()
  for (const one of steps) {
    if (one.do === 'start') {
      const { id } = (await send('POST', '/tests', { name: `${name} ${model.size}`, startedAt: time() })) as {
        id: number
      }
      model.set(id, { id, status: 'IN_PROGRESS', attempt: 1, lines: 0 })
      continue
    }
    if (one.do === 'repeat') {
      await (last as (() => Promise<unknown>) | null)?.()
      continue
    }
    if (one.do === 'finish launch') {
      await send('PUT', '', { endedAt: time() })
      continue
    }
    const chosen = [...model.values()][one.pick % Math.max(1, model.size)]
    if (!chosen) continue
    const test = `/tests/${chosen.id}`
    if (one.do === 'finish') {
      await send('PUT', test, { result: one.result, endedAt: time() })
      chosen.status = one.result
    } else if (one.do === 'restart') {
      await send('POST', test, { name: 'again', startedAt: time() })
      chosen.status = 'IN_PROGRESS'
      chosen.attempt += 1
    } else if (one.do === 'revert') {
      await send('DELETE', test)
      model.delete(chosen.id)
    } else if (one.do === 'label') await send('PUT', `${test}/labels`, { items: [{ key: 'at', value: time() }] })
    else {
      await send('POST', '/logs', [{ testId: chosen.id, timestamp: Date.parse(time()), message: 'line' }])
      chosen.lines += 1
    }
  }
  return [...model.values()]
}

test('protocol 4: random concurrent calls of eight agents store every result, with counters equal to the rows', async () => {
  const agents = await Promise.all(Array.from({ length: 8 }, () => TestAgent.of(server.app, server.owner)))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 14 }), { minLength: 8, maxLength: 8 }), async (plans) => {
      const run = await server.agent.startLaunch()
      const models = await Promise.all(
        plans.map((plan, index) => play(agents[index] as TestAgent, run, plan, `agent ${index}`)),
      )
      const expected = models.flat().sort((a, b) => a.id - b.id)
      const rows = await testRows(server.app, run.id)
      const hasFinished = plans.flat().some((one) => one.do === 'finish launch')
      // The agent that finishes the launch aborts the open tests of the others.
      const statusOf = (is: string, said: string) =>
        hasFinished && said === 'IN_PROGRESS' && is === 'ABORTED' ? said : is
      expect(
        rows.map(({ id, status, attempt }, i) => ({
          id,
          status: statusOf(status, expected[i]?.status ?? ''),
          attempt,
        })),
      ).toEqual(expected.map(({ id, status, attempt }) => ({ id, status, attempt })))
      const counted = await expectCounted(server.app, run.id)
      const { status } = await launchRow(server.app, run.id)
      const fails = counted.failed + counted.aborted + counted.blocked + counted.skipped + counted.inProgress > 0
      expect(status).toBe(hasFinished ? (fails ? 'FAILED' : 'PASSED') : 'IN_PROGRESS')
      const lines = await server.app.db
        .selectFrom('log_line as l')
        .innerJoin('test as t', 't.id', 'l.test_id')
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .where('t.launch_id', '=', run.id)
        .executeTakeFirstOrThrow()
      expect(lines.lines).toBe(expected.reduce((sum, one) => sum + one.lines, 0))
      const started = (await eventsOf(server.app, run.id)).filter((type) => type === 'test/started')
      const starts = plans.flat().filter((one) => one.do === 'start').length
      // A test that is aborted in the transaction that starts it is only reported as finished.
      const abortedAtOnce = hasFinished ? Math.max(0, starts - started.length) : 0
      expect(started.length + abortedAtOnce).toBe(starts)
    }),
    { numRuns: 25, includeErrorInReport: true },
  )
})
