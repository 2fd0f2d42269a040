import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import type { QuarantineEntry, QuarantineMark, QuarantineOutcome } from '../../../contract/launches/quarantine.ts'
import { quarantineMachine, type QuarantineSubject } from '../../../machines/launches/quarantine.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createQuarantineService } from '../../../services/launches/quarantine.ts'
import { useProject } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { useLatest } from '../../shared/latest.ts'
import { countWords } from '../../shared/launch-words.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts.ts'

export const useQuarantineService = serviceOf(({ send }) => createQuarantineService(send))

/** What `load` finds in quarantine, live: other people's changes show without a reload. Toasts tell the outcome and offer to undo it. */
export function useQuarantine<Entry>(load: () => Promise<readonly Entry[]>) {
  const { key } = useProject()
  const service = useQuarantineService()
  const latest = useLatest(load)
  const changes$ = useSettingsChanges(['quarantine'])
  const [machine] = useState(() =>
    quarantineMachine<Entry>().provide({
      actors: {
        loadQuarantine: fromPromise(() => latest()()),
        change: fromPromise(({ input: { work } }) => service.change(key, work)),
        news: fromCallback(({ sendBack }) => {
          const following = changes$.subscribe(({ by }) => {
            if (by !== null) sendBack({ type: 'quarantine/refresh' })
          })
          return () => following.unsubscribe()
        }),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'change/done': ({ outcomes, canUndo }) =>
      toast.success(
        doneWords(outcomes),
        canUndo ? { label: 'Undo', run: () => actor.send({ type: 'change/undo' }) } : undefined,
      ),
    'change/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const { entries, failure, subjects } = useSelector(actor, (snapshot) => snapshot.context)
  return {
    entries,
    failure,
    subjects,
    hasFailed: useSelector(actor, (snapshot) => snapshot.matches({ entries: 'failed' })),
    isAsking: useSelector(actor, (snapshot) => snapshot.matches({ dialog: 'open' })),
    isWorking: useSelector(actor, (snapshot) => !snapshot.matches({ work: 'idle' })),
    refresh: useCallback(() => actor.send({ type: 'quarantine/refresh' }), [actor]),
    ask: useCallback(
      (of: readonly QuarantineSubject[]) => actor.send({ type: 'quarantine/ask', subjects: of }),
      [actor],
    ),
    release: useCallback(
      (of: readonly QuarantineSubject[]) => actor.send({ type: 'tests/release', subjects: of }),
      [actor],
    ),
    cancel: useCallback(() => actor.send({ type: 'quarantine/cancel' }), [actor]),
    save: useCallback(
      (outcomes: readonly QuarantineOutcome[]) => actor.send({ type: 'quarantine/saved', outcomes }),
      [actor],
    ),
  }
}

const doneWords = (outcomes: readonly QuarantineOutcome[]): string => {
  const tests = countWords(outcomes.length, 'test')
  if (outcomes.every(({ after }) => after === null)) return `${tests} released from quarantine`
  return outcomes.every(({ before }) => before !== null) ? `Quarantine of ${tests} changed` : `${tests} quarantined`
}

const entryOf = ({ reason, until }: QuarantineMark): QuarantineEntry => ({ reason, until })

/** The quarantined tests of a launch; `ask` and `release` take its tests. */
export function useLaunchQuarantine(launchId: number) {
  const { key } = useProject()
  const service = useQuarantineService()
  const quarantine = useQuarantine<QuarantineMark>(() => service.ofLaunch(key, launchId))
  const { entries, ask, release } = quarantine
  const marks = useMemo(() => new Map((entries ?? []).map((mark) => [mark.testId, mark])), [entries])
  const subjectsOf = useCallback(
    (tests: readonly Pick<LaunchTest, 'id' | 'name'>[]): QuarantineSubject[] =>
      tests.map(({ id, name }) => {
        const mark = marks.get(id)
        return { testId: id, name, version: mark?.version ?? null, entry: mark === undefined ? null : entryOf(mark) }
      }),
    [marks],
  )
  return {
    ...quarantine,
    marks,
    onQuarantine: useCallback((tests: readonly LaunchTest[]) => ask(subjectsOf(tests)), [ask, subjectsOf]),
    onRelease: useCallback((tests: readonly LaunchTest[]) => release(subjectsOf(tests)), [release, subjectsOf]),
  }
}
