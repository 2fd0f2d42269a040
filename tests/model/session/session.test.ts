import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor, type SnapshotFrom } from 'xstate'
import type { OpenSession } from '../../../contract/session/session.ts'
import {
  isAway,
  isRestoring,
  mayRenew,
  hasEnded,
  RenewalFailure,
  selectToken,
  sessionMachine,
  type SessionEvent,
} from '../../../machines/session/session.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const user: OpenSession['user'] = {
  id: 1,
  username: 'nadia',
  email: 'nadia@larkspur.test',
  firstName: 'Nadia',
  lastName: 'Krol',
  photoUrl: null,
  source: 'INTERNAL',
  readOnly: false,
  superAdmin: true,
  permissions: [],
  roles: ['ADMINISTRATOR'],
}
const aSession = (authToken: string): OpenSession => ({
  authToken,
  authTokenType: 'Bearer',
  authTokenExpirationInSecs: 900,
  restriction: null,
  user,
  workspace: { name: 'Larkspur', tenant: 'assay', features: [], projectsLimit: null, logoUrl: null },
})
const { workspace } = aSession('')
/** A new browser, and one that remembers a user. */
const inputs = [{ remembered: null }, { remembered: { user, workspace } }]
const events = [
  { type: 'session/opened', session: aSession('opened') },
  { type: 'session/renew' },
  { type: 'session/retry' },
  { type: 'session/sign-out' },
  { type: 'user/changed', user: { ...user, firstName: 'Nadja' } },
  { type: 'features/changed', features: ['plans'] },
  { type: 'tab/shared', session: aSession('shared') },
  { type: 'tab/ended' },
  { type: 'xstate.after.retry.session.unreachable' },
  { type: 'xstate.after.retryAway.session.signedIn.away' },
  { type: 'xstate.done.actor.renew', output: aSession('renewed') },
  { type: 'xstate.error.actor.renew', error: new RenewalFailure('over') },
  { type: 'xstate.error.actor.renew', error: new RenewalFailure('unreachable') },
  { type: 'xstate.done.actor.signOut', output: undefined },
  { type: 'xstate.error.actor.signOut', error: new Error('unreachable') },
] as SessionEvent[]
type State = SnapshotFrom<typeof sessionMachine>
const isIn = (state: State) => state.matches('signedIn') || state.matches('signingOut')
const paths = describeMachine(sessionMachine, {
  input: inputs[0]!,
  events,
  walks: inputs.map((input) => ({ input })),
  table: {
    restoring: 'done(renew) error(renew) tab/{ended,shared}',
    unreachable: 'after(retry) session/{opened,retry} tab/shared',
    'signedOut.left': 'session/opened tab/shared',
    'signedOut.ended': 'session/opened tab/shared',
    'signedIn.current': 'features/changed user/changed session/{renew,sign-out} tab/{ended,shared}',
    'signedIn.away': 'after(retryAway) features/changed user/changed session/{renew,retry,sign-out} tab/{ended,shared}',
    'signedIn.renewing': 'done(renew) error(renew) features/changed user/changed session/sign-out tab/{ended,shared}',
    signingOut: 'done(signOut) error(signOut)',
  },
  ignored: {
    restoring: {
      events: 'session/opened session/renew session/retry session/sign-out user/changed features/changed',
      because: 'no page of a signed-in user is shown, and a renewal is pending already',
    },
    unreachable: {
      events: 'session/renew session/sign-out user/changed features/changed tab/ended',
      because: 'no user is signed in',
    },
    'signedOut.left': {
      events: 'session/renew session/retry session/sign-out user/changed features/changed tab/ended',
      because: 'no user is signed in',
    },
    'signedOut.ended': {
      events: 'session/renew session/retry session/sign-out user/changed features/changed tab/ended',
      because: 'no user is signed in',
    },
    'signedIn.current': {
      events: 'session/opened session/retry',
      because: 'a user is signed in, and the server was reachable',
    },
    'signedIn.away': { events: 'session/opened', because: 'a user is signed in: the page of the sign-in is not shown' },
    'signedIn.renewing': {
      events: 'session/opened session/renew session/retry',
      because: 'a renewal is pending already, and the page of the sign-in is not shown',
    },
    signingOut: {
      events:
        'session/opened session/renew session/retry session/sign-out user/changed features/changed tab/shared tab/ended',
      because: 'the session ends in this tab whatever else happens',
    },
  },
  invariants: {
    'has a session exactly while a user is signed in': (s) => isIn(s) === (s.context.session !== null),
    'has a token only while a user is signed in': (s) => selectToken(s) === null || isIn(s),
    'has a token for every call': (s) => !s.matches({ signedIn: 'current' }) || selectToken(s) !== null,
    '[SESSION-07] [SESSION-11] has no session after a sign-out': (s) =>
      !s.matches('signedOut') || s.context.session === null,
  },
})
/** Input of the machine. */
const inputOf = ({ steps }: (typeof paths)[number]) =>
  (steps[0]!.event as unknown as { input: (typeof inputs)[number] }).input
