import { createOfflineRunsService } from '../../../services/runs/offline.ts'
import { createTestRunsService } from '../../../services/runs/test-runs.ts'
import { createExecutionService } from '../../../services/runs/execution.ts'
import { createPushService } from '../../../services/runs/push.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('test-runs', createTestRunsService, [
  [(s) => s.cases('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/cases?after=-1'],
  [(s, signal) => s.list('SHOP', { q: 'spring', page: 2 }, signal), 'GET /api/projects/SHOP/test-runs?q=spring&page=2'],
  [(s) => s.get('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3'],
  [(s) => s.report('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/report'],
  [(s) => s.mailReport('SHOP', 3, anything), 'POST /api/projects/SHOP/test-runs/3/report/mail', anything],
  [(s) => s.rerun('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/rerun'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/test-runs', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/test-runs/3', anything],
  [(s) => s.close('SHOP', 3), 'POST /api/projects/SHOP/test-runs/3/close'],
  [(s) => s.closeAll('SHOP', [3, 4]), 'POST /api/projects/SHOP/test-runs/close', { ids: [3, 4] }],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/test-runs/3'],
  [(s) => s.deleteAll('SHOP', [3, 4]), 'POST /api/projects/SHOP/test-runs/delete', { ids: [3, 4] }],
  [
    (s) => s.assignToMilestone('SHOP', [3, 4], 6),
    'POST /api/projects/SHOP/test-runs/milestone',
    { ids: [3, 4], milestoneId: 6 },
  ],
])

testRequests('execution', createExecutionService, [
  [(s) => s.open('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/opened'],
  [(s) => s.whole('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/opened'],
  [(s, signal) => s.changes('SHOP', 3, 40, signal), 'GET /api/projects/SHOP/test-runs/3'],
  [(s) => s.part('SHOP', 3, 99), 'GET /api/projects/SHOP/test-runs/3/cases?after=99'],
  [
    (s, signal) => s.find('SHOP', 3, [], signal),
    'GET /api/projects/SHOP/test-runs/3/matching-cases?filter=%7B%22fields%22%3A%5B%5D%7D',
  ],
  [(s) => s.content('SHOP', 3, 12), 'GET /api/projects/SHOP/test-runs/3/contents?caseId=12&limit=1'],
  [(s) => s.contents('SHOP', 3, 99), 'GET /api/projects/SHOP/test-runs/3/contents?after=99&limit=100'],
  [(s) => s.contents('SHOP', 3, 99, 5), 'GET /api/projects/SHOP/test-runs/3/contents?after=99&limit=5'],
  [(s) => s.results('SHOP', 3, 12), 'GET /api/projects/SHOP/test-runs/3/cases/12/results'],
  [(s) => s.adopt('SHOP', 3, 12), 'POST /api/projects/SHOP/test-runs/3/cases/12/adopt'],
  [(s) => s.assign('SHOP', 3, []), 'POST /api/projects/SHOP/test-runs/3/assignments', { assignments: [] }],
  [
    (s) => s.changeCases('SHOP', 3, { addCases: [], removeCaseIds: [12] }),
    'PUT /api/projects/SHOP/test-runs/3',
    { addCases: [], removeCaseIds: [12] },
  ],
  [(s) => s.users('SHOP'), 'GET /api/projects/SHOP/users'],
  [(s) => s.statuses('SHOP'), 'GET /api/projects/SHOP/result-statuses'],
])

testRequests('push', createPushService, [
  [
    (s, signal) => s.openRuns('SHOP', 'spring', signal),
    'GET /api/projects/SHOP/test-runs?q=spring&closed=false&pageSize=20',
  ],
  [(s) => s.push('SHOP', 3, [7, 8]), 'POST /api/projects/SHOP/test-runs/3/push', { launchIds: [7, 8] }],
])

testRequests('offline', createOfflineRunsService, [
  [(s) => s.size('SHOP', 3), 'GET /api/projects/SHOP/test-runs/3/offline-size'],
  [(s, signal) => s.source('SHOP', 3, signal).open(), 'GET /api/projects/SHOP/test-runs/3/opened'],
])
