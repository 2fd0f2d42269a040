import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { closeLog, openLog, type Writing } from '../../../store/log/log.ts'
import { commandState$, enqueue, NotKept } from '../../../store/outbox/commands.ts'
import { afterReading, afterWriting, withEarly, type WithEarly } from '../../../store/outbox/early.ts'
import type { CommandState, OutboxTypes, WaitingCommand } from '../../../store/outbox/definition.ts'
import { shopping, type LineCommand } from '../support/outbox/shopping-list.ts'
import '../../unit/store/support/events.ts'

const write: LineCommand = { type: 'line/write', list: 'groceries', line: '1', text: 'Bread', receipts: [] }
const early: WaitingCommand = { key: 'k', at: '', projectKey: 'SHOP', command: write, hints: {}, refusal: null }
const EMPTY: CommandState = { base: {}, commands: [] }
const UNREAD: WithEarly<OutboxTypes> = { state: EMPTY, last: 0, early: [] }

const begun: Writing = { type: 'begun', stream: 'shopping:groceries', command: early }
const stored: Writing = { type: 'stored', places: new Map([['k', 3]]) }
const failed: Writing = { type: 'failed', keys: ['k'] }
/** Content of the disk: before the command, with it, and after it was confirmed and the stream was shortened. */
const before = { state: EMPTY, last: 2, keys: new Set<string>() }
const withIt = { state: { ...EMPTY, commands: [early] }, last: 3, keys: new Set(['k']) }
const confirmed = { state: EMPTY, last: 4, keys: new Set(['loaded']) }

const afterAll = (changes: readonly (Writing | typeof before)[]) =>
  changes.reduce(
    (held, change) =>
      'state' in change ? afterReading(held, change) : afterWriting(held, 'shopping:groceries', change),
    UNREAD,
  )
const shownOf = (held: WithEarly<OutboxTypes>) => withEarly(held).commands.map(({ key }) => key)

test('a command is shown exactly once from its start until the log has its outcome, in any order of events', () => {
  // Its end may be reported before or after a reading that contains it, and a reading that began before it was stored may come last.
  const orders = [
    [before, begun, stored, withIt, confirmed],
    [before, begun, withIt, stored, confirmed],
    [begun, before, stored, before, withIt, confirmed],
  ]
  for (const order of orders) {
    const from = order.indexOf(begun)
    for (let emitted = from + 1; emitted < order.length; emitted += 1)
      expect(shownOf(afterAll(order.slice(0, emitted)))).toEqual(['k'])
    expect(shownOf(afterAll(order))).toEqual([])
  }
  // It was confirmed and the stream was shortened before any reading contained it.
  expect(shownOf(afterAll([before, begun, stored, confirmed]))).toEqual([])
  expect(shownOf(afterAll([before, begun, confirmed, stored]))).toEqual([])
})

test('a command that could not be stored is shown no longer, and other streams never show it', () => {
  expect(shownOf(afterAll([before, begun, failed]))).toEqual([])
  expect(shownOf(afterAll([begun, failed, before]))).toEqual([])
  expect(afterWriting(UNREAD, 'shopping:hardware', begun)).toBe(UNREAD)
})

const logs: ReturnType<typeof openLog>[] = []
afterEach(() => logs.splice(0).forEach(closeLog))

const watched = async () => {
  const log = openLog(`early-${logs.length}-${crypto.randomUUID()}`)
  logs.push(log)
  const shown: string[][] = []
  const subscription = commandState$(log, shopping, 'shopping:groceries').subscribe(({ commands }) =>
    shown.push(commands.map(({ key }) => key)),
  )
  await expect.poll(() => shown).toEqual([[]])
  return { log, shown, subscription }
}

test('in a real log a command is shown before it is on disk, and never twice or not at all on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), async (turns) => {
      const { log, shown, subscription } = await watched()
      const keys: string[] = []
      for (const pause of turns) {
        const doing = enqueue(log, shopping, [{ projectKey: 'SHOP', command: write }])
        expect(shown.at(-1)).toHaveLength(keys.length + 1)
        keys.push(...(await doing))
        for (let i = 0; i < pause; i += 1) await turn()
      }
      await expect.poll(() => shown.at(-1)).toEqual(keys)
      subscription.unsubscribe()
      const lengths = shown.map(({ length }) => length)
      expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
      expect(shown.every((one) => new Set(one).size === one.length)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('in a real log a command that cannot be stored is taken back', async () => {
  const { log, shown } = await watched()
  log.db.outbox.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(enqueue(log, shopping, [{ projectKey: 'SHOP', command: write }])).rejects.toThrow(NotKept)
  expect(shown.map(({ length }) => length)).toEqual([0, 1, 0])
})
