import { createConfigurationsService } from '../../../services/settings/configurations.ts'
import { createEnvironmentsService } from '../../../services/settings/environments.ts'
import { createGeneralService } from '../../../services/settings/general.ts'
import { createHeldListsService } from '../../../services/settings/held-lists.ts'
import { createMembersService } from '../../../services/settings/members.ts'
import { createMilestonesService } from '../../../services/settings/milestones.ts'
import { createRequirementSystemsService } from '../../../services/settings/requirement-systems.ts'
import { createTestCaseFieldsService } from '../../../services/settings/test-case-fields.ts'
import { createChangeLogService } from '../../../services/settings/change-log.ts'
import { createExploratoryUsesService } from '../../../services/settings/exploratory-uses.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('configurations', createConfigurationsService, [
  [(s) => s.list('SHOP'), 'GET /api/projects/SHOP/configuration-groups'],
  [(s) => s.createGroup('SHOP', 'Browsers'), 'POST /api/projects/SHOP/configuration-groups', { name: 'Browsers' }],
  [
    (s) => s.renameGroup('SHOP', 3, 'Engines', 'Browsers'),
    'PATCH /api/projects/SHOP/configuration-groups/3',
    { name: 'Engines', expected: { name: 'Browsers' } },
  ],
  [(s) => s.deleteGroup('SHOP', 3), 'DELETE /api/projects/SHOP/configuration-groups/3'],
  [
    (s) => s.createOption('SHOP', 3, 'Firefox'),
    'POST /api/projects/SHOP/configuration-groups/3/options',
    { name: 'Firefox' },
  ],
  [
    (s) => s.renameOption('SHOP', 3, 4, 'Gecko', 'Firefox'),
    'PATCH /api/projects/SHOP/configuration-groups/3/options/4',
    { name: 'Gecko', expected: { name: 'Firefox' } },
  ],
  [(s) => s.deleteOption('SHOP', 3, 4), 'DELETE /api/projects/SHOP/configuration-groups/3/options/4'],
])

testRequests('environments', createEnvironmentsService, [
  [(s) => s.list('SHOP', true), 'GET /api/projects/SHOP/environments?includeVariables=true&includeDeleted=true'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/environments', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/environments/3', anything],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/environments/3'],
  [(s) => s.restore('SHOP', 3), 'POST /api/projects/SHOP/environments/3/restore', {}],
  [(s) => s.variables('SHOP'), 'GET /api/projects/SHOP/variables'],
  [(s) => s.createVariable('SHOP', null, anything), 'POST /api/projects/SHOP/variables', anything],
  [(s) => s.createVariable('SHOP', 3, anything), 'POST /api/projects/SHOP/environments/3/variables', anything],
  [(s) => s.updateVariable('SHOP', null, 4, anything), 'PUT /api/projects/SHOP/variables/4', anything],
  [(s) => s.updateVariable('SHOP', 3, 4, anything), 'PUT /api/projects/SHOP/environments/3/variables/4', anything],
  [(s) => s.deleteVariable('SHOP', null, 4), 'DELETE /api/projects/SHOP/variables/4'],
  [(s) => s.deleteVariable('SHOP', 3, 4), 'DELETE /api/projects/SHOP/environments/3/variables/4'],
  [(s) => s.reveal('SHOP'), 'POST /api/projects/SHOP/secrets/reveal', {}],
  [(s) => s.reveal('SHOP', [4]), 'POST /api/projects/SHOP/secrets/reveal', { variableIds: [4] }],
])

testRequests('general', createGeneralService, [
  [(s) => s.update('SHOP', anything), 'PATCH /api/projects/SHOP', anything],
  [(s) => s.setLogo('SHOP', 'aW1hZ2U='), 'PUT /api/projects/SHOP/logo', { image: 'aW1hZ2U=' }],
  [(s) => s.removeLogo('SHOP'), 'DELETE /api/projects/SHOP/logo'],
])

