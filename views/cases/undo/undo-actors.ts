/** Connects the history with the server. */
import { fromPromise } from 'xstate'
import { undoHistory, type UndoOutcome, type UndoWay } from '../../../machines/cases/undo-history.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import type { CasesService } from '../../../services/cases/cases.ts'

export const undoHistoryIn = (cases: CasesService, projectKey: string) =>
  undoHistory.provide({
    actors: {
      takeBack: fromPromise<UndoOutcome, { way: UndoWay }>(async ({ input: { way } }) => {
        try {
          return await takeBack(cases, projectKey, way)
        } catch (error) {
          if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
          return { count: 0, stayed: [], refused: messageOf(error) }
        }
      }),
    },
  })

const takeBack = async (cases: CasesService, projectKey: string, way: UndoWay): Promise<UndoOutcome> => {
  switch (way.kind) {
    case 'operation': {
      const { successfullyProcessed, failed } = (await cases.undo(projectKey, way.operationId)).data
      return { count: successfullyProcessed.length, stayed: failed.map(({ message }) => message), refused: null }
    }
    case 'case':
      await cases.update(projectKey, way.caseId, way.version, way.changes)
      return { count: 1, stayed: [], refused: null }
    case 'suite':
      await cases.updateSuite(projectKey, way.suiteId, { ...way.words, expected: way.expected })
      return { count: 0, stayed: [], refused: null }
  }
}
