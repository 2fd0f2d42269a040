import type { CaseRow, TestCase } from '../../../contract/cases/cases.ts'
import type { Suite } from '../../../contract/cases/suites.ts'

export const aSuite = (over: Partial<Suite> = {}): Suite => ({
  id: 1,
  parentSuiteId: null,
  title: 'Checkout',
  description: '',
  testCases: 2,
  ...over,
})

export const aCaseRow = (over: Partial<CaseRow> = {}): CaseRow => ({
  id: 1,
  key: 'SHOP-1',
  title: 'Apply a voucher',
  testSuiteId: 1,
  draft: false,
  deprecated: false,
  priority: null,
  automationState: null,
  lastModifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...over,
})

export const aTestCase = (over: Partial<TestCase> = {}): TestCase => ({
  ...aCaseRow(),
  description: '',
  preConditions: '',
  postConditions: '',
  steps: [],
  attachments: [],
  customFields: {},
  sharedSteps: [],
  deleted: false,
  deletedAt: null,
  deletedBy: null,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastModifiedBy: null,
  ...over,
})
