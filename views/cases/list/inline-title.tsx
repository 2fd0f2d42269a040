/** A title that is typed where it stands: Enter saves, Escape gives up, leaving saves too. What is refused stays to be mended. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { LIMITS } from '../../../contract/limits.ts'
import { formDialog, isSubmitting } from '../../../machines/form-dialog.ts'
import { messageOf } from '../../../services/api-error.ts'
import { useLatest } from '../../app/latest.ts'
import { toast } from '../../ui/toasts.ts'
import styles from './inline-title.module.css'

export interface InlineTitleProps {
  label: string
  initial: string
  onSave: (title: string) => Promise<unknown>
  onClose: () => void
}

interface Values {
  title: string
}

export function InlineTitle({ label, initial, onSave, onClose }: InlineTitleProps) {
  const latest = useLatest({ onSave, onClose })
  const machine = useMemo(
    () =>
      formDialog<Values>({ validate: () => ({}) }).provide({
        actors: {
          submit: fromPromise<unknown, { values: Values }>(({ input }) => latest().onSave(input.values.title)),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine, { input: { initial: { title: initial }, draft: null } })
  const { values, isDirty, failure } = snapshot.context
  const input = useRef<HTMLInputElement>(null)
  const isDone = snapshot.status === 'done'
  useEffect(() => input.current?.select(), [])
  useEffect(() => {
    if (isDone) latest().onClose()
  }, [isDone, latest])
  useEffect(() => {
    if (failure !== null) toast.error(messageOf(failure))
  }, [failure])
  const save = () => send({ type: isDirty ? 'form/submit' : 'form/cancel' })
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={label}
      maxLength={LIMITS.caseTitle}
      value={values.title}
      readOnly={isSubmitting(snapshot)}
      onChange={(event) => send({ type: 'form/changed', values: { title: event.target.value } })}
      onClick={(event) => event.stopPropagation()}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') send({ type: 'form/cancel' })
      }}
    />
  )
}
