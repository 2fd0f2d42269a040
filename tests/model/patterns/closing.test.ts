import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, type SnapshotFrom } from 'xstate'
import { closing, type ClosingEvent, type ClosingOutcome } from '../../../machines/patterns/closing.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

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
type State = SnapshotFrom<typeof machine>
const began = (now: State, before: State | undefined) => now.matches('closing') && before?.matches('closing') !== true
describeMachine(machine, {
  input,
  events,
  table: {
    idle: 'closing/ask network/changed',
    asked: 'closing/{cancel,confirm} network/changed',
    closing: 'done(close) error(close) network/changed',
    closed: 'closing/dismiss network/changed',
    failed: 'closing/{cancel,retry} network/changed',
  },
  ignored: {
    idle: {
      events: 'closing/confirm closing/cancel closing/retry closing/dismiss',
      because: 'nothing is to be closed: no dialog is open',
    },
    asked: {
      events: 'closing/ask closing/retry closing/dismiss',
      because: 'the dialog covers the page and offers only Close and Cancel',
    },
    closing: {
      events: 'closing/ask closing/confirm closing/cancel closing/retry closing/dismiss',
      because: 'the buttons of the dialog are disabled until the answer',
    },
    closed: {
      events: 'closing/ask closing/confirm closing/cancel closing/retry',
      because: 'the dialog with the skipped items covers the page and offers only to dismiss it',
    },
    failed: {
      events: 'closing/ask closing/confirm closing/dismiss',
      because: 'the dialog covers the page and offers only a retry and Cancel',
    },
  },
  invariants: {
    '[RUNS-28] closes only after a confirmation or a retry': (now, before) =>
      !began(now, before) || ['asked', 'failed'].includes(before?.value ?? ''),
    '[RUNS-28] never begins to close while offline': (now, before) => !began(now, before) || now.context.isOnline,
    '[RUNS-28] has items in every state but idle': (now) => now.matches('idle') || now.context.items.length > 0,
    'shows an outcome only with skipped items': ({ context: { outcome }, ...now }) =>
      now.value !== 'closed' || (outcome?.skipped.length ?? 0) > 0,
  },
})

test('[RUNS-28] closes many with one confirmation and one call, and emits the outcome once', async () => {
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
