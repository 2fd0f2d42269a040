import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS } from '../../../contract/call.ts'
import { send } from '../support/app.ts'
import { CALLERS, type Caller } from './callers.ts'
import { everyCall, isLetIn } from './every-call.ts'
import { ACCESS } from './table.ts'
import { WRITERS } from './roles.ts'

let given: Awaited<ReturnType<typeof everyCall>>
beforeAll(async () => {
  given = await everyCall()
})
afterAll(() => given.close())

test('the table has every call of the contract, and no other', () => {
  expect(CALLS.map(({ name }) => name).sort()).toEqual(Object.keys(ACCESS).sort())
})

const mayMake = (caller: Caller) => Object.keys(ACCESS).filter((name) => ACCESS[name]?.includes(caller))

describe('the table, to which the server is held below', () => {
  test('[ESNV-09] [OBS-19] [OBS-20] [OBS-21] guests write nothing of sessions', () => {
    const writes = CALLS.filter(({ name, method }) => method !== 'GET' && /Explorator|Observation/.test(name))
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'createObservation',
        'editObservation',
        'deleteObservations',
        'createExploratorySession',
      ]),
    )
    for (const { name } of writes) expect(mayMake('GUEST'), `called ${name}`).not.toContain(name)
  })

  test('[NAV-16] [PERM-05] [PERM-07] [PERM-10] managers review, abort and delete launches; engineers mark tests, too', () => {
    for (const name of ['reviewLaunch', 'abortLaunch', 'deleteLaunch'])
      expect(ACCESS[name]).toEqual(['MANAGER', 'ADMINISTRATOR', 'owner'])
    for (const name of ['deleteLaunch', 'assignLaunchesToMilestone', 'relaunchLaunch', 'abortLaunch'])
      expect(ACCESS[name], '[LFIL-12] [LFIL-13] [LFIL-14] [LFIL-15]').not.toContain('GUEST')
    expect(ACCESS['mailLaunches'], '[LFIL-16]').toEqual(ACCESS['listLaunches'])
    expect(ACCESS['markTests']).toEqual(['ENGINEER', 'MANAGER', 'ADMINISTRATOR', 'owner', 'agent', 'access-token'])
  })

  test('[PRODUCT-04] [ROLE-01] [ROLE-06] [ROLE-07] each role may make all calls of the role below it, from read-only users to owners', () => {
    for (const name of mayMake('read-only')) expect(ACCESS[name]).toContain('GUEST')
    for (const name of ['createProject', 'createAccessToken', 'listAccessTokens', 'setPhoto'])
      expect(ACCESS[name]).not.toContain('read-only')
    const order = ['read-only', 'GUEST', 'ENGINEER', 'MANAGER', 'ADMINISTRATOR'] as const
    for (const [i, caller] of order.slice(1).entries())
      expect(mayMake(caller)).toEqual(expect.arrayContaining(mayMake(order[i] ?? 'read-only')))
  })
})

describe('route by role', () => {
  test.each(CALLS.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    const letIn: Caller[] = []
    for (const caller of CALLERS) {
      const token = given.world.tokens[caller]
      const received = await send(given.app, await given.addressOf(call), {
        method: call.method,
        ...(token === undefined ? {} : { token }),
        // Invalid input for every writing call: an authorized caller gets 400.
        ...(call.method === 'GET' ? {} : { body: {} }),
      })
      expect(received.status, `${name} as ${caller}`).toBeLessThan(500)
      if (isLetIn(name, received)) letIn.push(caller)
    }
    expect(letIn).toEqual(CALLERS.filter((caller) => ACCESS[name]?.includes(caller)))
  })
})

describe('reporting', () => {
  const calls: [name: string, method: string, path: () => string, body: unknown][] = [
    [
      'starting a launch',
      'POST',
      () => '/test-runs?projectKey=SHOP',
      { name: 'Nightly', framework: 'mocha', startedAt: '2026-01-01T00:00:00Z' },
    ],
    ['labels of a launch', 'PUT', () => `/test-runs/${given.launch.id}/labels`, { items: [] }],
    ['references of a launch', 'PUT', () => `/test-runs/${given.launch.id}/artifact-references`, { items: [] }],
    ['the platform of a launch', 'PUT', () => `/test-runs/${given.launch.id}/platform`, { name: 'linux' }],
    ['starting a test', 'POST', () => `/test-runs/${given.launch.id}/tests`, {}],
    ['labels of a test', 'PUT', () => `/test-runs/${given.launch.id}/tests/${given.testId}/labels`, { items: [] }],
    ['starting a session', 'POST', () => `/test-runs/${given.launch.id}/test-sessions`, {}],
    ['logs', 'POST', () => `/test-runs/${given.launch.id}/logs`, []],
    [
      'asking for a known issue',
      'POST',
      () => `/test-runs/${given.launch.id}/tests/${given.testId}/known-issue-confirmations`,
      { failureReason: 'x' },
    ],
    ['a direct upload', 'POST', () => `/test-runs/${given.launch.id}/tests/${given.testId}/direct-uploads`, {}],
    [
      'the end of a direct upload',
      'POST',
      () => `/test-runs/${given.launch.id}/tests/${given.testId}/direct-uploads/${randomUUID()}?attempt=1&at=1`,
      {},
    ],
  ]
  test.each(calls)(
    '%s: who may report with their own token, and the agent and access token of an engineer',
    async (_name, method, path, body) => {
      const letIn: Caller[] = []
      for (const caller of CALLERS) {
        const token = given.world.tokens[caller]
        const { status } = await send(given.app, `/api/reporting/v1${path()}`, {
          method,
          body,
          ...(token === undefined ? {} : { token }),
        })
        expect(status).toBeLessThan(500)
        if (status !== 401 && status !== 403 && status !== 404) letIn.push(caller)
      }
      expect(letIn).toEqual(CALLERS.filter((caller) => WRITERS.includes(caller)))
    },
  )
})
