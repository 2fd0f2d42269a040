import { createExploratoryService } from '../../../services/exploratory/exploratory.ts'
import { testRequests } from '../services/requests.ts'

testRequests('exploratory', createExploratoryService, [
  [
    (s, signal) => s.list('SHOP', { q: 'vouchers', page: 2 }, signal),
    'GET /api/projects/SHOP/exploratory-sessions?q=vouchers&page=2',
  ],
  [(s, signal) => s.get('SHOP', 'a-session', signal), 'GET /api/projects/SHOP/exploratory-sessions/a-session'],
  [
    (s, signal) => s.observations('SHOP', 'a-session', signal),
    'GET /api/projects/SHOP/exploratory-sessions/a-session/observations',
  ],
  [(s) => s.sendCommands('SHOP', []), 'POST /api/projects/SHOP/exploratory-commands', { commands: [] }],
  [(s) => s.uploadState('SHOP', 'a-file'), 'GET /api/projects/SHOP/exploratory-files/a-file'],
  [(s) => s.people('SHOP'), 'GET /api/projects/SHOP/users'],
  [(s) => s.milestones('SHOP'), 'GET /api/projects/SHOP/exploratory-milestones?page=1&pageSize=10000&completed=false'],
  [
    (s) => s.milestones('SHOP', 'all'),
    'GET /api/projects/SHOP/exploratory-milestones?page=1&pageSize=10000&completed=all',
  ],
  [(s) => s.environments('SHOP'), 'GET /api/projects/SHOP/environments?includeVariables=false&includeDeleted=true'],
  [(s) => s.configurations('SHOP'), 'GET /api/projects/SHOP/configuration-groups'],
  [(s) => s.requirementSystems('SHOP'), 'GET /api/projects/SHOP/requirement-systems'],
  [(s) => s.observationTypes('SHOP'), 'GET /api/projects/SHOP/observation-types'],
])
