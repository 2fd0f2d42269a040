import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { auditTime } from 'rxjs'
import { useSearch } from 'wouter'
import { fromCallback, fromPromise } from 'xstate'
import { linesOf, headOf } from '../../../contract/csv.ts'
import { compareLaunches, type ComparedTest, type Comparison } from '../../../contract/launches/comparison.ts'
import { topics } from '../../../contract/live.ts'
import {
  compareMachine,
  type ComparisonQuestion,
  type ComparisonWindow,
} from '../../../machines/launches/compare.machine.ts'
import type { Send } from '../../../services/http/http.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { onAddressChange } from '../../shared/address-changes.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { displayedKind } from '../../shared/launch-labels.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { comparisonQuestionOf } from './address.ts'
import { classLabels } from './compare-labels.ts'

/** Debounce, in ms: results of a launch in progress arrive by the hundred. */
const REFRESH_AFTER_MS = 1000
/** Page size of the export. */
const EXPORT_WINDOW = 2000

/** The address's comparison, live while results arrive. */
export function useComparison(launchId: number) {
  const { key } = useProject()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const search = useSearch()
  const [machine] = useState(() => {
    const load = fromPromise<Comparison, ComparisonWindow>(({ input, signal }) =>
      send(compareLaunches, {
        params: { projectKey: key, launchId },
        query: queryOf(input, input.offset, input.limit),
        signal,
      }),
    )
    const news = fromCallback(({ sendBack }) => {
      const following = live
        .follow(topics.tests(tenant, launchId), () => undefined)
        .pipe(auditTime(REFRESH_AFTER_MS))
        .subscribe(() => sendBack({ type: 'comparison/refresh' }))
      return () => following.unsubscribe()
    })
    const address = fromCallback(({ sendBack }) =>
      onAddressChange(() => {
        const asked = new URLSearchParams(window.location.search)
        if (asked.has('compare')) sendBack({ type: 'question/changed', question: comparisonQuestionOf(asked) })
      }),
    )
    return compareMachine.provide({ actors: { compare: load, extend: load, news, address } })
  })
  const actor = useActorRef(machine, { input: { question: comparisonQuestionOf(new URLSearchParams(search)) } })
  const refresh = useCallback(() => actor.send({ type: 'comparison/refresh' }), [actor])
  const download = useSingleAction({
    perform: (of: ComparisonQuestion) => allOf(send, key, launchId, of),
    onDone: (_, { csv, name }) => saveFile(new Blob([csv], { type: 'text/csv' }), name),
  })
  const { question, answer, rows, failure } = useSelector(actor, (snapshot) => snapshot.context)
  return {
    actor,
    refresh,
    question,
    answer,
    rows,
    failure,
    hasFailed: useSelector(actor, (snapshot) => snapshot.matches('failed')),
    isLoading: useSelector(actor, (snapshot) => snapshot.matches('loading')),
    isExporting: download.isRunning,
    exportAll: () => download.start(question),
  }
}

const queryOf = ({ baselineId, classes }: ComparisonQuestion, offset: number, limit: number) => ({
  ...(baselineId === null ? {} : { baselineId }),
  class: [...classes],
  offset,
  limit,
})

const allOf = async (send: Send, projectKey: string, launchId: number, question: ComparisonQuestion) => {
  const rows: ComparedTest[] = []
  for (;;) {
    const answer = await send(compareLaunches, {
      params: { projectKey, launchId },
      query: queryOf(question, rows.length, EXPORT_WINDOW),
    })
    rows.push(...answer.items)
    if (answer.items.length === 0 || rows.length >= answer.total)
      return {
        csv: csvOf(rows),
        name: `launch-${answer.launch.launchNumber}-against-${answer.baseline?.launchNumber ?? 'none'}.csv`,
      }
  }
}

const COLUMNS = ['Class', 'Test', 'Test class', 'Result', 'Result before', 'Duration, ms', 'Duration before, ms']

const csvOf = (rows: readonly ComparedTest[]): string =>
  headOf(COLUMNS) +
  linesOf(
    rows.map((row) => [
      classLabels[row.class],
      row.name,
      row.className ?? '',
      row.kind === null ? '' : kindLabels[displayedKind(row.kind)],
      row.baselineKind === null ? '' : kindLabels[displayedKind(row.baselineKind)],
      String(row.durationMs ?? ''),
      String(row.baselineDurationMs ?? ''),
    ]),
  )
