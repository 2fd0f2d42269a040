import { deepEqual, equal } from 'node:assert/strict'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { RunCommand, RunCommandOutcome, SentRunCommand } from '../../../contract/runs/commands.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import type { SentCommand } from '../../../contract/outbox.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { shownRow } from '../../../store/projections/runs.ts'
import type { RunTypes } from '../../../store/projections/run-events.ts'
import { nextBatch, settle } from '../../../store/outbox/outbox.ts'
import { drop, retry } from '../../../store/outbox/outbox-decisions.ts'
import { enqueueRunCommands, localRunNow } from '../../../store/outbox/runs/runs.ts'
import '../../unit/store/support/events.ts'
import { aRunCase, resultValues } from '../../unit/runs/support.ts'

const RUN = 7
const CASES = [1, 2, 3]
const [PASSED, FAILED, OFF] = [1, 2, 9]
const user = (id: number) => ({
  id,
  username: `p${id}`,
  name: `P${id}`,
  email: `p${id}@larkspur.test`,
  photoUrl: null,
})

/**
 * Fault of a request: it never arrives, its answer never does, it is rejected as a whole, or the tab crashes with the answer or between two
 * of the writes that store it.
 */
type Fault = 'none' | 'unreachable' | 'lost' | '401' | '403' | '409' | '500' | 'crash' | 'crash-between-writes'
const REFUSED: ReadonlySet<Fault> = new Set(['unreachable', '401', '403', '409', '500'])

class ModelRun {
  readonly rows = new Map(CASES.map((id) => [id, aRunCase(id)]))
  readonly results = new Map<string, { caseId: number; statusId: number; at: string; by: number; withdrawn: boolean }>()
  readonly answers = new Map<string, RunCommandOutcome>()
  /** Number of writes per result. */
  readonly written = new Map<string, number>()
  revision = 1
  isClosed = false
  readonly removed = new Set<number>()

  carryOut(by: number, commands: readonly SentRunCommand[]): RunTypes['answer'] {
    const outcomes: RunCommandOutcome[] = []
    const touched = new Set<number>()
    for (const { key, at, command } of commands) {
      const outcome = this.answers.get(key) ?? this.one(by, key, at, command, touched)
      outcomes.push(outcome)
      if (outcome.outcome === 'refused') break
      this.answers.set(key, { ...outcome, meanwhile: [] })
    }
    if (touched.size > 0) this.revision += 1
    const cases = [...touched].map((caseId) => ({ ...this.settled(caseId), runId: RUN }))
    return { outcomes, runs: [], cases }
  }

  private one(by: number, key: string, at: string, command: RunCommand, touched: Set<number>): RunCommandOutcome {
    const refuse = (reason: 'run-closed' | 'status-off' | 'case-gone' | 'invalid'): RunCommandOutcome => ({
      key,
      outcome: 'refused',
      refusal: { reason, message: reason },
    })
    if (this.isClosed) return refuse('run-closed')
    let skippedCaseIds: number[] = []
    if (command.type === 'results/withdraw') {
      const named = command.resultIds.map((id) => this.results.get(id))
      if (named.some((one) => one?.by !== by)) return refuse('invalid')
      for (const one of named) if (one) touched.add(Object.assign(one, { withdrawn: true }).caseId)
    } else {
      if (command.values.statusId === OFF) return refuse('status-off')
      const there = command.entries.filter(({ caseId }) => !this.removed.has(caseId))
      if (there.length === 0) return refuse('case-gone')
      const gone = command.entries.filter(({ caseId }) => this.removed.has(caseId))
      skippedCaseIds = gone.map(({ caseId: id }) => id)
      for (const { resultId, caseId } of there) {
        if (this.results.has(resultId)) continue
        this.written.set(resultId, (this.written.get(resultId) ?? 0) + 1)
        this.results.set(resultId, { caseId, statusId: command.values.statusId, at, by, withdrawn: false })
        touched.add(caseId)
      }
    }
    return { key, outcome: 'done', meanwhile: [], skippedCaseIds }
  }

  private settled(caseId: number): RunCase {
    const counting = [...this.results].filter(([, one]) => one.caseId === caseId && !one.withdrawn)
    const [id, last] = counting.sort(([, a], [, b]) => a.at.localeCompare(b.at)).at(-1) ?? [null, null]
    const row = aRunCase(caseId, {
      statusId: last?.statusId ?? null,
      attempts: counting.length,
      lastResultId: id,
      lastResultAt: last?.at ?? null,
      lastResultBy: last?.by ?? null,
      revision: this.revision,
    })
    this.rows.set(caseId, row)
    return row
  }
}

