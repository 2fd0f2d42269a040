import { expect, test } from 'vitest'
import type { OpenSession } from '../../contract/session.ts'
import { RenewalFailure, selectToken, sessionMachine, type SessionEvent } from '../../machines/session.ts'
import { breaches, missedBy, pathsOf, play } from './support/paths.ts'

const person: OpenSession['person'] = {
  id: 1,
  username: 'nadia',
  email: 'nadia@larkspur.test',
  firstName: 'Nadia',
  lastName: 'Krol',
  photoUrl: null,
  source: 'INTERNAL',
  readOnly: false,
  owner: true,
  permissions: [],
  roles: ['ADMINISTRATOR'],
}
const aSession = (authToken: string): OpenSession => ({
  authToken,
  authTokenType: 'Bearer',
  authTokenExpirationInSecs: 900,
  person,
  workspace: { name: 'Larkspur', tenant: 'assay', features: [], projectsLimit: null },
})
const input = undefined
const events = [
  { type: 'session/opened', session: aSession('opened') },
  { type: 'session/renew' },
  { type: 'session/retry' },
  { type: 'session/sign-out' },
  { type: 'person/changed', person: { ...person, firstName: 'Nadja' } },
  { type: 'features/changed', features: ['plans'] },
  { type: 'tab/shared', session: aSession('shared') },
  { type: 'tab/ended' },
  { type: 'xstate.after.retry.session.unreachable' },
  { type: 'xstate.done.actor.renew', output: aSession('renewed') },
  { type: 'xstate.error.actor.renew', error: new RenewalFailure('over') },
  { type: 'xstate.error.actor.renew', error: new RenewalFailure('unreachable') },
  { type: 'xstate.done.actor.signOut', output: undefined },
  { type: 'xstate.error.actor.signOut', error: new Error('unreachable') },
] as SessionEvent[]
const paths = pathsOf(sessionMachine, { input, events })
type State = (typeof paths)[number]['steps'][number]['state']
const renewalsAsked = (steps: (typeof paths)[number]['steps']) =>
  steps.filter(({ state }, i) => isRenewing(state) && !isRenewing(steps[i - 1]?.state)).length
const isRenewing = (state: State | undefined) => state?.matches({ signedIn: 'renewing' }) ?? false
const isIn = (state: State) => state.matches('signedIn') || state.matches('signingOut')

test('the paths reach every state and take every transition', () => {
  expect(missedBy(sessionMachine, paths)).toEqual([])
})

test('on every path somebody is signed in exactly as long as there is a session', () => {
  expect(breaches(paths, (s) => isIn(s) === (s.context.session !== null))).toEqual([])
  expect(breaches(paths, (s) => isIn(s) === (selectToken(s) !== null))).toEqual([])
})

test('[PRODUCT-06] on every path the features of an open session are those that were told last', () => {
  const told = paths.flatMap(({ steps }) =>
    steps.filter(
      ({ event, state }) => event.type === 'features/changed' && isIn(state) && !state.matches('signingOut'),
    ),
  )
  expect(told.length).toBeGreaterThan(0)
  for (const { state } of told) expect(state.context.session?.workspace.features).toEqual(['plans'])
})

test('[SESSION-03] [SESSION-06] on every path one request for a renewal begins at most one, however many ask', () => {
  for (const { steps } of paths) {
    const asked = steps.filter(({ event }) => event.type === 'session/renew').length
    expect(renewalsAsked(steps)).toBeLessThanOrEqual(asked)
    for (const [i, { event, state }] of steps.entries())
      expect([event.type, isRenewing(steps[i - 1]?.state), isRenewing(state)]).not.toEqual([
        'session/renew',
        true,
        false,
      ])
  }
})

test('[SESSION-07] [SESSION-11] on every path a refused renewal clears the session and is not asked for again', () => {
  const isRefusal = (error: unknown) => error instanceof RenewalFailure && error.why === 'over'
  for (const { steps } of paths)
    for (const { event, state } of steps) {
      const error = (event as { error?: unknown }).error
      expect(isRefusal(error) && !state.matches('signedOut')).toBe(false)
    }
  expect(breaches(paths, (s) => !s.matches('signedOut') || s.context.session === null)).toEqual([])
})

test('[SESSION-13] on every path a renewal that nobody answered leaves the session as it was', () => {
  const isLost = (event: unknown) => (event as { error?: RenewalFailure }).error?.why === 'unreachable'
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state
      expect(isLost(event) ? state.context.session : null).toEqual(isLost(event) ? before?.context.session : null)
    }
})

test('[SESSION-13] a running machine goes every path; who waits for a renewal learns how it ended, once', () => {
  for (const path of paths) {
    const told = play(sessionMachine, path, input).filter(({ type }) => type === 'session/settled')
    const open = path.steps.at(-1)?.state
    const begun = renewalsAsked(path.steps)
    const signedOut = path.steps.filter(({ state }, i) => {
      const before = path.steps[i - 1]?.state
      return state.matches('signedOut') && before !== undefined && isIn(before) && !isRenewing(before)
    }).length
    // One that is under way has not been told yet; leaving to sign out is told when it is done.
    const left = path.steps.filter(
      ({ state }, i) => state.matches('signingOut') && isRenewing(path.steps[i - 1]?.state),
    )
    expect(told).toHaveLength(begun - (isRenewing(open) ? 1 : 0) - left.length + signedOut)
  }
})
