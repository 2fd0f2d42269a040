/** The repository for a case picker: suites, visible rows and matching cases. */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { selectTestCases } from '../../../../contract/cases/operations.ts'
import { listSuites, type Suite } from '../../../../contract/cases/suites.ts'
import type { CaseQuestion } from '../../../../machines/cases/case-windows.machine.ts'
import { isAsking } from '../../../../machines/cases/test-case-repository.machine.ts'
import { faceOfRepository } from '../../../../machines/cases/repository-face.ts'
import { casePicker, type LoadedOrder } from '../../../../machines/runs/case-picker.machine.ts'
import { orderOf, type CaseOrder } from '../../../../machines/runs/picked-cases.ts'
import type { Send } from '../../../../services/http/http.ts'
import { useApplication, useProject, useSession } from '../../../application/context.tsx'
import { repositoryIn } from '../repository-actors.ts'

const EVERYTHING: CaseQuestion = { q: '', filter: {} }
const TRIES = 3

export function useCasePicker() {
  const { live, send } = useApplication()
  const { id, key } = useProject()
  const { tenant } = useSession().workspace
  const [machines] = useState(() => ({
    repository: repositoryIn({ send, live, project: { id, key }, tenant, own: null }),
    picker: pickerIn(send, key),
  }))
  const repository = useActorRef(machines.repository, {
    input: { address: { question: EVERYTHING, suiteId: null, caseId: null, tab: null }, view: 'tree' },
  })
  const picker = useActorRef(machines.picker)
  const snapshot = useSelector(repository, (state) => state)
  const picking = useSelector(picker, (state) => state)
  const { suites, structure, shownQuestion } = snapshot.context
  useEffect(() => {
    if (structure !== null) picker.send({ type: 'question/asked', question: shownQuestion, suites })
  }, [picker, structure, suites, shownQuestion])
  const { order, matching } = picking.context
  const bySuite = useMemo(() => groupedBySuite(order, matching), [order, matching])
  const face = faceOfRepository(snapshot)
  const hasFailed = face === 'failed' || (picking.matches({ order: 'failed' }) && order === null)
  const { windows } = snapshot.children
  if (windows === undefined) throw new Error('the repository has no windows')
  return {
    face: hasFailed ? ('failed' as const) : face === 'shown' && order === null ? ('loading' as const) : face,
    failure: snapshot.context.failure ?? picking.context.failure,
    isBusy: snapshot.hasTag('busy') || picking.hasTag('busy'),
    /** Whether the matches belong to the current query, not to an earlier one. */
    isAnswered: picking.context.matched === snapshot.context.question,
    question: snapshot.context.question,
    typed: snapshot.context.typed,
    structure,
    picking: picking.context,
    bySuite,
    repository,
    picker,
    windows,
    retry: () => {
      repository.send({ type: 'repository/refresh' })
      picker.send({ type: 'order/retry' })
    },
  }
}

export type CasePickerState = ReturnType<typeof useCasePicker>

const groupedBySuite = (order: CaseOrder | null, matching: readonly number[]): ReadonlyMap<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const id of matching) {
    const suiteId = order?.suiteOf.get(id)
    if (suiteId === undefined) continue
    const group = groups.get(suiteId)
    if (group === undefined) groups.set(suiteId, [id])
    else group.push(id)
  }
  return groups
}

const pickerIn = (send: Send, projectKey: string) => {
  let known: { suites: readonly Suite[]; order: CaseOrder } | null = null
  const orderNow = async (suites: readonly Suite[]): Promise<CaseOrder> => {
    if (known?.suites === suites) return known.order
    let now = suites
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { ids } = await send(selectTestCases, { params: { projectKey }, query: EVERYTHING })
      const order = orderOf(now, ids)
      if (order !== null) {
        known = { suites, order }
        return order
      }
      // A user changed the repository between the two answers.
      now = (await send(listSuites, { params: { projectKey } })).items
    }
    throw new Error('The test cases change too fast to be read')
  }
  return casePicker.provide({
    actors: {
      load: fromPromise<LoadedOrder, { question: CaseQuestion; suites: readonly Suite[] }>(
        async ({ input: { question, suites } }) => {
          const order = await orderNow(suites)
          if (!isAsking(question)) return { order, matching: order.ids }
          const { ids } = await send(selectTestCases, { params: { projectKey }, query: question })
          return { order, matching: ids.filter((id) => order.suiteOf.has(id)) }
        },
      ),
    },
  })
}
