/** Changes of cases and suites on this page: call the server, update the page, offer undo. */
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { updateTestCase, type CaseRow } from '../../contract/cases/cases.ts'
import { selectTestCases } from '../../contract/cases/operations.ts'
import { deleteSuite, cloneSuite, updateSuite, moveSuite } from '../../contract/cases/suites.ts'
import { TEXTS } from '../../contract/texts.ts'
import { idsOf } from '../../machines/cases/case-selection.machine.ts'
import type { caseWindows } from '../../machines/cases/case-windows.machine.ts'
import type { Dragged, DropWanted } from '../../machines/cases/drop-placement.machine.ts'
import type { PlacedSuite } from '../../machines/cases/repository-layout.ts'
import type { OwnNews } from '../../machines/cases/own-news.ts'
import type { testCaseRepository } from '../../machines/cases/test-case-repository.machine.ts'
import type { RepositoryNews } from '../../machines/cases/repository-events.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { deleteCases, moveCases, cloneCases, type Operation } from '../../services/cases/cases.ts'
import type { Send } from '../../services/http/http.ts'
import { toast } from '../ui/toasts/toasts.ts'
import type { UndoHistory } from './undo/use-undo-history.ts'
import { formatCount } from '../ui/text/figures.ts'

/** Called when anything may have moved. */
const EVERYTHING: RepositoryNews = { suites: true, suiteIds: null, caseIds: null }

export interface OperationsGiven {
  send: Send
  projectKey: string
  repository: ActorRefFrom<typeof testCaseRepository>
  windows: ActorRefFrom<typeof caseWindows>
  own: OwnNews
  onChanged: (news: RepositoryNews) => void
  onGone: (ids: readonly number[]) => void
  history: UndoHistory
}

export const useOperations = ({
  send,
  projectKey,
  repository,
  windows,
  own,
  onChanged,
  onGone,
  history,
}: OperationsGiven) =>
  useMemo(() => {
    const idsIn = async (dragged: Exclude<Dragged, { kind: 'suite' }>): Promise<readonly number[]> =>
      dragged.kind === 'cases'
        ? dragged.ids
        : idsOf(
            { of: 'all', ids: dragged.except },
            (await send(selectTestCases, { params: { projectKey }, query: dragged.question })).ids,
          )
    const offerUndo = (words: string, operationId: string) => history.changed(words, { kind: 'operation', operationId })
    const rowOf = (id: number): CaseRow | null => {
      const suites = Object.values(windows.getSnapshot().context.rows)
      return suites.flatMap((rows) => rows.find((row) => row?.id === id) ?? [])[0] ?? null
    }
    /** The answer contains all that the live channel will report. */
    const showingAnswer = async <Answer>(caseId: number, call: () => Promise<Answer>): Promise<Answer> => {
      const change = own.expect(caseId)
      try {
        return await call()
      } catch (error) {
        if (change.cancel()) onChanged(EVERYTHING)
        throw error
      }
    }
    const showDone = (operation: Operation, words: string) => {
      const { successfullyProcessed, failed, operationId } = operation
      if (successfullyProcessed.length > 0) offerUndo(words, operationId)
      if (failed.length > 0)
        toast.error(
          `${formatCount(failed.length, 'test case', 'test cases')} could not be done: ${failed[0]?.message ?? ''}`,
        )
    }
    return {
      undo: history.undo,
      /** Bulk change with outcome and failures. `gone`: cases that are no longer here. `words` null: nothing was done. */
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
        if (words !== null) offerUndo(words, operationId)
      },
      deleteCases: async (ids: readonly number[]) => {
        try {
          const operation = await deleteCases(send, projectKey, ids)
          onGone(operation.successfullyProcessed)
          onChanged(EVERYTHING)
          showDone(operation, operation.successfullyProcessed.length === 1 ? TEXTS.caseDeleted : TEXTS.casesDeleted)
        } catch (error) {
          toast.error(messageOf(error))
        }
      },
      deleteSuite: async (suite: PlacedSuite) => {
        const { operationId } = await send(deleteSuite, { params: { projectKey, suiteId: suite.id } })
        onChanged(EVERYTHING)
        offerUndo(TEXTS.suiteDeleted(suite.title), operationId)
      },
      copySuite: async (suite: PlacedSuite) => {
        try {
          const { operationId } = await send(cloneSuite, {
            params: { projectKey, suiteId: suite.id },
            body: {
              newParentTestSuiteId: suite.parentSuiteId,
              testSuiteIdToPlaceAfter: suite.id,
            },
          })
          onChanged(EVERYTHING)
          offerUndo(`Suite "${suite.title}" was cloned`, operationId)
        } catch (error) {
          toast.error(messageOf(error))
        }
      },
      /** `seenVersion`: the version of the case that the author saw. */
      renameCase: async (row: CaseRow, title: string, seenVersion: number) => {
        const { data } = await showingAnswer(row.id, () =>
          send(updateTestCase, {
            params: { projectKey, caseId: row.id },
            body: { version: seenVersion, changes: { title } },
          }),
        )
        const { draft, deprecated, priority, automationState, lastModifiedAt, version } = data
        const changed = { draft, deprecated, priority, automationState, lastModifiedAt, version }
        repository.send({
          type: 'case/saved',
          row: { ...row, title: data.title, ...changed },
          testCase: data,
        })
        history.changed(`${row.key} was renamed`, {
          kind: 'case',
          caseId: row.id,
          version: data.version,
          changes: { title: row.title },
        })
        return data
      },
      /** `expected`: the title that the author saw. */
      renameSuite: async (suiteId: number, title: string, expected: string) => {
        const saved = await send(updateSuite, {
          params: { projectKey, suiteId },
          body: { title, expected: { title: expected } },
        })
        onChanged({ suites: true, suiteIds: [], caseIds: [] })
        history.changed(`Suite "${expected}" was renamed`, {
          kind: 'suite',
          suiteId,
          words: { title: expected },
          expected: { title },
        })
        return saved
      },
      /** Throws rejections of the server. */
      perform: async ({ dragged, place, mode }: DropWanted) => {
        const did = mode === 'move' ? 'moved' : 'cloned'
        if (dragged.kind !== 'suite' && place.kind === 'cases') {
          const perform = mode === 'move' ? moveCases : cloneCases
          const { loaded } = repository.getSnapshot().context
          const ids = await idsIn(dragged)
          const row = ids.length === 1 && mode === 'move' ? rowOf(ids[0] ?? 0) : null
          const run = () => perform(send, projectKey, ids, { suiteId: place.suiteId, at: place.at })
          const operation = row === null ? await run() : await showingAnswer(row.id, run)
          const isOne = ids.length === 1 && operation.successfullyProcessed.length === 1
          if (isOne && (row !== null || mode === 'clone'))
            repository.send({
              type: 'case/placed',
              placed: { row, suiteId: place.suiteId, place: place.at, at: new Date().toISOString() },
              loaded,
            })
          else onChanged(EVERYTHING)
          const count = operation.successfullyProcessed.length
          showDone(operation, `${formatCount(count, 'test case was', 'test cases were')} ${did}`)
        }
        if (dragged.kind === 'suite' && place.kind === 'suite') {
          const call = mode === 'move' ? moveSuite : cloneSuite
          const { operationId } = await send(call, { params: { projectKey, suiteId: dragged.id }, body: place.at })
          onChanged(EVERYTHING)
          offerUndo(`Suite was ${did}`, operationId)
        }
      },
    }
  }, [send, projectKey, repository, windows, own, onChanged, onGone, history])
export type Operations = ReturnType<typeof useOperations>
