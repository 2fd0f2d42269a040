import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  isTryingAgain,
  outboxLane,
  type Attempt,
  type OutboxLaneEvent,
  type SendAnswer,
} from '../../../machines/outbox/outbox-lane.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { type Path, play, samplesOf } from '../support/paths.ts'

const machine = outboxLane({ jitter: () => 1, patience: 1 })
const input = { isOnline: true }
const answer = (output: SendAnswer) => ({ type: 'xstate.done.actor.sendNext', output })
const events = [
  { type: 'lead/gained' },
  { type: 'link/up' },
  { type: 'link/down' },
  { type: 'outbox/filled' },
  { type: 'outbox/asked' },
  { type: 'session/opened' },
  answer({ outcome: 'sent' }),
  answer({ outcome: 'nothing' }),
  answer({ outcome: 'too-much', tried: 2 }),
  answer({ outcome: 'no-right', scope: 'exploratory:SHOP', message: 'No' }),
  answer({ outcome: 'signed-out' }),
  answer({ outcome: 'unreachable' }),
  answer({ outcome: 'failed', message: 'Error' }),
  answer({ outcome: 'failed', message: 'Error', keys: ['a', 'b'] }),
  answer({ outcome: 'failed', message: 'Error', keys: ['a'] }),
  { type: 'xstate.error.actor.sendNext', error: 'Error' },
  { type: 'xstate.after.backOff.outboxLane.leading.waiting' },
] as unknown as OutboxLaneEvent[]
const paths = describeMachine(machine, {
  input,
  events,
  // What has nothing to do with each other is not walked together.
  stopWhen: ({ context: c }) =>
    c.failures > 1 || c.aside.length > 1 || (Object.keys(c.closed).length > 0 && (c.failures > 0 || c.most < Infinity)),
  table: {
    following: 'lead/gained link/{down,up}',
    'leading.sending': 'done(sendNext) error(sendNext) link/{down,up} outbox/{asked,filled} session/opened',
    'leading.resting': 'link/{down,up} outbox/{asked,filled} session/opened',
    'leading.offline': 'link/{down,up} outbox/asked session/opened',
    'leading.waiting': 'after(backOff) always link/{down,up} outbox/asked session/opened',
    'leading.signedOut': 'link/{down,up} outbox/asked session/opened',
  },
  ignored: {
    following: {
      events: 'outbox/filled outbox/asked session/opened',
      because: 'another tab leads: it sends, and reads the outbox itself',
    },
    'leading.offline': {
      events: 'outbox/filled',
      because: 'the device is offline: everything is sent once it is connected',
    },
    'leading.waiting': { events: 'outbox/filled', because: 'the server failed: everything is sent after the delay' },
    'leading.signedOut': {
      events: 'outbox/filled',
      because: 'the session is over: everything is sent after the next sign-in',
    },
    leading: { events: 'lead/gained', because: 'this tab leads already' },
  },
  invariants: {
    'does not retry by itself while offline': (s) => !isTryingAgain(s) || s.context.isOnline,
    'may send at least one command': ({ context: { most } }) => most >= 1,
  },
})
type State = Path<typeof machine>['steps'][number]['state']
const isSending = (state: State) => state.matches({ leading: 'sending' })

/** Names of the paths on which `holds` says no of a step; what it has seen before is its own. */
const breaking = (
  holds: () => (
    event: { type: string; output?: { outcome: string } },
    state: State,
    before: State | undefined,
  ) => boolean,
) =>
  paths
    .filter(({ steps }) => {
      const isFine = holds()
      return !steps.every(({ event, state }, i) => isFine(event, state, steps[i - 1]?.state))
    })
    .map(({ name }) => name)

test('sends only in the leading tab', () => {
  const onlyTheLeader = () => {
    let leads = false
    return ({ type }: { type: string }, state: State) => {
      leads ||= type === 'lead/gained'
      return leads || !isSending(state)
    }
  }
  expect(breaking(onlyTheLeader)).toEqual([])
})

test('looks again for commands added while it was sending', () => {
  /** Filled in since the attempt that is under way began. */
  const nothingForgotten = () => {
    let isNew = false
    return (event: { type: string }, state: State, before: State | undefined) => {
      if (state.matches({ leading: 'resting' })) return !isNew || !isSending(before as State)
      const isBegun = isSending(state) && (before === undefined || !isSending(before) || isAnswer(event))
      isNew = isSending(state) && !isBegun && (isNew || event.type === 'outbox/filled')
      return true
    }
  }
  expect(breaking(nothingForgotten)).toEqual([])
})

