import { createReportsService } from '../../../services/reports/reports.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('reports', createReportsService, [
  [
    (s, signal) => s.summary('SHOP', anything, signal),
    'GET /api/projects/SHOP/reports/execution-summary?passedOn=as+it+is',
  ],
  [(s, signal) => s.durations('SHOP', anything, signal), 'GET /api/projects/SHOP/reports/durations?passedOn=as+it+is'],
  [(s, signal) => s.slowdown('SHOP', 7, signal), 'GET /api/projects/SHOP/launches/7/slowdown'],
])
