import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import type { VcsConfiguration } from '../../../contract/launchers/providers.ts'
import { addRepository, type AddRepositoryEvent } from '../../../machines/launchers/add-repository.machine.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const signedOut: VcsConfiguration = {
  baseUrl: 'https://gitlab.example.test',
  authorizeUrl: null,
  setUp: { callbackUrl: '', settings: [] },
  account: null,
}
const signedIn: VcsConfiguration = {
  ...signedOut,
  account: { baseUrl: signedOut.baseUrl, username: 'nora', obtainedViaOauthFlow: false },
}
const oauth = { code: 'c0de', state: 's' }
const events = [
  { type: 'xstate.done.actor.readReturn', output: { oauth: null, repoId: null } },
  { type: 'xstate.done.actor.readReturn', output: { oauth, repoId: null } },
  { type: 'xstate.done.actor.readReturn', output: { oauth, repoId: 3 } },
  { type: 'provider/retry' },
  { type: 'account/signedIn' },
  { type: 'account/signOut' },
  { type: 'repository/add', providerSideId: '7' },
  { type: 'xstate.done.actor.exchange', output: {} },
  { type: 'xstate.error.actor.exchange', error: 'expired' },
  { type: 'xstate.done.actor.reconnect', output: {} },
  { type: 'xstate.error.actor.reconnect', error: 'gone' },
  { type: 'xstate.done.actor.read', output: signedOut },
  { type: 'xstate.done.actor.read', output: signedIn },
  { type: 'xstate.error.actor.read', error: 'away' },
  { type: 'xstate.done.actor.add', output: { id: 12 } },
  { type: 'xstate.error.actor.add', error: 'twice' },
  { type: 'xstate.done.actor.signOut', output: {} },
  { type: 'xstate.error.actor.signOut', error: 'away' },
] as unknown as AddRepositoryEvent[]
const paths = describeMachine(addRepository, {
  input: undefined,
  events,
  table: {
    opening: 'done(readReturn)',
    exchanging: 'done(exchange) error(exchange)',
    reconnecting: 'done(reconnect) error(reconnect)',
    reconnected: '',
    reading: 'done(read) error(read)',
    failed: 'provider/retry',
    signedOut: 'account/signedIn',
    'listing.idle': 'repository/add account/signOut',
    'listing.adding': 'done(add) error(add)',
    'listing.signingOut': 'done(signOut) error(signOut)',
  },
  ignored: {
    opening: {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'the page reads what the provider returned, and shows nothing yet',
    },
    exchanging: {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'the code is being exchanged, and nothing is shown yet',
    },
    reconnecting: {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'the account is being reconnected, and nothing is shown yet',
    },
    reading: {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'the account is being read, and nothing is shown yet',
    },
    signedOut: { events: 'provider/retry account/signOut repository/add', because: 'only the sign-in is shown' },
    failed: {
      events: 'account/signedIn account/signOut repository/add',
      because: 'only the failure and its retry are shown',
    },
    'listing.idle': {
      events: 'provider/retry account/signedIn',
      because: 'the user is signed in with the provider already',
    },
    'listing.adding': {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'both buttons show progress until the answer',
    },
    'listing.signingOut': {
      events: 'provider/retry account/signedIn account/signOut repository/add',
      because: 'both buttons show progress until the answer',
    },
  },
  invariants: {
    '[ADDR-18] has a repository to add exactly while it adds it': ({ value, context }) =>
      JSON.stringify(value).includes('adding') === (context.adding !== null),
    'lists repositories only for the user who is signed in': ({ value, context }) => {
      const isListing = typeof value === 'object' && 'listing' in value
      return !isListing || context.configuration?.account != null
    },
  },
})
type PathStep = (typeof paths)[number]['steps'][number]
const typeOf = ({ event }: PathStep): string => event.type
const kindsOf = (path: (typeof paths)[number]) =>
  (play(addRepository, path, undefined) as { type: string }[]).map(({ type }) => type)

test('[ADDR-18] [ADDR-19] [LNAV-21] opens an added repository without a toast, emits a rejection, and enables both buttons again', () => {
  const reported = new Set<string>()
  const answers: Record<string, string> = {
    'xstate.done.actor.add': 'repository/added',
    'xstate.error.actor.add': 'repository/refused',
  }
  for (const path of paths) {
    const requested = path.steps.flatMap((step) => answers[typeOf(step)] ?? [])
    const emitted = kindsOf(path).filter((type) => Object.values(answers).includes(type))
    expect([path.name, emitted]).toEqual([path.name, requested])
    for (const type of requested) reported.add(type)
  }
  expect(reported).toEqual(new Set(Object.values(answers)))
})

test('[ADDR-05] [ADDR-16] exchanges a code once, before anything else, and removes it from the address in any case', () => {
  let returned = 0
  for (const path of paths) {
    const isReturning = path.steps.some(({ state }) => state.context.oauth !== null)
    const isOver = path.steps.some(({ state }) => state.value === 'reading' || state.value === 'reconnected')
    const ends = kindsOf(path).filter((type) => type === 'oauth/ended' || type === 'repository/reconnected')
    expect([path.name, ends.length]).toEqual([path.name, isReturning && isOver ? 1 : 0])
    if (isReturning && isOver) returned += 1
  }
  expect(returned).toBeGreaterThan(0)
})

test('[ADDR-08] searches the list 700 ms after the last key', async () => {
  const clock = new SimulatedClock()
  const requests: string[] = []
  const search = searchAsYouType<string>({ minLetters: 0, pauseMs: LAUNCHER_LIMITS.searchMs, initialQuery: '' })
  const actor = createActor(
    search.provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(({ input: { q } }) => {
          requests.push(q)
          return Promise.resolve({ items: [] })
        }),
      },
    }),
    { clock },
  ).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('found')
  actor.send({ type: 'query/typed', q: 's' })
  clock.increment(600)
  actor.send({ type: 'query/typed', q: 'shop' })
  clock.increment(699)
  expect(requests).toEqual([''])
  clock.increment(1)
  expect(requests).toEqual(['', 'shop'])
})