test.each(['link/up', 'outbox/asked'] as const)(
  'retries a closed scope after %s, although an attempt without it was in progress',
  async (type) => {
    const scope = 'exploratory:SHOP'
    const excluded: (readonly string[])[] = []
    const lane = createActor(
      machine.provide({
        actors: {
          lead: fromCallback(({ sendBack }) => sendBack({ type: 'lead/gained' })),
          sendNext: fromPromise<SendAnswer, Attempt>(({ input: { except } }) => {
            excluded.push(except)
            if (except.length > 0) lane.send({ type })
            return Promise.resolve(
              excluded.length === 1 ? { outcome: 'no-right', scope, message: 'No' } : { outcome: 'nothing' },
            )
          }),
        },
      }),
      { input },
    )
    lane.start()
    await waitFor(lane, (state) => state.matches({ leading: 'resting' }))
    lane.stop()
    expect(excluded).toEqual([[], [scope], []])
  },
)

const isAnswer = ({ type }: { type: string }) => type.startsWith('xstate.')

test('sends nothing after the session is over until a sign-in or a request', () =>
  expect(
    breaking(
      () =>
        ({ type }, state, before) =>
          before?.matches({ leading: 'signedOut' }) !== true ||
          !isSending(state) ||
          ['session/opened', 'outbox/asked'].includes(type),
    ),
  ).toEqual([]))

test('sends a command without an answer once more immediately after a renewal', () => {
  const steps = paths.flatMap((path) =>
    path.steps.map(({ event, state }, i) => ({ event, state, before: path.steps[i - 1]?.state })),
  )
  const unheard = steps.filter(({ event, before }) => {
    const { outcome } = (event as { output?: { outcome: string } }).output ?? {}
    return before?.context.isRenewed === true && (outcome === 'signed-out' || outcome === 'unreachable')
  })
  expect(unheard.length).toBeGreaterThan(1)
  for (const { state, before } of unheard) expect(isSending(state)).toBe(before?.context.failures === 0)
})

test('skips a command that fails alone only to try others, and puts it back when there are none', () => {
  expect(paths.some(({ steps }) => steps.some(({ state }) => state.context.aside.length > 0))).toBe(true)
  const putBack = () => (event: { output?: { outcome: string } }, state: State) =>
    !['sent', 'nothing'].includes(event.output?.outcome ?? '') || isSending(state) || state.context.aside.length === 0
  expect(breaking(putBack)).toEqual([])
})

test('leaves a server alone after some failed attempts, and sets nothing aside', async () => {
  const clock = new SimulatedClock()
  const asked: string[][] = []
  const waiting = Array.from({ length: 40 }, (_, n) => `k${n}`)
  const lane = createActor(
    outboxLane({ jitter: () => 1 }).provide({
      actors: {
        lead: fromCallback(({ sendBack }) => sendBack({ type: 'lead/gained' })),
        sendNext: fromPromise(async ({ input: { most, aside } }: { input: Attempt }): Promise<SendAnswer> => {
          await Promise.resolve()
          const keys = waiting.filter((key) => !aside.includes(key)).slice(0, most)
          asked.push(keys)
          return { outcome: 'failed', message: 'Error', keys }
        }),
      },
    }),
    { input, clock },
  )
  lane.start()
  for (let turn = 0; turn < 4; turn += 1) {
    for (let tick = 0; tick < 40; tick += 1) await new Promise(setImmediate)
    clock.increment(60_000)
  }
  // At full length until patience ends, then ever fewer, then one after the other.
  expect(asked.slice(0, 4).map((keys) => keys.length)).toEqual([40, 40, 40, 20])
  expect(asked.length).toBeLessThan(20)
  expect(lane.getSnapshot().context.aside).toEqual([])
  lane.stop()
})

const samples = samplesOf(paths)

test('emits nothing', () => {
  for (const path of samples) expect(play(machine, path, input)).toEqual([])
})

test('sends immediately after reconnecting, a sign-in or a request when idle', () => {
  const wakes = ['link/up', 'session/opened', 'outbox/asked']
  const isIdle = (state: State | undefined) =>
    (['resting', 'offline', 'waiting'] as const).some((leading) => state?.matches({ leading }) === true)
  const sends = () => (event: { type: string }, state: State, before: State | undefined) =>
    !wakes.includes(event.type) || !isIdle(before) || isSending(state)
  expect(breaking(sends)).toEqual([])
  const known = () => (event: { type: string }, state: State) =>
    event.type !== 'link/up' || (state.context.isOnline && state.context.failures === 0)
  expect(breaking(known)).toEqual([])
})

test('retries a command that failed alone later together with the others', () => {
  const ends = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      const isNothing = (event as { output?: { outcome: string } }).output?.outcome === 'nothing'
      return isNothing && before !== undefined && before.context.aside.length > 0 && !before.context.isDue
        ? [{ before: before.context, state }]
        : []
    }),
  )
  expect(ends.length).toBeGreaterThan(0)
  for (const { before, state } of ends) {
    expect(state.context).toMatchObject({ aside: [], most: Infinity, failures: before.failures + 1 })
    expect(state.matches({ leading: before.isOnline ? 'waiting' : 'offline' })).toBe(true)
  }
})
