import { expect, test } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { retentionSave, type RetentionSaveEvent } from '../../../machines/settings/retention-save.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const machine = retentionSave<string, number>({ deletes: (launches) => launches > 0 })
type State = SnapshotFrom<typeof machine>
const events = [
  { type: 'save/ask', policy: '90 days' },
  { type: 'save/confirm' },
  { type: 'save/cancel' },
  { type: 'xstate.done.actor.preview', output: 0 },
  { type: 'xstate.done.actor.preview', output: 12 },
  { type: 'xstate.error.actor.preview', error: 'unreachable' },
] as RetentionSaveEvent<string>[]

describeMachine(machine, {
  input: undefined,
  events,
  stopWhen: (state: State) => state.matches('idle') && state.context.preview !== null,
  table: {
    idle: 'save/ask',
    checking: 'done(preview) error(preview)',
    asking: 'save/{cancel,confirm}',
  },
  ignored: {
    idle: { events: 'save/confirm save/cancel', because: 'no dialog is open' },
    checking: {
      events: 'save/ask save/confirm save/cancel',
      because: 'the button shows that the numbers are counted; the dialog is not open yet',
    },
    asking: { events: 'save/ask', because: 'the dialog covers the form' },
  },
  invariants: {
    'asks only with the numbers of what is deleted': (now) => !now.matches('asking') || (now.context.preview ?? 0) > 0,
    'asks only after it counted': (now, before) => !now.matches('asking') || before?.matches('idle') !== true,
  },
})

/** Saves with this preview; resolves with the types of emitted events and the state. */
const saved = async (launches: number | Error, then?: 'save/confirm' | 'save/cancel') => {
  const emitted: string[] = []
  const preview = fromPromise<number, { policy: string | null }>(() =>
    launches instanceof Error ? Promise.reject(launches) : Promise.resolve(launches),
  )
  const actor = createActor(machine.provide({ actors: { preview } })).start()
  actor.on('*', ({ type }) => emitted.push(type))
  actor.send({ type: 'save/ask', policy: '90 days' })
  await new Promise((resolve) => setImmediate(resolve))
  if (then !== undefined) actor.send({ type: then })
  return { emitted, state: actor.getSnapshot().value }
}

test('saves a policy that deletes nothing without a question', async () => {
  expect(await saved(0)).toEqual({ emitted: ['save/confirmed'], state: 'idle' })
})

test('saves a policy that deletes launches once it is confirmed, and never after a cancel', async () => {
  expect(await saved(12)).toEqual({ emitted: [], state: 'asking' })
  expect(await saved(12, 'save/confirm')).toEqual({ emitted: ['save/confirmed'], state: 'idle' })
  expect(await saved(12, 'save/cancel')).toEqual({ emitted: [], state: 'idle' })
})

test('saves nothing while the numbers are unknown', async () => {
  expect(await saved(new Error('unreachable'))).toEqual({ emitted: ['save/failed'], state: 'idle' })
})
