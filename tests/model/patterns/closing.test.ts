import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, type SnapshotFrom } from 'xstate'
import { closing, type ClosingEvent, type ClosingOutcome } from '../../../machines/patterns/closing.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = closing<number, { id: number }>()
const input = { isOnline: true }
const events = [
  { type: 'closing/ask', items: [1, 2] },
  { type: 'closing/ask', items: [] },
  { type: 'closing/confirm' },
  { type: 'closing/cancel' },
  { type: 'closing/retry' },
  { type: 'closing/dismiss' },
  { type: 'network/changed', isOnline: false },
  { type: 'network/changed', isOnline: true },
  { type: 'xstate.done.actor.close', output: { closed: 2, skipped: [] } },
  { type: 'xstate.done.actor.close', output: { closed: 1, skipped: [{ id: 2 }] } },
  { type: 'xstate.error.actor.close', error: 'refused' },
] as ClosingEvent<number>[]
const paths = pathsOf(machine, { input, events })
type State = SnapshotFrom<typeof machine>

test('each state handles the events of its table', () =>
  expectTable(machine, {
    idle: 'closing/ask network/changed',
    asked: 'closing/{cancel,confirm} network/changed',
    closing: 'done(close) error(close) network/changed',
    closed: 'closing/dismiss network/changed',
    failed: 'closing/{cancel,retry} network/changed',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('[RUNS-28] on every path nothing is closed unless it was asked for, and never while offline', () => {
  const began = (now: State, before: State | undefined) => now.matches('closing') && before?.matches('closing') !== true
  expect(
    breaches(paths, (now, before) => !began(now, before) || ['asked', 'failed'].includes(before?.value ?? '')),
  ).toEqual([])
  expect(breaches(paths, (now, before) => !began(now, before) || now.context.isOnline)).toEqual([])
  expect(breaches(paths, (now) => now.matches('idle') || now.context.items.length > 0)).toEqual([])
})

test('on every path what was skipped stays in sight, and only that', () =>
  expect(
    breaches(paths, ({ context: { outcome }, ...now }) => now.value !== 'closed' || (outcome?.skipped.length ?? 0) > 0),
  ).toEqual([]))

test('[RUNS-28] many are closed by one question and one call, whose outcome is emitted once', async () => {
  const calls: (readonly number[])[] = []
  const emitted: ClosingOutcome<{ id: number }>[] = []
  const close = fromPromise<ClosingOutcome<{ id: number }>, { items: readonly number[] }>(({ input: { items } }) => {
    calls.push(items)
    return Promise.resolve({ closed: 1, skipped: [{ id: 2 }] })
  })
  const actor = createActor(machine.provide({ actors: { close, network: fromCallback(() => undefined) } }), {
    input,
  }).start()
  actor.on('closing/done', ({ outcome }) => emitted.push(outcome))
  actor.send({ type: 'closing/ask', items: [1, 2] })
  actor.send({ type: 'closing/confirm' })
  actor.send({ type: 'closing/confirm' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual([[1, 2]])
  expect(emitted).toEqual([{ closed: 1, skipped: [{ id: 2 }] }])
  expect(actor.getSnapshot().context.outcome).toEqual(emitted[0])
})
