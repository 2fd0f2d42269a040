import type { ResultValues } from '../../../contract/runs/results.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import type { TestRun } from '../../../contract/runs/runs.ts'

export const aRunCase = (caseId: number, values: Partial<RunCase> = {}): RunCase => ({
  caseId,
  key: `SHOP-${caseId}`,
  title: `Case ${caseId}`,
  suiteId: 1,
  place: caseId,
  priorityId: null,
  automationStateId: null,
  assigneeId: null,
  statusId: null,
  attempts: 0,
  lastResultId: null,
  lastResultAt: null,
  lastResultBy: null,
  isAutomated: false,
  isChanged: false,
  isDeleted: false,
  revision: 1,
  ...values,
})

export const resultValues = (statusId: number, values: Partial<ResultValues> = {}): ResultValues => ({
  statusId,
  comment: '',
  durationMs: null,
  steps: [],
  defects: [],
  attachments: [],
  ...values,
})

export const aTestRun = (values: Partial<TestRun> = {}): TestRun => ({
  id: 1,
  title: 'Before the release',
  description: '',
  createdAt: '2026-11-18T10:00:00.000Z',
  createdBy: { id: 1, username: 'nadia', name: 'Nadia', email: 'nadia@larkspur.test', photoUrl: null },
  closed: false,
  closedAt: null,
  closedBy: null,
  milestone: null,
  milestoneId: null,
  environment: null,
  configurations: [],
  requirements: [],
  testPlan: null,
  caseStatusStatistics: [],
  revision: 1,
  ...values,
})
