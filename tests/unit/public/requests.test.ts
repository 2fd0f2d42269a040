import { createPublicLinksService } from '../../../services/public/public-links.ts'
import { authorisePublicAccess, createPublicAccessService } from '../../../services/public/public-access.ts'
import { anything, testRequests } from '../services/requests.ts'

const shared = { resourceType: 'launch', resourceId: '7' } as const

testRequests('public-links', createPublicLinksService, [
  [(s) => s.list('SHOP', shared), 'GET /api/projects/SHOP/public-links?resourceType=launch&resourceId=7'],
  [
    (s) => s.create('SHOP', shared, anything),
    'POST /api/projects/SHOP/public-links',
    { resourceType: 'launch', resourceId: '7', passedOn: 'as it is' },
  ],
  [(s) => s.revoke('SHOP', 5), 'DELETE /api/projects/SHOP/public-links/5'],
])

testRequests('public-access', createPublicAccessService, [
  [(s) => s.launch(), 'GET /api/public/launch'],
  [(s, signal) => s.tests({ q: 'pays' }, signal), 'GET /api/public/launch/tests?q=pays'],
  [(s) => s.test(31), 'GET /api/public/launch/tests/31'],
  [(s) => s.testLogs(31), 'GET /api/public/launch/tests/31/logs'],
  [(s) => s.testLogs(31, 'a-page'), 'GET /api/public/launch/tests/31/logs?pageToken=a-page'],
  [(s) => s.testRun(), 'GET /api/public/test-run'],
  [(s) => s.testPlan(), 'GET /api/public/test-plan'],
  [(s) => s.exploratorySession(), 'GET /api/public/exploratory-session'],
])

testRequests('public-access', (send) => send, [
  [
    (send) => authorisePublicAccess(send, { ...shared, token: 'a-token', passcode: '1234' }),
    'POST /api/public-access:authorize',
    { ...shared, token: 'a-token', passcode: '1234' },
  ],
])
