/** Connects the history with the server. */
import { fromPromise } from 'xstate'
import { updateTestCase } from '../../../contract/cases/cases.ts'
import { undoOperation } from '../../../contract/cases/operations.ts'
import { updateSuite } from '../../../contract/cases/suites.ts'
import { fieldsOf } from '../../../machines/cases/case-editing.machine.ts'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { undoHistory, type UndoOutcome, type UndoWay } from '../../../machines/cases/undo-history.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { definitionsOf } from '../../../services/cases/cases.ts'
import type { Send } from '../../../services/http/http.ts'

export const undoHistoryIn = (send: Send, projectKey: string) =>
  undoHistory.provide({
    actors: {
      takeBack: fromPromise<UndoOutcome, { way: UndoWay }>(async ({ input: { way } }) => {
        try {
          return await takeBack(send, projectKey, way)
        } catch (error) {
          if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
          return { count: 0, stayed: [], refused: messageOf(error) }
        }
      }),
    },
  })

const takeBack = async (send: Send, projectKey: string, way: UndoWay): Promise<UndoOutcome> => {
  switch (way.kind) {
    case 'operation': {
      const { successfullyProcessed, failed } = (
        await send(undoOperation, { params: { projectKey, operationId: way.operationId } })
      ).data
      return { count: successfullyProcessed.length, stayed: failed.map(({ message }) => message), refused: null }
    }
    case 'case':
      return takeBackCase(send, projectKey, way)
    case 'suite':
      await send(updateSuite, {
        params: { projectKey, suiteId: way.suiteId },
        body: { ...way.words, expected: way.expected },
      })
      return { count: 0, stayed: [], refused: null }
  }
}

/** Values that were removed from the settings or the project since stay as they are. */
const takeBackCase = async (
  send: Send,
  projectKey: string,
  { caseId, version, changes }: Extract<UndoWay, { kind: 'case' }>,
): Promise<UndoOutcome> => {
  const done = { count: 1, stayed: [], refused: null }
  try {
    await send(updateTestCase, { params: { projectKey, caseId }, body: { version, changes } })
    return done
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const living = livingChanges(changes, await definitionsOf(send, projectKey), error.errors)
    if (living.gone.length === 0 || fieldsOf(living.changes).length === 0) throw error
    await send(updateTestCase, { params: { projectKey, caseId }, body: { version, changes: living.changes } })
    return done
  }
}
