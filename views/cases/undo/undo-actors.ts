/** Connects the history with the server. */
import { fromPromise } from 'xstate'
import { fieldsOf } from '../../../machines/cases/case-editing.machine.ts'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { undoHistory, type UndoOutcome, type UndoWay } from '../../../machines/cases/undo-history.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { definitionsOf, type CasesService } from '../../../services/cases/cases.ts'

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
      return takeBackCase(cases, projectKey, way)
    case 'suite':
      await cases.updateSuite(projectKey, way.suiteId, { ...way.words, expected: way.expected })
      return { count: 0, stayed: [], refused: null }
  }
}

/** Values that were removed from the settings since stay as they are. */
const takeBackCase = async (
  cases: CasesService,
  projectKey: string,
  { caseId, version, changes }: Extract<UndoWay, { kind: 'case' }>,
): Promise<UndoOutcome> => {
  const done = { count: 1, stayed: [], refused: null }
  try {
    await cases.update(projectKey, caseId, version, changes)
    return done
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const living = livingChanges(changes, await definitionsOf(cases, projectKey))
    if (living.gone.length === 0 || fieldsOf(living.changes).length === 0) throw error
    await cases.update(projectKey, caseId, version, living.changes)
    return done
  }
}
