import { expect, test } from 'vitest'
import { RESULT_COLUMNS, resultRows } from '../../../machines/runs/result-rows.ts'
import { aRunCase } from './support.ts'

const status = (id: number, name: string, isUntested = false) => ({
  status: { id, name, colorHex: '#000', isCompleted: !isUntested, isSuccess: false, isFailure: false, isUntested },
  count: 1,
})
const ben = { id: 5, username: 'ben', name: 'Ben', email: 'ben@larkspur.test', photoUrl: null }

test('an export of results has a row for each case with the names of its references', () => {
  const rows = resultRows(
    {
      run: {
        title: 'Release 2',
        environment: { id: 1, name: 'Staging', key: 'STAGING', deleted: false },
        configurations: [{ groupId: 1, optionId: 2, groupName: 'Browser', optionName: 'Safari' }],
        caseStatusStatistics: [status(9, 'Not run', true), status(2, 'Failed')],
      },
      suites: [{ id: 1, path: ['Shop', 'Checkout'] }],
      people: [ben],
      items: [
        aRunCase(1, {
          suiteId: 1,
          assigneeId: 5,
          statusId: 2,
          attempts: 2,
          lastResultBy: 5,
          lastResultAt: '2026-01-02T00:00:00.000Z',
        }),
        aRunCase(2, { title: 'Pay by {{CARD}} in {{SHOP}}', suiteId: 7, assigneeId: 6, statusId: null }),
        aRunCase(3, { suiteId: 1, statusId: 2, isAutomated: true }),
      ],
    },
    [{ key: 'CARD', value: 'Visa', secret: false, source: 'project' }],
  )
  const table = rows.map((row) => Object.fromEntries(row.map((cell, i) => [RESULT_COLUMNS[i], cell])))
  expect(table).toMatchObject([
    {
      Environment: 'STAGING',
      Configurations: 'Browser: Safari',
      Suite: 'Shop / Checkout',
      Assignee: 'Ben',
      Status: 'Failed',
      Attempts: '2',
      'Recorded by': 'Ben',
      Automated: '',
    },
    { Title: 'Pay by Visa in {{SHOP}}', Suite: '', Assignee: 'Somebody', Status: 'Not run', 'Last result': '' },
    { Status: 'Failed', 'Recorded by': '', Automated: 'yes' },
  ])
})
