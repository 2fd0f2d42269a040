import { expect } from 'vitest'
import { createCasesService } from '../../../services/cases/cases.ts'
import { createCaseOperationsService } from '../../../services/cases/case-operations.ts'
import { createImportsService } from '../../../services/cases/cases-import.ts'
import { createCaseTrashService } from '../../../services/cases/case-trash.ts'
import { anything, nobody, testRequests } from '../services/requests.ts'

const part = { operationId: 'an-operation', ids: [12, 13], part: 2 }
const place = { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: 11 } as const

testRequests('cases', createCasesService, [
  [(s, signal) => s.suites('SHOP', signal), 'GET /api/projects/SHOP/test-suites'],
  [(s) => s.revision('SHOP'), 'GET /api/projects/SHOP/test-case-revision'],
  [(s, signal) => s.counts('SHOP', { q: 'pay', filter: {} }, signal), 'GET /api/projects/SHOP/test-case-counts?q=pay'],
  [
    (s, signal) => s.window('SHOP', { q: 'pay', filter: {} }, { suites: [3, 4], offset: 100, limit: 50 }, signal),
    'GET /api/projects/SHOP/test-cases?q=pay&suite=3&suite=4&offset=100&limit=50',
  ],
  [(s) => s.ids('SHOP', { q: 'pay', filter: {} }), 'GET /api/projects/SHOP/test-case-ids?q=pay'],
  [(s, signal) => s.get('SHOP', 12, signal), 'GET /api/projects/SHOP/test-cases/12'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/test-cases', anything],
  [
    (s) => s.update('SHOP', 12, 3, { title: 'Pay later' }),
    'PATCH /api/projects/SHOP/test-cases/12',
    { version: 3, changes: { title: 'Pay later' } },
  ],
  [(s, signal) => s.executions('SHOP', 12, 2, signal), 'GET /api/projects/SHOP/test-cases/12/executions?page=2'],
  [(s) => s.versions('SHOP', 12, null), 'GET /api/projects/SHOP/test-cases/12/versions'],
  [(s) => s.versions('SHOP', 12, 40), 'GET /api/projects/SHOP/test-cases/12/versions?before=40'],
  [
    (s) => s.restoreVersion('SHOP', 12, 2, 5),
    'POST /api/projects/SHOP/test-cases/12/versions/2/restore',
    { seenVersion: 5 },
  ],
  [
    (s, signal) => s.report(7, [12, 13], signal),
    'POST /api/tcm/v1/test-repository:export?projectId=7',
    { testCaseIds: [12, 13] },
  ],
  [(s) => s.authors('SHOP'), 'GET /api/projects/SHOP/test-case-authors'],
  [(s) => s.createSuite('SHOP', anything), 'POST /api/projects/SHOP/test-suites', anything],
  [(s) => s.updateSuite('SHOP', 4, anything), 'PATCH /api/projects/SHOP/test-suites/4', anything],
  [(s) => s.deleteSuite('SHOP', 4), 'DELETE /api/projects/SHOP/test-suites/4'],
  [(s) => s.moveSuite('SHOP', 4, anything), 'POST /api/projects/SHOP/test-suites/4/move', anything],
  [(s) => s.cloneSuite('SHOP', 4, anything), 'POST /api/projects/SHOP/test-suites/4/clone', anything],
  [
    (s) => s.move('SHOP', [12], 4, place),
    'POST /api/projects/SHOP/test-cases/move',
    { operationId: expect.any(String), ids: [12], targetTestSuiteId: 4, ...place },
  ],
  [
    (s) => s.clone('SHOP', [12], 4, place),
    'POST /api/projects/SHOP/test-cases/clone',
    { operationId: expect.any(String), ids: [12], targetTestSuiteId: 4, ...place },
  ],
  [
    (s) => s.delete('SHOP', [12]),
    'POST /api/projects/SHOP/test-cases/delete',
    { operationId: expect.any(String), ids: [12] },
  ],
  [(s) => s.undo('SHOP', 'an-operation'), 'POST /api/projects/SHOP/test-case-operations/an-operation/undo'],
  [(s) => s.priorities('SHOP'), 'GET /api/projects/SHOP/priorities'],
  [(s) => s.automationStates('SHOP'), 'GET /api/projects/SHOP/automation-states'],
  [(s) => s.fields('SHOP'), 'GET /api/projects/SHOP/test-case-fields'],
  [(s) => s.people('SHOP'), 'GET /api/projects/SHOP/test-case-field-users?pageSize=1000'],
  [(s) => s.people('SHOP', 9), 'GET /api/projects/SHOP/test-case-field-users?id=9'],
])

testRequests('cases-import', (send) => createImportsService(send, nobody, () => Promise.reject(new Error('no file'))), [
  [
    (s) => s.read('SHOP', 'an-import', 'Sheet 2'),
    'POST /api/projects/SHOP/test-case-imports/an-import/read',
    { sheet: 'Sheet 2' },
  ],
  [
    (s, signal) => s.check('SHOP', { importId: 'an-import', sheet: null, mapping: anything }, signal),
    'POST /api/projects/SHOP/test-case-imports/an-import/check',
    { sheet: null, mapping: anything },
  ],
])

testRequests('case-operations', createCaseOperationsService, [
  [(s) => s.order('SHOP'), 'GET /api/projects/SHOP/test-case-ids'],
  [(s) => s.suites('SHOP'), 'GET /api/projects/SHOP/test-suites'],
  [
    (s) => s.edit('SHOP', part, { priority: { id: 2 } }),
    'POST /api/projects/SHOP/test-cases/edit',
    { operationId: 'an-operation', ids: [12, 13], changes: { priority: { id: 2 } } },
  ],
  [
    (s) => s.move('SHOP', part, { targetProjectId: null, targetTestSuiteId: 4, place }),
    'POST /api/projects/SHOP/test-cases/move',
    { ...part, ...place, targetTestSuiteId: 4 },
  ],
  [
    (s) => s.move('SHOP', part, { targetProjectId: 8, targetTestSuiteId: 4, place }),
    'POST /api/projects/SHOP/test-cases/move',
    { ...part, ...place, targetProjectId: 8, targetTestSuiteId: 4 },
  ],
  [
    (s) => s.clone('SHOP', part, { targetProjectId: 8, targetTestSuiteId: 4, place }),
    'POST /api/projects/SHOP/test-cases/clone',
    { ...part, ...place, targetProjectId: 8, targetTestSuiteId: 4 },
  ],
  [
    (s) => s.delete('SHOP', part),
    'POST /api/projects/SHOP/test-cases/delete',
    { operationId: 'an-operation', ids: [12, 13] },
  ],
  [
    (s) => s.export('SHOP', [12, 13], true, 'csv'),
    'POST /api/projects/SHOP/test-cases/export',
    { ids: [12, 13], hasHead: true, form: 'csv' },
  ],
])

testRequests('case-trash', createCaseTrashService, [
  [
    (s, signal) => s.list('SHOP', { q: 'pay', filter: {}, page: 2, pageSize: 50 }, signal),
    'GET /api/projects/SHOP/test-case-trash?q=pay&page=2&pageSize=50',
  ],
  [
    (s) => s.restore('SHOP', [12, 13], 4, 'an-operation'),
    'POST /api/projects/SHOP/test-case-trash/restore',
    {
      items: [
        { id: 12, newTestSuiteId: 4 },
        { id: 13, newTestSuiteId: 4 },
      ],
      operationId: 'an-operation',
    },
  ],
  [
    (s) => s.restoreAll('SHOP', 4, 'an-operation'),
    'POST /api/projects/SHOP/test-case-trash/restore-all',
    { newTestSuiteId: 4, operationId: 'an-operation' },
  ],
  [
    (s) => s.purge('SHOP', [12, 13]),
    'POST /api/projects/SHOP/test-case-trash/purge',
    { items: [{ id: 12 }, { id: 13 }] },
  ],
  [(s) => s.purgeAll('SHOP'), 'POST /api/projects/SHOP/test-case-trash/purge-all'],
])