const logs: Log[] = []
let opened = 0
afterEach(() => logs.splice(0).forEach(closeLog))
/** Two tabs of one device: two logs over one database. */
const aDevice = () => {
  const name = `runs-${(opened += 1)}`
  const tabs = [openLog(name), openLog(name)] as const
  logs.push(...tabs)
  return tabs
}

const counted = { requests: 0, faults: 0, recorded: 0, brokenWrites: 0 }

/** Runs an operation whose `nth` row write fails, as when the tab crashes there. Resolves with whether it came that far. */
const dyingAt = async (log: Log, nth: number, work: () => Promise<unknown>): Promise<boolean> => {
  let writes = 0
  const die = () => {
    writes += 1
    if (writes > nth) throw new Error('the tab died')
  }
  const hooks = log.db.tables.flatMap((table) =>
    (['creating', 'updating', 'deleting'] as const).map((on) => table.hook(on)),
  )
  for (const hook of hooks) (hook as { subscribe: (listener: () => void) => void }).subscribe(die)
  try {
    await work()
    return false
  } catch {
    counted.brokenWrites += 1
    return true
  } finally {
    for (const hook of hooks) (hook as { unsubscribe: (listener: () => void) => void }).unsubscribe(die)
  }
}

/** One request of the outbox, as the lane sends it. */
const sendOnce = async (log: Log, server: ModelRun, by: number, fault: Fault, nth = 0): Promise<boolean> => {
  const batch = await nextBatch(log)
  if (batch === null) return false
  counted.requests += 1
  if (fault !== 'none') counted.faults += 1
  if (REFUSED.has(fault)) return false
  const answer = server.carryOut(by, batch.commands as SentCommand<RunCommand>[])
  if (fault === 'lost' || fault === 'crash') return false
  if (fault === 'crash-between-writes') {
    await dyingAt(log, nth, () => settle(log, answer))
    return false
  }
  await settle(log, answer)
  return true
}

const act = fc.record({
  what: fc.constantFrom(
    'record',
    'record',
    'die',
    'bulk',
    'withdraw',
    'send',
    'send',
    'race',
    'reload',
    'remove',
    'retry',
    'drop',
  ),
  nth: fc.nat(5),
  tester: fc.nat(1),
  tab: fc.nat(1),
  caseId: fc.constantFrom(...CASES),
  statusId: fc.constantFrom(PASSED, FAILED, FAILED, OFF),
  fault: fc.constantFrom<Fault>(
    'none',
    'none',
    'unreachable',
    'lost',
    '401',
    '403',
    '409',
    '500',
    'crash',
    'crash-between-writes',
    'crash-between-writes',
  ),
})

