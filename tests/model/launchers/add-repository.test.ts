import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import type { VcsConfiguration } from '../../../contract/launchers/providers.ts'
import { addRepository, type AddRepositoryEvent } from '../../../machines/launchers/add-repository.machine.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(addRepository, { input: undefined, events })
type PathStep = (typeof paths)[number]['steps'][number]
const typeOf = ({ event }: PathStep): string => event.type
const kindsOf = (path: (typeof paths)[number]) =>
  (play(addRepository, path, undefined) as { type: string }[]).map(({ type }) => type)

test('each state handles the events of its table', () =>
  expectTable(addRepository, {
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
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(addRepository, paths)).toEqual([]))

test('[ADDR-18] [ADDR-19] [LNAV-21] an added repository opens without a toast, a refusal is emitted, and both buttons work again', () => {
  const reported = new Set<string>()
  const answers: Record<string, string> = {
    'xstate.done.actor.add': 'repository/added',
    'xstate.error.actor.add': 'repository/refused',
  }
  for (const path of paths) {
    const wanted = path.steps.flatMap((step) => answers[typeOf(step)] ?? [])
    const emitted = kindsOf(path).filter((type) => Object.values(answers).includes(type))
    expect([path.name, emitted]).toEqual([path.name, wanted])
    for (const type of wanted) reported.add(type)
  }
  expect(reported).toEqual(new Set(Object.values(answers)))
  const isAdding = (value: unknown) => JSON.stringify(value).includes('adding')
  expect(breaches(paths, ({ value, context }) => isAdding(value) === (context.adding !== null))).toEqual([])
})

test('[ADDR-05] [ADDR-16] a code is exchanged once, before anything else, and leaves the address whatever comes of it', () => {
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

test('repositories are listed for the person who is signed in, and for nobody else', () =>
  expect(
    breaches(paths, ({ value, context }) => {
      const isListing = typeof value === 'object' && 'listing' in value
      return !isListing || context.configuration?.account != null
    }),
  ).toEqual([]))

test('[ADDR-08] the list is searched once the typing has paused for 700 ms', async () => {
  const clock = new SimulatedClock()
  const asked: string[] = []
  const search = searchAsYouType<string>({ leastLetters: 0, pauseMs: LAUNCHER_LIMITS.searchMs, initialQuery: '' })
  const actor = createActor(
    search.provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(({ input: { q } }) => {
          asked.push(q)
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
  expect(asked).toEqual([''])
  clock.increment(1)
  expect(asked).toEqual(['', 'shop'])
})
