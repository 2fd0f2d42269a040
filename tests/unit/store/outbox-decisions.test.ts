import { afterEach, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { RunCommand } from '../../../contract/runs/commands.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import { carryOut, move, replace } from '../../../store/outbox/exploratory/sessions.ts'
import { closeLog, inStream, openLog, type Log } from '../../../store/log/log.ts'
import { enqueueRunCommands } from '../../../store/outbox/runs/runs.ts'
import { resultValues } from '../runs/support.ts'
import { drop, retry } from '../../../store/outbox/outbox-decisions.ts'
import { settle } from '../../../store/outbox/outbox.ts'
import './support/events.ts'

const projectKey = 'SHOP'
const sessionId = '11111111-1111-4111-8111-111111111111'
const elsewhere = '33333333-3333-4333-8333-333333333333'
const observationId = '22222222-2222-4222-8222-222222222222'
const note = (inSession: string): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId: inSession,
  observationId,
  clockMillis: null,
  values: {
    typeId: 1,
    description: 'The total is wrong',
    elapsedTimeInMillis: null,
    attachments: [],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
})

/** Each resolves to whether it was this decision that counted. */
const DECISIONS: Record<string, (log: Log, key: string) => Promise<boolean>> = {
  again: retry,
  replace: async (log, key) => (await replace(log, key, note(sessionId))) !== null,
  drop: async (log, key) => (await drop(log, [key])).length > 0,
  move: async (log, key) => (await move(log, [key], [{ projectKey, command: note(elsewhere) }])) !== null,
}
const pairs = Object.keys(DECISIONS).flatMap((one) => Object.keys(DECISIONS).map((other) => [one, other] as const))

const logs: Log[] = []
afterEach(() => logs.splice(0).forEach(closeLog))

test.each(pairs)(
  'two tabs decide about the same rejection, %s and %s: one decision takes effect, once',
  async (one, other) => {
    const name = `decisions-${one}-${other}`
    const tabs = [openLog(name), openLog(name)] as const
    logs.push(...tabs)
    const [key = ''] = await carryOut(tabs[0], [{ projectKey, command: note(sessionId) }])
    await settle(tabs[0], {
      outcomes: [{ key, outcome: 'refused', refusal: { reason: 'type-off', message: 'No' } }],
      sessions: [],
    })
    const counted = await Promise.all([DECISIONS[one]?.(tabs[0], key), DECISIONS[other]?.(tabs[1], key)])
    expect(counted.filter((isMine) => isMine === true)).toHaveLength(1)
    const records = [
      ...(await inStream(tabs[0], exploratoryStream(sessionId)).toArray()),
      ...(await inStream(tabs[0], exploratoryStream(elsewhere)).toArray()),
    ]
    const emitted = records.map(({ type }) => type.replace('exploratory/', ''))
    expect(emitted.filter((type) => ['retried', 'replaced', 'dropped'].includes(type))).toHaveLength(1)
    // It waits in one place at most.
    expect(await tabs[0].db.outbox.count()).toBe(counted[0] === true ? restOf(one) : restOf(other))
  },
)

test('a late answer about a command that was rejected meanwhile changes nothing', async () => {
  const log = openLog('decisions-late')
  logs.push(log)
  const [key = ''] = await carryOut(log, [{ projectKey, command: note(sessionId) }])
  const refused = { key, outcome: 'refused', refusal: { reason: 'type-off', message: 'No' } } as const
  expect(await settle(log, { outcomes: [refused] })).toBe(1)
  expect(await settle(log, { outcomes: [refused, { key, outcome: 'done' }] })).toBe(0)
  expect(await log.db.outbox.toArray()).toMatchObject([{ key, refusal: 'type-off' }])
})

test('a result that is given up takes its withdrawal along, and no other', async () => {
  const log = openLog('decisions-runs')
  logs.push(log)
  const record = (resultId: string, caseId: number): RunCommand => ({
    type: 'results/record',
    runId: 7,
    entries: [{ resultId, caseId, seenResultId: null }],
    values: resultValues(1),
  })
  const withdraw = (...resultIds: string[]): RunCommand => ({ type: 'results/withdraw', runId: 7, resultIds })
  const [first = '', , taken = ''] = await enqueueRunCommands(
    log,
    [record('r1', 1), record('r2', 2), withdraw('r1'), withdraw('r2')].map((command) => ({ projectKey, command })),
  )
  await settle(log, {
    outcomes: [{ key: first, outcome: 'refused', refusal: { reason: 'status-off', message: 'No' } }],
  })
  expect(await drop(log, [first])).toEqual([first, taken])
  expect((await log.db.outbox.toArray()).map(({ type }) => type)).toEqual(['results/record', 'results/withdraw'])
})

const restOf = (decision: string): number => (decision === 'drop' ? 0 : 1)
