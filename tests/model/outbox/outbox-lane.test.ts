import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  outboxLane,
  troubleOf,
  type Attempt,
  type OutboxLaneEvent,
  type SendAnswer,
} from '../../../machines/outbox/outbox-lane.machine.ts'
import { outboxNoticeText } from '../../../views/shell/unsent/outbox-text.ts'
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
  { type: 'access/changed' },
  { type: 'access/due' },
  answer({ outcome: 'sent' }),
  answer({ outcome: 'nothing' }),
  answer({ outcome: 'too-much', tried: 2 }),
  answer({ outcome: 'denied', scope: 'exploratory:SHOP', reason: 'role', message: 'No' }),
  answer({ outcome: 'signed-out' }),
  answer({ outcome: 'unreachable' }),
  answer({ outcome: 'failed', message: 'Error' }),
  answer({ outcome: 'failed', message: 'Error', keys: ['a', 'b'] }),
  answer({ outcome: 'failed', message: 'Error', keys: ['a'] }),
  { type: 'xstate.error.actor.sendNext', error: 'Error' },
  { type: 'xstate.after.backOff.outboxLane.leading.waiting' },
] as unknown as OutboxLaneEvent[]
/** Events that reopen denied scopes, or report the connection. */
const wakes = 'access/{changed,due} link/{down,up} outbox/asked session/opened'

