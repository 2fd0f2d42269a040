import { useMachine } from '@xstate/react'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { optimisticFlag } from '../../../machines/patterns/optimistic-flag.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toasts.ts'
import { useSettings } from '../use-settings.ts'

interface CompletedCheckboxProps {
  milestone: Pick<Milestone, 'id' | 'name' | 'completed'>
  onSaved: (completed: boolean) => void
}

/** Ticked at once, and back again with a word of why when the server refuses (MILESTONES-08, MILESTONES-09). */
export function CompletedCheckbox({ milestone: { id, name, completed }, onSaved }: CompletedCheckboxProps) {
  const { key } = useProject()
  const { milestones } = useSettings()
  const machine = useMemo(
    () =>
      optimisticFlag.provide({
        actors: {
          save: fromPromise<unknown, { value: boolean }>(({ input }) =>
            milestones.update(key, id, { completed: input.value }),
          ),
        },
      }),
    [milestones, key, id],
  )
  const [snapshot, send, flag] = useMachine(machine, { input: { value: completed } })
  const latest = useRef(onSaved)
  useLayoutEffect(() => {
    latest.current = onSaved
  })
  useEffect(() => {
    const subscriptions = [
      flag.on('flag/saved', ({ value }) => latest.current(value)),
      flag.on('flag/reverted', ({ error }) => toast.error(messageOf(error))),
    ]
    return () => subscriptions.forEach((one) => one.unsubscribe())
  }, [flag])
  useEffect(() => send({ type: 'flag/told', value: completed }), [completed, send])
  return (
    <Checkbox
      aria-label={`Completed: ${name}`}
      checked={snapshot.context.shown}
      onCheckedChange={(value) => send({ type: 'flag/set', value })}
    />
  )
}
