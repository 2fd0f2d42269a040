/** Result of the open case while it is written, with its draft on this device. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { EMPTY_DRAFT, resultDraft, type ResultDraft, shownValues } from '../../../machines/runs/result-draft.machine.ts'
import { useLatest } from '../../shared/latest.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { useEmitted } from '../../shared/use-emitted.ts'

interface ResultDraftOptions {
  runId: number
  caseId: number
  /** Resolves once the result is stored on this device. */
  save: (draft: ResultDraft) => Promise<void>
  onSaved: (goesOn: boolean) => void
}

/** Name of the draft of a case's next result in a run. */
export const draftNameOf = (runId: number, caseId: number): string => `run-result:${runId}:${caseId}`

const TICK_MS = 1000

const clock = fromCallback(({ sendBack }) => {
  let at = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    sendBack({ type: 'timer/ticked', ms: now - at })
    at = now
  }, TICK_MS)
  return () => clearInterval(timer)
})

export function useResultDraft({ runId, caseId, save, onSaved }: ResultDraftOptions) {
  const keeper = useDraftKeeper(draftNameOf(runId, caseId))
  const latest = useLatest({ save, onSaved })
  const machine = useMemo(
    () =>
      resultDraft.provide({
        actors: {
          restore: fromPromise<ResultDraft | null>(async () => {
            const kept = (await keeper.load()) as Partial<ResultDraft> | null
            return kept === null ? null : { ...EMPTY_DRAFT, ...kept }
          }),
          save: fromPromise<void, { values: ResultDraft }>(({ input }) => latest().save(input.values)),
          clock,
        },
      }),
    [keeper, latest],
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'draft/changed': ({ values }) => (values === null ? keeper.dropped() : keeper.changed({ ...values })),
    'result/saved': ({ goesOn }) => onSaved(goesOn),
  })
  return {
    actor,
    values: useSelector(actor, ({ context }) => shownValues(context)),
    failure: useSelector(actor, ({ context }) => context.failure),
    isDirty: useSelector(actor, ({ context }) => context.isDirty),
    isPaused: useSelector(actor, (state) => state.matches({ writing: 'paused' })),
    isSaving: useSelector(actor, (state) => state.matches('saving')),
  }
}
export type ResultDraftState = ReturnType<typeof useResultDraft>
