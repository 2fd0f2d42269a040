import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { Feature } from '../../../contract/access.ts'
import type { LiveNews } from '../../../contract/live.ts'
import type { OpenSession, SignedInUser } from '../../../contract/session/session.ts'
import { selectSession, sessionMachine } from '../../../machines/session/session.machine.ts'
import { followWorkspace } from '../../../views/shell/workspace-news.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const opened = (features: Feature[]): OpenSession => ({
  authToken: 'token',
  authTokenType: 'Bearer',
  authTokenExpirationInSecs: 900,
  restriction: null,
  user: {
    id: 1,
    username: 'nadia',
    email: 'nadia@larkspur.test',
    firstName: '',
    lastName: '',
    photoUrl: null,
    source: 'INTERNAL',
    readOnly: false,
    superAdmin: true,
    permissions: [],
    roles: [],
  },
  workspace: { name: 'Larkspur', tenant: 'larkspur', features, projectsLimit: null, logoUrl: null },
})

/** A visit with all features on, whose live channel is connected and has requested them; `answer` answers that. */
const aVisit = async () => {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        renew: fromPromise(() => Promise.resolve(opened(['test-automation']))),
        otherTabs: fromCallback(() => undefined),
      },
    }),
    { input: { remembered: null } },
  )
  const news$ = new Subject<LiveNews>()
  let stands = () => {}
  let answer: (features: Feature[]) => void = () => {}
  let refuse: (cause: Error) => void = () => {}
  const permissions: ((permissions: SignedInUser['permissions']) => void)[] = []
  followWorkspace({
    session,
    live: {
      followNews: (_: string, onConnected: () => void) => {
        stands = onConnected
        return news$
      },
    } as never,
    features: () => new Promise((resolve, reject) => ([answer, refuse] = [resolve, reject])),
    user: () => new Promise((resolve) => permissions.push((now) => resolve({ ...opened([]).user, permissions: now }))),
  })
  session.start()
  await vi.runAllTimersAsync()
  stands()
  return {
    reconnect: () => stands(),
    notAnswered: async () => {
      refuse(new TypeError('Failed to fetch'))
      await vi.runAllTimersAsync()
    },
    answered: async (features: Feature[]) => {
      answer(features)
      await vi.runAllTimersAsync()
    },
    emitted: (features: Feature[]) =>
      news$.next({
        type: 'FEATURES',
        event: 'workspace/features',
        features,
        uid: 'one',
        stream: 'workspace',
        sequence: 1,
        at: '2026-01-02T03:04:05.000Z',
      }),
    features: () => selectSession(session.getSnapshot())?.workspace.features,
    announceRights: () =>
      news$.next({
        type: 'RIGHTS',
        event: 'rights/changed',
        uid: 'two',
        stream: 'workspace',
        sequence: 2,
        at: '2026-01-02T03:04:05.000Z',
      }),
    /** Answers the requests for the user in their order, each with its permissions. */
    answeredPermissions: async (...answers: SignedInUser['permissions'][]) => {
      for (const [at, now] of answers.entries()) permissions[at]?.(now)
      await vi.runAllTimersAsync()
    },
    permissions: () => selectSession(session.getSnapshot())?.user.permissions,
  }
}

test('the current features are requested once the channel is connected', async () => {
  const visit = await aVisit()
  await visit.answered(['test-automation', 'launcher'])
  expect(visit.features()).toEqual(['test-automation', 'launcher'])
})

test('news count, also against an answer that was requested before and arrives after', async () => {
  const visit = await aVisit()
  visit.emitted([])
  expect(visit.features()).toEqual([])
  await visit.answered(['test-automation'])
  expect(visit.features()).toEqual([])
})

test('requests the features again after a failed answer', async () => {
  const visit = await aVisit()
  await visit.notAnswered()
  await visit.answered(['launcher'])
  expect(visit.features()).toEqual(['launcher'])
})

test('[PRODUCT-06] features that were switched while the channel was down are requested when it is back', async () => {
  const visit = await aVisit()
  await visit.answered(['test-automation'])
  visit.reconnect()
  await visit.answered([])
  expect(visit.features()).toEqual([])
})

test('the permissions are requested once the channel is connected, and again when they were changed', async () => {
  const visit = await aVisit()
  await visit.answeredPermissions(['projects:create'])
  expect(visit.permissions()).toEqual(['projects:create'])
  visit.announceRights()
  await visit.answeredPermissions(['projects:create'], [])
  expect(visit.permissions()).toEqual([])
})

test('ignores an answer older than a change of the permissions', async () => {
  const visit = await aVisit()
  visit.announceRights()
  await visit.answeredPermissions(['projects:create'], [])
  expect(visit.permissions()).toEqual([])
})
