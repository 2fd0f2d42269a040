import type { ResultValues } from '../../../contract/runs/results.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'

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
