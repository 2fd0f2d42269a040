import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { undoableList } from '../../../machines/patterns/undoable-list.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { newsActor, type Follow } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface UndoableListOptions<Value, Work, Done> {
  load: () => Promise<Value>
  change: (work: Work) => Promise<Done>
  undoOf: (done: Done, isUndo: boolean) => Work | null
  isEmpty: (work: Work) => boolean
  follow: Follow
  /** Toast text of a change; `work` is null for a change made in a dialog. */
  doneText: (done: Done, work: Work | null) => string
}

/** A live list with changes and undo: toasts report each outcome. */
export function useUndoableList<Value, Work, Done>(options: UndoableListOptions<Value, Work, Done>) {
  const latest = useLatest(options)
  const [machine] = useState(() =>
    undoableList<Value, Work, Done>({ undoOf: options.undoOf, isEmpty: options.isEmpty }).provide({
      actors: {
        load: fromPromise<{ value: Value }>(async () => ({ value: await latest().load() })),
        change: fromPromise<{ done: Done }, { work: Work }>(async ({ input }) => ({
          done: await latest().change(input.work),
        })),
        news: newsActor((again) => latest().follow(again), { type: 'list/refresh' }),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'change/done': ({ work, done, undo }) =>
      toast.success(
        options.doneText(done, work),
        undo === null ? undefined : { label: 'Undo', run: () => actor.send({ type: 'change/undo', work: undo }) },
      ),
    'change/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const { value, failure } = useSelector(actor, (snapshot) => snapshot.context)
  return {
    actor,
    value,
    failure,
    hasFailed: useSelector(actor, (snapshot) => snapshot.matches({ list: 'failed' })),
    isWorking: useSelector(actor, (snapshot) => !snapshot.matches({ work: 'idle' })),
  }
}
