/** What is done to cases and suites here: written, told to the page, and offered to be undone. */
import { useMemo } from 'react'
import type { CaseRow } from '../../contract/cases/cases.ts'
import { TEXTS } from '../../contract/texts.ts'
import { idsOf } from '../../machines/cases/case-selection.machine.ts'
import type { Dragged, DropWanted } from '../../machines/cases/drop-placement.machine.ts'
import type { PlacedSuite } from '../../machines/cases/repository-layout.ts'
import type { RepositoryNews } from '../../machines/cases/test-case-repository.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import type { CasesService, Operation } from '../../services/cases/cases.ts'
import { toast } from '../ui/toasts.ts'
import type { UndoHistory } from './undo/use-undo-history.ts'
import { countWords } from '../shared/cases/words.ts'

/** Anything may have moved. */
const EVERYTHING: RepositoryNews = { suites: true, suiteIds: null, caseIds: null }

export interface OperationsGiven {
  cases: CasesService
  projectKey: string
  onChanged: (news: RepositoryNews) => void
  onGone: (ids: readonly number[]) => void
  history: UndoHistory
}

export const useOperations = ({ cases, projectKey, onChanged, onGone, history }: OperationsGiven) =>
  useMemo(() => {
    const idsIn = async (dragged: Exclude<Dragged, { kind: 'suite' }>): Promise<readonly number[]> =>
      dragged.kind === 'cases'
        ? dragged.ids
        : idsOf({ of: 'all', ids: dragged.except }, (await cases.ids(projectKey, dragged.question)).ids)
    const tell = (words: string, operationId: string) => history.changed(words, { kind: 'operation', operationId })
    const told = (operation: Operation, words: string) => {
      onChanged(EVERYTHING)
      const { successfullyProcessed, failed, operationId } = operation
      if (successfullyProcessed.length > 0) tell(words, operationId)
      if (failed.length > 0)
        toast.error(
          `${countWords(failed.length, 'test case', 'test cases')} could not be done: ${failed[0]?.message ?? ''}`,
        )
    }
    return {
      undo: history.undo,
      /** Of many cases, with outcome and failures told by who did it. `gone`: those that are here no more. `words` null: nothing was done. */
      finished: ({
        operationId,
        words,
        gone,
      }: {
        operationId: string
        words: string | null
        gone: readonly number[]
      }) => {
        if (gone.length > 0) onGone(gone)
        onChanged(EVERYTHING)
        if (words !== null) tell(words, operationId)
      },
      deleteCases: async (ids: readonly number[]) => {
        try {
          const operation = await cases.delete(projectKey, ids)
          onGone(operation.successfullyProcessed)
          told(operation, operation.successfullyProcessed.length === 1 ? TEXTS.caseDeleted : TEXTS.casesDeleted)
        } catch (error) {
          toast.error(messageOf(error))
        }
      },
      deleteSuite: async (suite: PlacedSuite) => {
        const { operationId } = await cases.deleteSuite(projectKey, suite.id)
        onChanged(EVERYTHING)
        tell(TEXTS.suiteDeleted(suite.title), operationId)
      },
      copySuite: async (suite: PlacedSuite) => {
        try {
          const { operationId } = await cases.cloneSuite(projectKey, suite.id, {
            newParentTestSuiteId: suite.parentSuiteId,
            testSuiteIdToPlaceAfter: suite.id,
          })
          onChanged(EVERYTHING)
          tell(`Suite "${suite.title}" was cloned`, operationId)
        } catch (error) {
          toast.error(messageOf(error))
        }
      },
      renameCase: async (row: CaseRow, title: string) => {
        const { data } = await cases.update(projectKey, row.id, row.version, { title })
        onChanged({ suites: false, suiteIds: [], caseIds: [row.id] })
        history.changed(`${row.key} was renamed`, {
          kind: 'case',
          caseId: row.id,
          version: data.version,
          changes: { title: row.title },
        })
        return data
      },
      /** `expected`: the title that was seen. */
      renameSuite: async (suiteId: number, title: string, expected: string) => {
        const saved = await cases.updateSuite(projectKey, suiteId, { title, expected: { title: expected } })
        onChanged({ suites: true, suiteIds: [], caseIds: [] })
        history.changed(`Suite "${expected}" was renamed`, {
          kind: 'suite',
          suiteId,
          words: { title: expected },
          expected: { title },
        })
        return saved
      },
      /** Throws what the server refuses. */
      perform: async ({ dragged, place, mode }: DropWanted) => {
        const did = mode === 'move' ? 'moved' : 'cloned'
        if (dragged.kind !== 'suite' && place.kind === 'cases') {
          const call = mode === 'move' ? cases.move : cases.clone
          const operation = await call(projectKey, await idsIn(dragged), place.suiteId, place.at)
          const count = operation.successfullyProcessed.length
          told(operation, `${countWords(count, 'test case was', 'test cases were')} ${did}`)
        }
        if (dragged.kind === 'suite' && place.kind === 'suite') {
          const call = mode === 'move' ? cases.moveSuite : cases.cloneSuite
          const { operationId } = await call(projectKey, dragged.id, place.at)
          onChanged(EVERYTHING)
          tell(`Suite was ${did}`, operationId)
        }
      },
    }
  }, [cases, projectKey, onChanged, onGone, history])
export type Operations = ReturnType<typeof useOperations>
