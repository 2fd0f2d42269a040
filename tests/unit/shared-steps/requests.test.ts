import { createSharedStepsService } from '../../../services/shared-steps/shared-steps.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('shared-steps', createSharedStepsService, [
  [
    (s, signal) => s.list('SHOP', { q: 'sign in', page: 2, pageSize: 20 }, signal),
    'GET /api/projects/SHOP/shared-steps?q=sign+in&page=2&pageSize=20',
  ],
  [(s, signal) => s.get('SHOP', 3, signal), 'GET /api/projects/SHOP/shared-steps/3'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/shared-steps', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/shared-steps/3', anything],
  [(s) => s.delete('SHOP', 3, true), 'DELETE /api/projects/SHOP/shared-steps/3?keep=true'],
  [(s) => s.delete('SHOP', 3, false), 'DELETE /api/projects/SHOP/shared-steps/3?keep=false'],
])