test('for any faults, every result of two testers is on the server once or on their device with a reason', async () => {
  const property = fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.nat(40), async (acts, closesAt) => {
    const server = new ModelRun()
    const devices = [aDevice(), aDevice()]
    /** Of each tester: results that were not discarded. */
    const made = [new Map<string, number>(), new Map<string, number>()]
    const givenUp = new Set<string>()
    for (const [turn, { what, tester, tab, caseId, statusId, fault, nth }] of acts.entries()) {
      if (turn === closesAt) server.isClosed = true
      const by = tester + 1
      const log = devices[tester]?.[tab] as Log
      const own = made[tester] as Map<string, number>
      const record = async (caseIds: readonly number[]) => {
        const entries = caseIds.map((id) => ({ caseId: id, resultId: crypto.randomUUID(), seenResultId: null }))
        const command = { type: 'results/record', runId: RUN, entries, values: resultValues(statusId) } as const
        await enqueueRunCommands(log, [{ projectKey: 'SHOP', command, hints: { by: user(by) } }])
        counted.recorded += entries.length
        for (const one of entries) own.set(one.resultId, one.caseId)
        // It shows immediately, before the server answers.
        const { overlay } = await localRunNow(log, RUN)
        const rows = caseIds.map((id) => shownRow(server.rows.get(id) as RunCase, overlay))
        deepEqual(new Set(rows.map((row) => row.statusId)), new Set([statusId]))
      }
      if (what === 'record') await record([caseId])
      else if (what === 'bulk') await record(CASES)
      else if (what === 'die') {
        const resultId = crypto.randomUUID()
        const entries = [{ caseId, resultId, seenResultId: null }]
        const command = { type: 'results/record', runId: RUN, entries, values: resultValues(statusId) } as const
        const isDead = await dyingAt(log, nth, () =>
          enqueueRunCommands(log, [{ projectKey: 'SHOP', command, hints: { by: user(by) } }]),
        )
        // What was not stored completely is not stored at all: the form still has it.
        const isKept = (await log.db.outbox.toArray()).some(({ about }) => about.includes(resultId))
        equal(isKept, !isDead)
        if (!isDead) own.set(resultId, caseId)
        counted.recorded += isDead ? 0 : 1
      } else if (what === 'remove') server.removed.add(caseId)
      else if (what === 'withdraw') {
        const [id] = [...own.keys()].filter((one) => !givenUp.has(one)).slice(-1)
        if (id === undefined) continue
        const command: RunCommand = { type: 'results/withdraw', runId: RUN, resultIds: [id] }
        await enqueueRunCommands(log, [{ projectKey: 'SHOP', command }])
      } else if (what === 'send') await sendOnce(log, server, by, fault, nth)
      else if (what === 'race')
        await Promise.all(devices[tester]?.map((one) => sendOnce(one, server, by, fault, nth)) ?? [])
      else if (what === 'reload') {
        closeLog(log)
        const again = openLog(log.db.name)
        logs.push(again)
        devices[tester] = (devices[tester] ?? []).map((one) => (one === log ? again : one)) as never
      } else {
        const [refused] = await log.db.outbox.filter((row) => row.refusal !== null).toArray()
        if (refused === undefined) continue
        if (what === 'retry') await retry(log, refused.key)
        else {
          const about = (await log.db.outbox.toArray()).filter(({ type }) => type === 'results/record')
          const keys = await drop(log, [refused.key])
          for (const row of about) if (keys.includes(row.key)) row.about.forEach((id) => givenUp.add(id))
        }
      }
    }
    for (const [tester, [log]] of devices.entries()) {
      while (await sendOnce(log, server, tester + 1, 'none'));
      const left = await log.db.outbox.toArray()
      const waiting = new Set(left.flatMap(({ about }) => about))
      const { leftOut = [] } = (await localRunNow(log, RUN)).state.base
      const toldGone = new Set(leftOut.map(({ resultId }) => resultId))
      // The remaining ones were rejected or wait behind a rejected one.
      equal(left.length === 0 || left.some(({ refusal }) => refusal !== null), true)
      for (const [id] of made[tester] ?? []) {
        const times = server.written.get(id) ?? 0
        equal(times <= 1, true)
        equal(times === 1 || waiting.has(id) || givenUp.has(id) || toldGone.has(id), true, `${id} is lost`)
      }
    }
    equal(
      [...server.written.values()].every((times) => times === 1),
      true,
    )
  })
  const result = await fc.check(property, { numRuns: 150 })
  expect((await fc.asyncDefaultReportMessage(result)) ?? 'held').toBe('held')
  console.info(
    `${counted.recorded} results, ${counted.requests} requests, ${counted.faults} of them broken, ${counted.brokenWrites} deaths between writes: 0 lost, 0 duplicated`,
  )
})

test('a rejected result keeps its reason, and its case shows the server’s state', async () => {
  const [log] = aDevice()
  const server = new ModelRun()
  const entries = [{ caseId: 1, resultId: crypto.randomUUID(), seenResultId: null }]
  const command = { type: 'results/record', runId: RUN, entries, values: resultValues(OFF) } as const
  await enqueueRunCommands(log, [{ projectKey: 'SHOP', command, hints: { by: user(1) } }])
  await sendOnce(log, server, 1, 'none')
  const { overlay } = await localRunNow(log, RUN)
  expect(overlay.pending.get(1)).toMatchObject([{ sending: 'refused', refusal: { reason: 'status-off' } }])
  expect(shownRow(aRunCase(1), overlay).statusId).toBeNull()
})

