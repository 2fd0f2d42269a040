/** Connects the wizard with the server. */
import { fromPromise } from 'xstate'
import type { Placement } from '../../../contract/cases/operations.ts'
import {
  bulkWizard,
  type BulkTask,
  type PartDone,
  type PreparedWork,
  type WorkPart,
} from '../../../machines/cases/bulk-wizard.machine.ts'
import type { CaseOperationsService } from '../../../services/cases/case-operations.ts'

export const wizardIn = (operations: CaseOperationsService, projectKey: string) =>
  bulkWizard.provide({
    actors: {
      // Moved, copied or exported cases keep their display order, however they were selected.
      prepare: fromPromise<PreparedWork, { task: BulkTask; ids: readonly number[] }>(
        async ({ input: { task, ids } }) => {
          const operationId = crypto.randomUUID()
          if (task.action === 'edit' || task.action === 'delete' || ids.length === 1) return { ids, operationId }
          const chosen = new Set(ids)
          const known = (await operations.order(projectKey)).ids.filter((id) => chosen.delete(id))
          return { ids: [...known, ...chosen], operationId }
        },
      ),
      perform: fromPromise<PartDone, WorkPart>(({ input }) => perform(operations, projectKey, input)),
    },
  })

const perform = async (
  operations: CaseOperationsService,
  projectKey: string,
  { task, operationId, ids, after, part: number }: WorkPart,
): Promise<PartDone> => {
  const part = { operationId, ids, part: number }
  switch (task.action) {
    case 'edit':
      return { ...(await operations.edit(projectKey, part, task.changes)).data, text: '', rows: [] }
    case 'delete':
      return { ...(await operations.delete(projectKey, part)).data, text: '', rows: [] }
    case 'move':
    case 'clone': {
      // Each batch goes behind the previous one, even if a user adds cases to the suite meanwhile.
      // Cases moved to another project get new ids there, so the previous batch names no neighbour.
      const isMovedAway = task.action === 'move' && task.target.projectId !== null
      const place: Placement =
        after === null || isMovedAway
          ? { placementMode: 'AT_TEST_SUITE_END' }
          : { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: after }
      const target = { targetProjectId: task.target.projectId, targetTestSuiteId: task.target.suiteId, place }
      return { ...(await operations[task.action](projectKey, part, target)).data, text: '', rows: [] }
    }
    case 'export-csv': {
      const { csv, ...done } = (await operations.export(projectKey, ids, number === 0, 'csv')).data
      return { ...done, text: csv }
    }
    case 'export-xlsx': {
      const { csv: text, ...done } = (await operations.export(projectKey, ids, number === 0, 'rows')).data
      return { ...done, text }
    }
  }
}
