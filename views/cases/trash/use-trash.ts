/** Trash bin for the address's query, with selection and the open case. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { filter } from 'rxjs'
import { useLocation, useSearch } from 'wouter'
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate'
import { getTestCase } from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { listTrash, type TrashedCase } from '../../../contract/cases/trash.ts'
import { topics } from '../../../contract/live.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { caseSelection } from '../../../machines/cases/case-selection.machine.ts'
import { openedCase, type FoundCase } from '../../../machines/cases/opened-case.machine.ts'
import type { ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { trashAddressOf, trashHref } from '../../shared/cases/address.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { onAddressChange } from '../../shared/address-changes.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { useUndoKey } from '../undo/use-undo-history.ts'

export type TrashListQuery = ListQuery & { filter: CaseFilter }

const queryOf = (search: string): TrashListQuery => {
  const { q, filter: wanted, page, pageSize } = trashAddressOf(search)
  return { q, filter: wanted, page, pageSize }
}

const NO_QUESTION = { q: '', filter: {} }

export function useTrash() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const list = usePagedList<TrashedCase, TrashListQuery>({
    load: async (asked, signal) => {
      const { items, _meta } = await send(listTrash, {
        params: { projectKey: key },
        query: { q: asked.q, filter: asked.filter, page: asked.page, pageSize: asked.pageSize },
        signal,
      })
      return { rows: items, total: _meta.total }
    },
    read: queryOf,
    hrefOf: (asked) => trashHref(key, asked),
    isFiltered: (asked) => asked.q !== '' || Object.keys(asked.filter).length > 0,
    follow: (again) =>
      live.followNews(topics.testCases(tenant, id), again).pipe(filter(({ type }) => type === 'TEST_CASES')),
  })
  const { query, refresh } = list
  const selection = useActorRef(caseSelection, { input: { question: NO_QUESTION } })
  const preview = useActorRef(
    useMemo(
      () =>
        openedCase.provide({
          actors: {
            news: fromCallback<AnyEventObject>(({ sendBack }) =>
              onAddressChange(() =>
                sendBack({ type: 'case/wanted', caseId: trashAddressOf(window.location.search).caseId }),
              ),
            ),
            find: fromPromise<FoundCase, { caseId: number }>(async ({ input, signal }) => {
              try {
                const { data } = await send(getTestCase, { params: { projectKey: key, caseId: input.caseId }, signal })
                return { testCase: data.deleted ? data : null }
              } catch (error) {
                if (error instanceof ApiError && (error.status === 404 || error.status === 400))
                  return { testCase: null }
                throw error
              }
            }),
          },
        }),
      [send, key],
    ),
    { input: { caseId: trashAddressOf(search).caseId } },
  )
  useEmitted(preview, {
    'case/missing': () => {
      toast.error(TEXTS.caseNotFound)
      navigate(trashHref(key, query), { replace: true })
    },
  })
  useEmitted(list.actor, {
    // Cases on other pages or hidden by the search must not be purged by mistake.
    'question/asked': () => {
      const { ids } = selection.getSnapshot().context.choice
      if (ids.length === 0) return
      selection.send({ type: 'selection/cleared' })
      const run = () => selection.send({ type: 'cases/added', ids })
      toast.success(`${formatCount(ids.length, 'test case is', 'test cases are')} not selected any more`, {
        label: 'Select again',
        run,
      })
    },
  })
  useUndoKey(true, refresh)
  const chosen = useSelector(selection, (state) => state.context.choice.ids)
  const { caseId, tab } = trashAddressOf(search)
  const open = (to: { caseId: number | null; tab?: string | null }) =>
    navigate(trashHref(key, { ...query, ...to }), { replace: to.caseId === caseId })
  return {
    ...list,
    key,
    chosen,
    selection,
    preview,
    caseId,
    tab,
    open,
    filter: (filter: CaseFilter) => list.filter({ filter }),
    resize: (pageSize: number) => list.filter({ pageSize }),
    clear: () => navigate(trashHref(key, { pageSize: query.pageSize })),
    /** They were restored or purged (TRASH-28, TRASH-29); null: all of them. */
    gone: (ids: readonly number[] | null) => {
      selection.send({ type: 'selection/cleared' })
      if (caseId !== null && (ids === null || ids.includes(caseId))) open({ caseId: null })
      refresh()
    },
  }
}
