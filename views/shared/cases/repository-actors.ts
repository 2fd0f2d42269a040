/** Connects the repository's machines with the server and the project's live topic. */
import { fromCallback, fromPromise } from 'xstate'
import { listTestCases, getTestCase } from '../../../contract/cases/cases.ts'
import { selectTestCases } from '../../../contract/cases/operations.ts'
import { getRepositoryRevision, listSuites, countTestCases } from '../../../contract/cases/suites.ts'
import { topics } from '../../../contract/live.ts'
import { caseSelection, type AllIds, type SortedIds } from '../../../machines/cases/case-selection.machine.ts'
import {
  caseWindows,
  type CaseQuestion,
  type CaseWindow,
  type LoadedWindow,
} from '../../../machines/cases/case-windows.machine.ts'
import type { OwnNews } from '../../../machines/cases/own-news.ts'
import { openedCase, type FoundCase } from '../../../machines/cases/opened-case.machine.ts'
import { isAsking, testCaseRepository } from '../../../machines/cases/test-case-repository.machine.ts'
import type { LoadedStructure } from '../../../machines/cases/repository-events.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import type { Live } from '../../../services/live/live.ts'

export interface RepositoryWorld {
  send: Send
  live: Live
  project: { id: number; key: string }
  tenant: string
  /** Null for read-only use. */
  own: OwnNews | null
}

const isNotThere = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && (error.status === 404 || error.status === 400)

export const repositoryIn = ({ send, live, project: { id, key }, tenant, own }: RepositoryWorld) => {
  /** Of the first loaded suites: data requested after them has missed nothing before. */
  let firstRevision: number | null = null
  /** Something was asked for beside them, and may be older. */
  let isOlder = false
  const hasMissed = async (): Promise<boolean> => {
    if (firstRevision === null || isOlder) return true
    try {
      return (await send(getRepositoryRevision, { params: { projectKey: key } })).revision !== firstRevision
    } catch {
      return true
    }
  }
  return testCaseRepository.provide({
    actors: {
      load: fromPromise<LoadedStructure, { question: CaseQuestion; needsSuites: boolean }>(
        async ({ input: { question, needsSuites }, signal }) => {
          if (firstRevision === null && isAsking(question)) isOlder = true
          const [suites, counts] = await Promise.all([
            needsSuites ? send(listSuites, { params: { projectKey: key }, signal }) : null,
            isAsking(question) ? send(countTestCases, { params: { projectKey: key }, query: question, signal }) : null,
          ])
          firstRevision ??= suites?.revision ?? null
          return {
            suites: suites?.items ?? null,
            counts:
              counts && Object.fromEntries(counts.suites.map(({ id: suiteId, testCases }) => [suiteId, testCases])),
          }
        },
      ),
      windows: caseWindows.provide({
        actors: {
          load: fromPromise<LoadedWindow, { question: CaseQuestion; window: CaseWindow }>(
            ({ input: { question, window }, signal }) =>
              send(listTestCases, {
                params: { projectKey: key },
                query: { ...question, suite: [...window.suites], offset: window.offset, limit: window.limit },
                signal,
              }),
          ),
        },
      }),
      preview: openedCase.provide({
        actors: {
          find: fromPromise<FoundCase, { caseId: number }>(async ({ input: { caseId }, signal }) => {
            if (caseId < 1) return { testCase: null }
            if (firstRevision === null) isOlder = true
            try {
              const { data } = await send(getTestCase, { params: { projectKey: key, caseId }, signal })
              return { testCase: data.deleted ? null : data }
            } catch (error) {
              if (isNotThere(error)) return { testCase: null }
              throw error
            }
          }),
        },
      }),
      live: fromCallback(({ sendBack }) => {
        // Changes before the subscription was ready are not reported.
        const connected = async () => {
          own?.forget()
          if (await hasMissed())
            sendBack({ type: 'news/received', news: { suites: true, suiteIds: null, caseIds: null } })
        }
        const topic = live
          .followNews(topics.testCases(tenant, id), () => void connected())
          .subscribe((news) => {
            if (news.type !== 'TEST_CASES' || own?.isOwn(news) === true) return
            const { suites, suiteIds, caseIds } = news
            // Suites include their number of cases.
            sendBack({ type: 'news/received', news: { suites: suites || suiteIds.length > 0, suiteIds, caseIds } })
          })
        return () => topic.unsubscribe()
      }),
    },
  })
}

export const selectionIn = ({ send, project }: RepositoryWorld) =>
  caseSelection.provide({
    actors: {
      allIds: fromPromise<AllIds, { question: CaseQuestion }>(({ input }) =>
        send(selectTestCases, { params: { projectKey: project.key }, query: input.question }),
      ),
      sort: fromPromise<SortedIds, { before: CaseQuestion | null; now: CaseQuestion }>(
        async ({ input: { before, now } }) => {
          const [found, earlier] = await Promise.all([
            send(selectTestCases, { params: { projectKey: project.key }, query: now }),
            before === null ? null : send(selectTestCases, { params: { projectKey: project.key }, query: before }),
          ])
          return { found: found.ids, before: earlier?.ids ?? null }
        },
      ),
    },
  })
