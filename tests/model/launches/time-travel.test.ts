import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  addressOf,
  positionAt,
  timeTravel,
  type AddressEvent,
  type TravelEvent,
} from '../../../machines/launches/time-travel.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

type History = { events: { at: number; sequence: number }[] }

const machine = timeTravel<History>()
const historyOf = (count: number): History => ({
  events: Array.from({ length: count }, (_, index) => ({ at: (index + 1) * 1000, sequence: (index + 1) * 2 })),
})
const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const [three, five] = [historyOf(3), historyOf(4)]
const events = [
  { type: 'travel/open', at: null },
  { type: 'travel/open', at: at(1) },
  { type: 'travel/close' },
  { type: 'travel/retry' },
  { type: 'moment/moved', position: 1 },
  { type: 'moment/moved', position: 9 },
  { type: 'play/start' },
  { type: 'play/stop' },
  { type: 'speed/chosen', speed: 4 },
  { type: 'launch/advanced' },
  { type: 'xstate.done.actor.read', output: three },
  { type: 'xstate.done.actor.read', output: historyOf(0) },
  { type: 'xstate.error.actor.read', error: 'offline' },
  { type: 'xstate.done.actor.extend', output: five },
  { type: 'xstate.error.actor.extend', error: 'offline' },
  { type: 'xstate.after.tick.timeTravel.past.clock.playing' },
] as unknown as TravelEvent[]
const past = 'travel/{open,close} speed/chosen moment/moved'
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    now: 'travel/open',
    reading: 'travel/{open,close} done(read) error(read)',
    failed: 'travel/{open,close,retry}',
    'past.clock.paused': `${past} play/start`,
    'past.clock.playing': `${past} play/stop after(tick)`,
    'past.end.known': 'travel/close speed/chosen launch/advanced',
    'past.end.extending.newest': 'travel/close speed/chosen launch/advanced done(extend) error(extend)',
    'past.end.extending.overtaken': 'travel/close speed/chosen done(extend) error(extend)',
  },
  ignored: {
    now: {
      events: 'travel/close travel/retry moment/moved play/start play/stop speed/chosen launch/advanced',
      because: 'the controls of the past are hidden',
    },
    reading: {
      events: 'travel/retry moment/moved play/start play/stop speed/chosen launch/advanced',
      because: 'no moment is shown yet: only another moment and the way back are offered',
    },
    failed: {
      events: 'moment/moved play/start play/stop speed/chosen launch/advanced',
      because: 'only the failure, its retry and the way back are shown',
    },
    'past.clock.paused': {
      events: 'travel/retry play/stop',
      because: 'the clock is paused, and a retry is offered only after a failure',
    },
    'past.clock.playing': {
      events: 'travel/retry play/start',
      because: 'the clock runs, and a retry is offered only after a failure',
    },
    'past.end.extending.overtaken': { events: 'launch/advanced', because: 'the new events are loaded next already' },
  },
  invariants: {
    'has a position within the history': ({ context: { position, history } }) =>
      position >= 0 && position <= (history?.events.length ?? 0),
    'drops the history when it returns to the present': (state) =>
      !state.matches('now') || state.context.history === null,
  },
})

const samples = samplesOf(paths)

test('a running machine follows the model', () => {
  for (const path of samples) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('moves the reader with new events only at the end', () => {
  const moves = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, index) => {
      const from = steps[index - 1]?.state.context
      if ((event.type as string) !== 'xstate.done.actor.extend' || from === undefined) return []
      const wasAtEnd = from.position === from.history?.events.length
      return [{ moved: state.context.position, wanted: wasAtEnd ? five.events.length : from.position }]
    }),
  )
  expect(moves.map(({ moved }) => moved)).toEqual(moves.map(({ wanted }) => wanted))
  expect(new Set(moves.map(({ wanted }) => wanted))).toContain(1)
})

test('plays to the end and stops, and starts over from the end', () => {
  const steps = paths.flatMap((path) =>
    path.steps.map((step, index) => ({ ...step, from: path.steps[index - 1]?.state })),
  )
  const ticks = steps.filter(({ event }) => (event.type as string).startsWith('xstate.after'))
  for (const { from, state } of ticks) {
    const isOver = from?.context.position === from?.context.history?.events.length
    expect(state.matches({ past: { clock: 'paused' } })).toBe(isOver)
    expect(state.context.position > (from?.context.position ?? 0)).toBe(!isOver)
  }
  const starts = steps.filter(({ event, from }) => event.type === 'play/start' && from?.context.position === 3)
  expect(starts.map(({ state }) => state.context.position)).toContain(0)
})

test('reports the address where a play stops, and of no moment before', async () => {
  const shown: (string | null)[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    machine.provide({
      actors: {
        read: fromPromise<History, { known: History | null }>(() => Promise.resolve(historyOf(30))),
        news: fromCallback(() => undefined),
        address: fromCallback<AddressEvent>(({ receive }) => receive((event) => shown.push(event.at))),
      },
    }),
    { clock },
  ).start()
  actor.send({ type: 'travel/open', at: at(1) })
  await waitFor(actor, (state) => state.matches('past'))
  actor.send({ type: 'play/start' })
  const before = shown.length
  clock.increment(250)
  clock.increment(250)
  expect(shown).toHaveLength(before)
  actor.send({ type: 'play/stop' })
  expect(shown.slice(before)).toEqual([at(3)])
  actor.send({ type: 'play/start' })
  for (let tick = 0; tick < 40; tick += 1) clock.increment(250)
  expect(actor.getSnapshot().matches({ past: { clock: 'paused' } })).toBe(true)
  expect(shown.at(-1)).toBe(at(30))
  actor.stop()
})

test('names a moment by a time or by the number of an event', () => {
  const position = (query: string) => positionAt(three, query)
  expect([position(at(0)), position(at(1)), position(at(2.5)), position(at(9))]).toEqual([0, 1, 2, 3])
  expect([position('1'), position('2'), position('5'), position('99')]).toEqual([0, 1, 2, 3])
  expect(position('yesterday')).toBe(3)
  for (const place of [0, 1, 2, 3]) expect(position(addressOf(three, place) ?? '')).toBe(place)
  expect(addressOf(historyOf(0), 0)).toBeNull()
})

test('opens the moment requested last while the history is read', () => {
  const arrived = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }) => {
      const isRead = (event.type as string) === 'xstate.done.actor.read' && state.context.history === three
      return isRead ? [[state.context.openedAt, state.context.position]] : []
    }),
  )
  expect(new Set(arrived.map((one) => JSON.stringify(one)))).toEqual(
    new Set(
      [
        [null, 3],
        [at(1), 1],
      ].map((one) => JSON.stringify(one)),
    ),
  )
})
