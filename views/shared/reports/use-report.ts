import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import type { Observable } from 'rxjs'
import { fromCallback, fromPromise } from 'xstate'
import { report, type Asked } from '../../../machines/reports/report.machine.ts'
import { useLatest } from '../latest.ts'
import { useListAddress } from '../use-list-address.ts'
import type { ReportOrder } from './report-table.tsx'

interface ReportOptions<Question, Answer> {
  load: (question: Question, signal: AbortSignal) => Promise<Answer>
  read: (search: string) => Question
  hrefOf: (question: Question) => string
  /** Emits when the report's data changes; left out for static reports. */
  news?: Observable<unknown>
}

/** Loads reports. Reordering rows needs no request. */
const loading = <Question extends ReportOrder, Answer>(load: ReportOptions<Question, Answer>['load']) => {
  let last: { key: string; answer: Answer } | null = null
  return fromPromise<Answer, Asked<Question>>(async ({ input: { query, isFresh }, signal }) => {
    const key = JSON.stringify({ ...query, sort: null, order: null })
    if (last?.key === key && !isFresh) return last.answer
    const answer = await load(query, signal)
    last = { key, answer }
    return answer
  })
}

/** The report for the address's query. */
export function useReport<Question extends ReportOrder, Answer>(options: ReportOptions<Question, Answer>) {
  const latest = useLatest(options)
  const machine = useMemo(
    () =>
      report<Question, Answer>().provide({
        actors: {
          load: loading<Question, Answer>((question, signal) => latest().load(question, signal)),
          news: fromCallback(({ sendBack }) => {
            const outdated = latest().news?.subscribe(() => sendBack({ type: 'report/outdated' }))
            return () => outdated?.unsubscribe()
          }),
        },
      }),
    [latest],
  )
  const [snapshot, send, actor] = useMachine(machine, { input: { query: options.read(window.location.search) } })
  const { read, hrefOf } = options
  useListAddress(actor, { read, hrefOf })
  const { query, answer, failure } = snapshot.context
  return {
    question: query,
    answer,
    failure,
    hasFailed: snapshot.matches('failed'),
    isLoading: snapshot.matches('loading'),
    ask: (change: Partial<Question>) => send({ type: 'query/asked', query: { ...query, ...change } }),
    retry: () => send({ type: 'report/refresh' }),
  }
}