testRequests('held-lists', createHeldListsService, [
  [(s) => s.resultStatuses('SHOP'), 'GET /api/projects/SHOP/result-statuses'],
  [
    (s) => s.saveResultStatuses('SHOP', 2, []),
    'PUT /api/projects/SHOP/result-statuses',
    { version: 2, resultStatuses: [] },
  ],
  [(s) => s.observationTypes('SHOP'), 'GET /api/projects/SHOP/observation-types'],
  [(s) => s.saveObservationTypes('SHOP', 2, []), 'PUT /api/projects/SHOP/observation-types', { version: 2, items: [] }],
  [(s) => s.failureTags('SHOP'), 'GET /api/projects/SHOP/failure-tags'],
  [(s) => s.saveFailureTags('SHOP', 2, []), 'PUT /api/projects/SHOP/failure-tags', { version: 2, items: [] }],
  [(s) => s.priorities('SHOP'), 'GET /api/projects/SHOP/priorities'],
  [(s) => s.savePriorities('SHOP', 2, []), 'PUT /api/projects/SHOP/priorities', { version: 2, priorities: [] }],
  [(s) => s.automationStates('SHOP'), 'GET /api/projects/SHOP/automation-states'],
  [
    (s) => s.saveAutomationStates('SHOP', 2, []),
    'PUT /api/projects/SHOP/automation-states',
    { version: 2, automationStates: [] },
  ],
])

testRequests('members', createMembersService, [
  [(s, signal) => s.list('SHOP', { q: 'omar', page: 2 }, signal), 'GET /api/projects/SHOP/members?q=omar&page=2'],
  [(s, signal) => s.candidates('SHOP', 'omar', signal), 'GET /api/projects/SHOP/members/candidates?q=omar'],
  [(s) => s.add('SHOP', 'GUEST', [9]), 'POST /api/projects/SHOP/members', { role: 'GUEST', userIds: [9] }],
  [
    (s) => s.giveRole('SHOP', 9, 'ENGINEER', 'GUEST'),
    'PUT /api/projects/SHOP/members/9',
    { role: 'ENGINEER', expected: { role: 'GUEST' } },
  ],
  [(s) => s.remove('SHOP', 9), 'DELETE /api/projects/SHOP/members/9'],
])

testRequests('milestones', createMilestonesService, [
  [
    (s, signal) => s.list('SHOP', { page: 2, pageSize: 20, completed: true }, signal),
    'GET /api/projects/SHOP/milestones?page=2&pageSize=20&completed=true',
  ],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/milestones', anything],
  [(s) => s.update('SHOP', 3, anything), 'PATCH /api/projects/SHOP/milestones/3', anything],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/milestones/3'],
])

testRequests('requirement-systems', createRequirementSystemsService, [
  [(s) => s.list('SHOP'), 'GET /api/projects/SHOP/requirement-systems'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/requirement-systems', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/requirement-systems/3', anything],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/requirement-systems/3'],
])

testRequests('test-case-fields', createTestCaseFieldsService, [
  [(s) => s.list('SHOP'), 'GET /api/projects/SHOP/test-case-fields'],
  [(s) => s.savePlaces('SHOP', 2, []), 'PUT /api/projects/SHOP/test-case-fields', { version: 2, fields: [] }],
  [(s) => s.get('SHOP', 3), 'GET /api/projects/SHOP/test-case-fields/3'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/test-case-fields', anything],
  [(s) => s.update('SHOP', 3, anything), 'PUT /api/projects/SHOP/test-case-fields/3', anything],
  [(s) => s.usage('SHOP', 3), 'GET /api/projects/SHOP/test-case-fields/3/usage'],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/test-case-fields/3'],
  [(s) => s.users('SHOP', 'omar'), 'GET /api/projects/SHOP/test-case-field-users?q=omar'],
  [(s) => s.user('SHOP', 9), 'GET /api/projects/SHOP/test-case-field-users?id=9'],
])

testRequests('change-log', createChangeLogService, [
  [
    (s) => s.list('SHOP', { area: 'members', before: 40 }),
    'GET /api/projects/SHOP/settings/changes?area=members&before=40',
  ],
])

testRequests('exploratory-uses', createExploratoryUsesService, [
  [(s) => s.count('SHOP', 'environment', 3), 'GET /api/projects/SHOP/exploratory-uses?kind=environment&id=3'],
])