const renewalsAsked = (steps: (typeof paths)[number]['steps']) =>
  steps.filter(({ state }, i) => isRenewing(state) && !isRenewing(steps[i - 1]?.state)).length
/** Causes of a renewal: a call, the user, and time without a server. */
const ASKING = ['session/renew', 'session/retry', 'xstate.after.retryAway.session.signedIn.away']
const isRenewing = (state: State | undefined) => state?.matches({ signedIn: 'renewing' }) ?? false

test('shows a session without a token as that of the last user, and ends it with a rejection', () => {
  const withoutToken = paths.flatMap(({ steps }) => steps.filter(({ state }) => isAway(state)))
  expect(withoutToken.length).toBeGreaterThan(0)
  for (const { state } of withoutToken) expect(state.context.session?.user.id).toBe(user.id)
})

test('says that the session has ended exactly after a rejected renewal of a known user', () => {
  const ends = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      if (before === undefined || !state.matches('signedOut') || before.matches('signedOut')) return []
      const type: string = event.type
      const isRejected = type === 'xstate.error.actor.renew'
      return [
        { hasEnded: hasEnded(state), isExpected: isRejected && (isIn(before) || before.context.remembered !== null) },
      ]
    }),
  )
  expect(ends.some((end) => end.hasEnded)).toBe(true)
  for (const end of ends) expect(end.hasEnded).toBe(end.isExpected)
})

test('[PRODUCT-06] has the features received last', () => {
  const emitted = paths.flatMap(({ steps }) =>
    steps.filter(
      ({ event, state }) => event.type === 'features/changed' && isIn(state) && !state.matches('signingOut'),
    ),
  )
  expect(emitted.length).toBeGreaterThan(0)
  for (const { state } of emitted) expect(state.context.session?.workspace.features).toEqual(['plans'])
})

test('[SESSION-03] [SESSION-06] begins at most one renewal for any number of requests', () => {
  for (const { steps } of paths) {
    const requested = steps.filter(({ event }) => ASKING.includes(event.type)).length
    expect(renewalsAsked(steps)).toBeLessThanOrEqual(requested)
    for (const [i, { event, state }] of steps.entries())
      expect([event.type, isRenewing(steps[i - 1]?.state), isRenewing(state)]).not.toEqual([
        'session/renew',
        true,
        false,
      ])
  }
})

test('[SESSION-07] [SESSION-11] clears the session when a renewal is rejected, and does not repeat it', () => {
  const isRefusal = (error: unknown) => error instanceof RenewalFailure && error.why === 'over'
  for (const { steps } of paths)
    for (const { event, state } of steps) {
      const error = (event as { error?: unknown }).error
      expect(isRefusal(error) && !state.matches('signedOut')).toBe(false)
    }
})

test('[SESSION-13] keeps the session when a renewal is not answered', () => {
  const isLost = (event: unknown) => (event as { error?: RenewalFailure }).error?.why === 'unreachable'
  const lost = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state.context.session
      return isLost(event) && before ? [{ before, after: state.context.session }] : []
    }),
  )
  expect(lost.length).toBeGreaterThan(0)
  for (const { before, after } of lost) expect(after).toEqual(before)
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, path.steps[0]?.event]), path]
    }),
  ),
)

