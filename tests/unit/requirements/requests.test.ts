import { createRequirementsService } from '../../../services/requirements/requirements.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('requirements', createRequirementsService, [
  [(s, signal) => s.list('SHOP', { q: 'pay', page: 2 }, signal), 'GET /api/projects/SHOP/requirements?q=pay&page=2'],
  [(s, signal) => s.find('SHOP', 'pay', signal), 'GET /api/projects/SHOP/requirement-search?q=pay'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/requirements', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/requirements/3', anything],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/requirements/3'],
  [(s) => s.sync('SHOP'), 'POST /api/projects/SHOP/requirement-sync'],
  [(s) => s.ofCase('SHOP', 12), 'GET /api/projects/SHOP/test-cases/12/requirements'],
  [
    (s) => s.link('SHOP', 12, { add: ['a-requirement'], remove: [] }),
    'POST /api/projects/SHOP/test-cases/12/requirements',
    { add: ['a-requirement'], remove: [] },
  ],
])
