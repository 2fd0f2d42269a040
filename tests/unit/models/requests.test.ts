import { createCaseModelsService } from '../../../services/models/case-models.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('case-models', createCaseModelsService, [
  [(s, signal) => s.get('SHOP', 4, signal), 'GET /api/projects/SHOP/test-suites/4/test-case-model'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/test-case-models', anything],
  [(s) => s.update('SHOP', 4, anything), 'PUT /api/projects/SHOP/test-suites/4/test-case-model', anything],
  [(s) => s.results('SHOP', 4), 'GET /api/projects/SHOP/test-suites/4/test-case-model/results'],
])
