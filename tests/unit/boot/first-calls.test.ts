import { expect, test } from 'vitest'
import { listSuites } from '../../../contract/cases/suites.ts'
import { listRepositories } from '../../../contract/launchers/repositories.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { getLaunch, listLaunches } from '../../../contract/launches/launches.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { getProject } from '../../../contract/projects/projects.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { createHttp } from '../../../services/http/http.ts'
import { openRun } from '../../../services/runs/execution.ts'
import { firstCalls } from '../../../views/pages.ts'
import { OPERATORS, partOf, PREDICATE_FIELDS } from '../../../contract/launches/launch-predicates.ts'
import { launchesQueryOf, testsQueryOf } from '../../../views/launches/address.ts'

const requests: string[] = []
const send = createHttp({ token: () => 'token', renew: async () => {} }, async (address) => {
  requests.push(address as string)
  return Response.json({})
})
const params = { projectKey: 'DEF' }
const project = () => send(getProject, { params })
const heard = async (call: () => Promise<unknown>[]) => {
  requests.length = 0
  await Promise.allSettled(call())
  return [...requests].sort()
}

test.each([
  '',
  '?page=3&testsState=failed&testsState=skipped',
  '?group=failure&q=cart+total&sort=name&order=desc',
  '?label=owner%3Ana+dia&testCase=linked&pageSize=100',
])('the launch page reuses the calls made before its code was loaded: %s', async (search) => {
  const ofLaunch = { ...params, launchId: 7 }
  const own = await heard(() => [
    send(listTests, { params: ofLaunch, query: testsQueryOf(search) }),
    send(getLaunch, { params: ofLaunch }),
    project(),
  ])
  expect(firstCalls('/projects/DEF/automation-launches/7', search).sort()).toEqual(own)
})

const EACH_FILTER = PREDICATE_FIELDS.flatMap((field) =>
  OPERATORS.map((operator) => `${partOf(field, operator)}=${field === 'status' ? 'FAILED' : 'a'}`),
).join('&')

test.each([
  '',
  '?page=2&q=nightly&status=FAILED&status=PASSED',
  '?reviewed=true&label=team%3Aa+b&sort=name&order=asc',
  `?${EACH_FILTER}&savedFilter=3`,
])('the launches page reuses the calls made before its code was loaded: %s', async (search) => {
  const own = await heard(() => [send(listLaunches, { params, query: launchesQueryOf(search) }), project()])
  expect(firstCalls('/projects/DEF/automation-launches', search).sort()).toEqual(own)
})

test('a test asks for itself before its code is there', async () => {
  const own = await heard(() => [send(getTest, { params: { ...params, launchId: 7, testId: 8 } }), project()])
  expect(firstCalls('/projects/DEF/automation-launches/7/tests/8', '?tab=history').sort()).toEqual(own)
})

test('the repository asks for its suites before its code is there', async () => {
  const own = await heard(() => [send(listSuites, { params }), project()])
  expect(firstCalls('/projects/DEF/test-cases', '?q=voucher').sort()).toEqual(own)
})

test.each(['', '/3', '/3/4'])('the launchers ask for their tree before their code is there: %s', async (rest) => {
  const own = await heard(() => [send(listRepositories, { params }), project()])
  expect(firstCalls(`/projects/DEF/automation-launchers${rest}`, '').sort()).toEqual(own)
})

test('other pages of a project have the project in common, and pages outside projects nothing', () => {
  expect(firstCalls('/projects/DEF/members', '')).toEqual(['/api/projects/DEF'])
  expect(firstCalls('/profile', '')).toEqual([])
  expect(firstCalls('/no/such/page/at/all', '')).toEqual([])
})

test('the page of a run reuses the calls made before its code was loaded', async () => {
  const own = await heard(() => [
    openRun(send, { ...params, runId: 7 }),
    send(getResultStatuses, { params }),
    project(),
  ])
  expect(firstCalls('/projects/DEF/test-runs/7', '?case=DEF-3').sort()).toEqual(own)
})
