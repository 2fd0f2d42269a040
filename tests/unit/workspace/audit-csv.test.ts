import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { csvOf } from '../../../views/workspace/audit-log/csv.ts'

const entry: AuditEntry = {
  id: 1,
  at: '2026-11-23T10:00:00.000Z',
  actor: 'nadia',
  userId: 1,
  type: 'group/changed',
  subject: 'Night "shift"',
  fields: [{ field: 'permissions', before: [], after: ['IAM_USERS_READ', 'audit:read'] }],
  address: null,
  hash: 'ab12',
}

test('a cell holds commas, quotes and arrows, and every change in words', () => {
  expect(csvOf([entry]).split('\r\n')[1]).toBe(
    '2026-11-23T10:00:00.000Z,nadia,changed group,"Night ""shift""","permissions: nothing → IAM_USERS_READ, audit:read",,ab12',
  )
})

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', "'=1", '＝1'])('a spreadsheet does not calculate %j', (subject) => {
  expect(csvOf([{ ...entry, subject }])).toContain(`'${subject}`)
})
