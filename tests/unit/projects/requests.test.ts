import { createProjectsService } from '../../../services/projects/projects.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('projects', createProjectsService, [
  [(s, signal) => s.list({ q: 'shop', page: 2 }, signal), 'GET /api/projects?q=shop&page=2'],
  [(s) => s.create(anything), 'POST /api/projects', anything],
  [(s) => s.get('SHOP'), 'GET /api/projects/SHOP'],
  [(s) => s.star('SHOP'), 'PUT /api/projects/SHOP/star', {}],
  [(s) => s.unstar('SHOP'), 'DELETE /api/projects/SHOP/star'],
  [(s) => s.delete('SHOP'), 'DELETE /api/projects/SHOP'],
])