const paths = describeMachine(machine, {
  input,
  events,
  // Independent subjects are covered separately.
  stopWhen: ({ context: c }) =>
    c.failures > 1 ||
    c.denials > 1 ||
    c.aside.length > 1 ||
    ((c.denials > 0 || Object.keys(c.denied).length > 0) && (c.failures > 0 || c.max < Infinity)),
  table: {
    following: 'lead/gained link/{down,up}',
    'leading.sending': `done(sendNext) error(sendNext) outbox/filled ${wakes}`,
    'leading.resting': `outbox/filled ${wakes}`,
    'leading.denied': `outbox/filled ${wakes}`,
    'leading.offline': wakes,
    'leading.waiting': `after(backOff) always ${wakes}`,
    'leading.signedOut': wakes,
  },
  ignored: {
    following: {
      events: 'outbox/filled outbox/asked session/opened access/changed access/due',
      because: 'another tab leads: it sends, is asked by all tabs, and reads the outbox itself',
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
    'does not retry by itself while offline': (s) => !s.matches({ leading: 'waiting' }) || s.context.isOnline,
    'may send at least one command': ({ context: { max } }) => max >= 1,
    'rests with denied scopes only where it waits for access': (s) =>
      !(s.matches({ leading: 'denied' }) || s.matches({ leading: 'resting' })) ||
      s.matches({ leading: 'denied' }) === Object.keys(s.context.denied).length > 0,
  },
})
type State = Path<typeof machine>['steps'][number]['state']
const isSending = (state: State) => state.matches({ leading: 'sending' })

/** Names of the paths with a step for which `holds` returns false; its memory is per path. */
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
  /** Added since the pending attempt began. */
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

test.each(['link/up', 'outbox/asked', 'session/opened', 'access/changed', 'access/due'] as const)(
  'retries a denied scope after %s, although an attempt without it was in progress',
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
              excluded.length === 1
                ? { outcome: 'denied', scope, reason: 'role', message: 'No' }
                : { outcome: 'nothing' },
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
  const requests: string[][] = []
  const waiting = Array.from({ length: 40 }, (_, n) => `k${n}`)
  const lane = createActor(
    outboxLane({ jitter: () => 1 }).provide({
      actors: {
        lead: fromCallback(({ sendBack }) => sendBack({ type: 'lead/gained' })),
        sendNext: fromPromise(async ({ input: { max, aside } }: { input: Attempt }): Promise<SendAnswer> => {
          await Promise.resolve()
          const keys = waiting.filter((key) => !aside.includes(key)).slice(0, max)
          requests.push(keys)
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
  // Full batches until patience ends, then smaller ones, then single commands.
  expect(requests.slice(0, 4).map((keys) => keys.length)).toEqual([40, 40, 40, 20])
  expect(requests.length).toBeLessThan(20)
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
    (['resting', 'denied', 'offline', 'waiting'] as const).some((leading) => state?.matches({ leading }) === true)
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
    expect(state.context).toMatchObject({ aside: [], max: Infinity, failures: before.failures + 1 })
    expect(state.matches({ leading: before.isOnline ? 'waiting' : 'offline' })).toBe(true)
  }
})

test('retries denied scopes with the next attempt after access may have changed', () => {
  const reopening = ['access/changed', 'access/due', 'link/up', 'session/opened', 'outbox/asked']
  const isReopened = () => (event: { type: string }, state: State, before: State | undefined) =>
    before === undefined ||
    before.matches('following') ||
    !reopening.includes(event.type) ||
    Object.keys(state.context.denied).length === 0
  expect(breaking(isReopened)).toEqual([])
})

test('retries a denied scope after pauses that grow to a minute, whatever is sent to others meanwhile', async () => {
  const clock = new SimulatedClock()
  const triedAt: number[] = []
  let isOtherDue = false
  const lane = createActor(
    outboxLane({ jitter: () => 1 }).provide({
      actors: {
        lead: fromCallback(({ sendBack }) => sendBack({ type: 'lead/gained' })),
        sendNext: fromPromise<SendAnswer, Attempt>(async ({ input: { except } }) => {
          await Promise.resolve()
          if (isOtherDue) {
            isOtherDue = false
            return { outcome: 'sent' }
          }
          if (except.length > 0) return { outcome: 'nothing' }
          triedAt.push(clock.now() / 1000)
          return { outcome: 'denied', scope: 'runs:SHOP', reason: 'role', message: 'No' }
        }),
      },
    }),
    { input, clock },
  )
  lane.start()
  for (let second = 0; second < 200; second += 1) {
    for (let tick = 0; tick < 12; tick += 1) await new Promise(setImmediate)
    isOtherDue = true
    lane.send({ type: 'outbox/filled' })
    for (let tick = 0; tick < 12; tick += 1) await new Promise(setImmediate)
    clock.increment(1000)
  }
  expect(troubleOf(lane.getSnapshot())).toBe('denied')
  lane.stop()
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
})

test('says what unsent changes wait for in each state, and names the events that end it', () => {
  const counts = { unsent: 1, refused: 0, files: 0, refusedFiles: 0 }
  const seen: Record<string, { texts: Set<string>; endedBy: Set<string> }> = {}
  const stateOf = ({ value }: State) => (typeof value === 'string' ? value : String(Object.values(value)[0]))
  const at = (state: State) => (seen[stateOf(state)] ??= { texts: new Set(), endedBy: new Set() })
  for (const { steps } of paths)
    steps.forEach(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      const notice = outboxNoticeText({
        ...counts,
        trouble: troubleOf(state),
        message: state.context.failure,
        denied: state.context.denied,
      })
      at(state).texts.add(notice?.text.replace('Saved on this device. ', '') ?? '')
      if (before !== undefined && stateOf(before) !== stateOf(state)) at(before).endedBy.add(event.type)
    })
  const found = Object.fromEntries(
    Object.entries(seen).map(([name, { texts, endedBy }]) => [
      name,
      { texts: [...texts].sort(), endedBy: [...endedBy].filter((type) => !type.startsWith('xstate.')).sort() },
    ]),
  )
  const role = 'Waiting until your role in SHOP allows it.'
  /** For one scope only, or for all. */
  const withDenied = (text: string) => [text, `${role} ${text}`].sort()
  const wakes = ['link/up', 'outbox/asked', 'session/opened']
  expect(found).toEqual({
    // The sending tab reports it.
    following: { texts: [''], endedBy: ['lead/gained'] },
    sending: { texts: ['', ...withDenied('Retrying automatically.'), role].sort(), endedBy: [] },
    resting: { texts: [''], endedBy: [...wakes, 'outbox/filled'].sort() },
    denied: { texts: [role], endedBy: ['access/changed', 'access/due', ...wakes, 'outbox/filled'].sort() },
    waiting: { texts: withDenied('Retrying automatically.'), endedBy: [...wakes, 'link/down'].sort() },
    offline: { texts: withDenied('Sent when this device is online.'), endedBy: wakes },
    signedOut: { texts: withDenied('Sent when you sign in again.'), endedBy: ['outbox/asked', 'session/opened'] },
  })
})