test('[SESSION-13] tells everyone who waits for a renewal once how it ended', () => {
  for (const path of samples) {
    const emitted = play(sessionMachine, path, inputOf(path)).filter(({ type }) => type === 'session/settled')
    const open = path.steps.at(-1)?.state
    const begun = renewalsAsked(path.steps)
    const signedOut = path.steps.filter(({ state }, i) => {
      const before = path.steps[i - 1]?.state
      return state.matches('signedOut') && before !== undefined && isIn(before) && !isRenewing(before)
    }).length
    // A pending sign-out has not been reported yet; it is reported when it is done.
    const left = path.steps.filter(
      ({ state }, i) => state.matches('signingOut') && isRenewing(path.steps[i - 1]?.state),
    )
    expect(emitted).toHaveLength(begun - (isRenewing(open) ? 1 : 0) - left.length + signedOut)
  }
})

test.each([
  { who: 'a browser that remembers nobody', input: inputs[0]!, pause: 10_000, waiting: 'unreachable' },
  { who: 'one that remembers somebody', input: inputs[1]!, pause: 5000, waiting: { signedIn: 'away' } },
] as const)('[SESSION-13] $who asks an unreachable server again after a pause', async (given) => {
  const clock = new SimulatedClock()
  let requested = 0
  const renew = fromPromise<OpenSession>(() => {
    requested += 1
    return requested < 3 ? Promise.reject(new RenewalFailure('unreachable')) : Promise.resolve(aSession('renewed'))
  })
  const actors = { renew, otherTabs: fromCallback<SessionEvent>(() => undefined) }
  const actor = createActor(sessionMachine.provide({ actors }), { input: given.input, clock }).start()
  for (const times of [1, 2]) {
    await waitFor(actor, (s) => s.matches(given.waiting as 'unreachable'))
    clock.increment(given.pause - 1)
    expect(requested).toBe(times)
    clock.increment(1)
    expect(requested).toBe(times + 1)
  }
  await waitFor(actor, (s) => s.matches({ signedIn: 'current' }))
  expect(selectToken(actor.getSnapshot())).toBe('renewed')
})

test('[SESSION-13] shares each session that this tab opens, renews or ends with the other tabs', () => {
  const TOLD: Record<string, string | null> = {
    'session/opened': 'opened',
    'xstate.done.actor.renew': 'renewed',
    'xstate.done.actor.signOut': null,
    'xstate.error.actor.signOut': null,
  }
  const wrong = paths.flatMap((path) => {
    const type: string = path.steps.at(-1)?.event.type ?? ''
    if (!(type in TOLD)) return []
    const before = path.steps.at(-2)?.state
    // No session is opened while there is one.
    if (type === 'session/opened' && !(before?.matches('signedOut') || before?.matches('unreachable'))) return []
    const news = play(sessionMachine, path, inputOf(path)).filter((one) => one.type === 'session/changed')
    const last = news.at(-1) as { session: OpenSession | null } | undefined
    return last !== undefined && (last.session?.authToken ?? null) === TOLD[type] ? [] : [path.name]
  })
  expect(wrong).toEqual([])
})

test('treats a remembered user as away, and renews for calls while the user is signed in', () => {
  const states = paths.flatMap(({ steps }) => steps.map(({ state }) => state))
  const seen = states.map((state) =>
    [
      ['restoring', 'signedIn'].find((name) => state.matches(name as 'restoring')) ?? 'other',
      selectToken(state) === null ? 'no token' : 'token',
      isAway(state) && 'away',
      mayRenew(state) && 'may renew',
      isRestoring(state) && 'restoring',
    ]
      .filter((word) => word !== false)
      .join(', '),
  )
  expect(new Set(seen)).toEqual(
    new Set([
      'restoring, no token, restoring',
      'signedIn, no token, away, may renew',
      'signedIn, token, may renew',
      'other, no token',
      'other, token',
    ]),
  )
})

test('[PRODUCT-06] keeps the context when features do not change', () => {
  const actor = createActor(
    sessionMachine.provide({
      actors: { otherTabs: fromCallback(() => undefined), renew: fromPromise(() => new Promise(() => undefined)) },
    }),
    { input: { remembered: null } },
  ).start()
  actor.send({ type: 'tab/shared', session: aSession('shared') })
  const before = actor.getSnapshot().context
  actor.send({ type: 'features/changed', features: [] })
  expect(actor.getSnapshot().context).toBe(before)
  actor.send({ type: 'features/changed', features: ['plans'] })
  expect(actor.getSnapshot().context.session?.workspace.features).toEqual(['plans'])
  actor.stop()
})
