import { createPlansService } from '../../../services/plans/plans.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('plans', createPlansService, [
  [
    (s, signal) => s.list('SHOP', { q: 'spring', page: 2 }, signal),
    'GET /api/projects/SHOP/test-plans?q=spring&page=2',
  ],
  [(s) => s.get('SHOP', 3, true), 'GET /api/projects/SHOP/test-plans/3?includeCases=true'],
  [(s) => s.get('SHOP', 3, false), 'GET /api/projects/SHOP/test-plans/3?includeCases=false'],
  [(s) => s.report('SHOP', 3), 'GET /api/projects/SHOP/test-plans/3/report'],
  [(s) => s.mailReport('SHOP', 3, anything), 'POST /api/projects/SHOP/test-plans/3/report/mail', anything],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/test-plans', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/test-plans/3', anything],
  [(s) => s.close('SHOP', 3), 'POST /api/projects/SHOP/test-plans/3/close'],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/test-plans/3'],
  [(s) => s.closeAll('SHOP', [3, 4]), 'POST /api/projects/SHOP/test-plans/close', { testPlansIds: [3, 4] }],
  [(s) => s.deleteAll('SHOP', [3, 4]), 'POST /api/projects/SHOP/test-plans/delete', { testPlansIds: [3, 4] }],
])
