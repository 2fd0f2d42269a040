import { createIntegrationsService } from '../../../services/integrations/integrations.ts'
import { revealPlatforms } from '../../../services/integrations/testing-platforms.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('integrations', createIntegrationsService, [
  [(s) => s.list(), 'GET /api/workspace/integrations'],
  [(s) => s.get('jira'), 'GET /api/workspace/integrations/jira'],
  [(s) => s.save('jira', anything), 'PATCH /api/workspace/integrations/jira', anything],
  [(s) => s.remove('jira'), 'DELETE /api/workspace/integrations/jira'],
  [
    (s, signal) => s.check('jira', { url: 'https://jira.test' }, signal),
    'PUT /api/workspace/integrations/jira/check',
    { url: 'https://jira.test' },
  ],
  [(s) => s.enabled(), 'GET /api/workspace/enabled-integrations'],
])

testRequests('testing-platforms', (send) => send, [
  [(send) => revealPlatforms(send, 'SHOP'), 'GET /api/projects/SHOP/testing-platforms'],
])