test('a withdrawn result shows the one before it, before the server knows and after', async () => {
  const [log] = aDevice()
  const server = new ModelRun()
  const record = (resultId: string, statusId: number): RunCommand => ({
    type: 'results/record',
    runId: RUN,
    entries: [{ caseId: 1, resultId, seenResultId: null }],
    values: resultValues(statusId),
  })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const doing = (command: RunCommand, rows: readonly RunCase[] = []) =>
    enqueueRunCommands(log, [{ projectKey: 'SHOP', command, hints: { by: user(1), rows } }])
  const shown = async () => shownRow(aRunCase(1), (await localRunNow(log, RUN)).overlay)
  await doing(record(first, FAILED))
  while (await sendOnce(log, server, 1, 'none'));
  const before = await shown()
  await doing(record(second, PASSED))
  while (await sendOnce(log, server, 1, 'none'));
  expect(await shown()).toMatchObject({ statusId: PASSED, attempts: 2 })
  await doing({ type: 'results/withdraw', runId: RUN, resultIds: [second] }, [before])
  expect(await shown()).toMatchObject({ statusId: FAILED, attempts: 1, lastResultId: first })
  while (await sendOnce(log, server, 1, 'none'));
  expect(await shown()).toMatchObject({ statusId: FAILED, attempts: 1, lastResultId: first })
})

const record = (caseId: number, statusId = PASSED): RunCommand => ({
  type: 'results/record',
  runId: RUN,
  entries: [{ caseId, resultId: crypto.randomUUID(), seenResultId: null }],
  values: resultValues(statusId),
})
const enqueueAll = (log: Log, commands: readonly RunCommand[]) =>
  enqueueRunCommands(
    log,
    commands.map((command) => ({ projectKey: 'SHOP', command, hints: { by: user(1), rows: [aRunCase(1)] } })),
  )

test.each([
  ['the run was closed', (server: ModelRun) => Object.assign(server, { isClosed: true }), CASES],
  ['a status was switched off', () => undefined, [1]],
  ['a case was removed from the run', (server: ModelRun) => server.removed.add(1), [1]],
] as const)(
  'when %s, results count only without a rejection, and each is decided alone',
  async (_, change, rejected) => {
    const [log] = aDevice()
    const server = new ModelRun()
    const isOff = rejected.length === 1 && change.length === 0
    await enqueueAll(log, [record(1, isOff ? OFF : PASSED), record(2), record(3)])
    change(server)
    while (await sendOnce(log, server, 1, 'none'));
    const shown = async () => {
      const { overlay } = await localRunNow(log, RUN)
      const counted = CASES.filter((id) => shownRow(server.rows.get(id) as RunCase, overlay).statusId !== null)
      return { counted, undecided: overlay.undecided.flatMap(({ caseIds }) => caseIds) }
    }
    expect(await shown()).toEqual({
      counted: CASES.filter((id) => !server.isClosed && !rejected.includes(id as 1)),
      undecided: rejected,
    })
    const [first] = (await localRunNow(log, RUN)).overlay.undecided
    expect(await drop(log, [first?.key ?? ''])).toHaveLength(1)
    expect((await shown()).undecided).toEqual(rejected.slice(1))
  },
)

test('an undone result that is rejected waits for a decision together with its undo', async () => {
  const [log] = aDevice()
  const server = new ModelRun()
  const command = record(1, OFF)
  const resultIds = command.type === 'results/record' ? command.entries.map(({ resultId }) => resultId) : []
  const [key = ''] = await enqueueAll(log, [command, { type: 'results/withdraw', runId: RUN, resultIds }])
  while (await sendOnce(log, server, 1, 'none'));
  const { overlay } = await localRunNow(log, RUN)
  expect(overlay.pending.get(1)).toMatchObject([{ sending: 'refused' }])
  expect(await drop(log, [key])).toHaveLength(2)
})

test('a rejected undo stays to be decided at its case, where the result counts', async () => {
  const [log] = aDevice()
  const server = new ModelRun()
  const command = record(1, FAILED)
  await enqueueAll(log, [command])
  while (await sendOnce(log, server, 1, 'none'));
  server.isClosed = true
  const resultIds = command.type === 'results/record' ? command.entries.map(({ resultId }) => resultId) : []
  await enqueueAll(log, [{ type: 'results/withdraw', runId: RUN, resultIds }])
  while (await sendOnce(log, server, 1, 'none'));
  const { overlay } = await localRunNow(log, RUN)
  expect(overlay.undecided).toMatchObject([{ caseIds: [1], refusal: { reason: 'run-closed' } }])
  expect(shownRow(server.rows.get(1) as RunCase, overlay).statusId).toBe(FAILED)
})
