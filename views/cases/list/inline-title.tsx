/** A title edited in place: Enter and blur save. Escape discards and offers to restore. A rejected title stays for correction. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { z } from 'zod/mini'
import { LIMITS } from '../../../contract/limits.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { formDialog, isSubmitting, type Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useLatest } from '../../shared/latest.ts'
import { offerRestore } from '../../shared/offer-restore.ts'
import { toast } from '../../ui/toasts.ts'
import styles from './inline-title.module.css'

export interface InlineTitleProps {
  label: string
  initial: string
  /** `expected`: the title at the start of editing. */
  onSave: (title: string, expected: string) => Promise<unknown>
  onClose: () => void
}

interface Values {
  title: string
}

const Renamed = z.object({ title: z.string() })

const renamedTo = (error: unknown) => {
  if (!(error instanceof ApiError) || error.code !== ERROR_CODES.stale) return null
  const parsed = Renamed.safeParse(error.current)
  return parsed.success ? { theirs: parsed.data, parts: ['title'] } : null
}

export function InlineTitle({ label, initial, onSave, onClose }: InlineTitleProps) {
  const latest = useLatest({ onSave, onClose })
  const machine = useMemo(
    () =>
      formDialog<Values>({ validate: () => ({}), collisionOf: renamedTo }).provide({
        actors: {
          submit: fromPromise<unknown, Submission<Values>>(({ input: { values, base } }) =>
            latest().onSave(values.title, base.title),
          ),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine, { input: { initial: { title: initial }, draft: null } })
  const { values, base, isDirty, failure, collision } = snapshot.context
  const input = useRef<HTMLInputElement>(null)
  const isDone = snapshot.status === 'done'
  useEffect(() => input.current?.select(), [])
  useEffect(() => {
    if (isDone) latest().onClose()
  }, [isDone, latest])
  useEffect(() => {
    if (failure !== null) toast.error(messageOf(failure))
  }, [failure])
  useEffect(() => {
    if (collision !== null)
      toast.error(`Somebody else renamed this to “${collision.theirs.title}”. Press Enter to save your title.`)
  }, [collision])
  const save = () => {
    if (collision !== null) send({ type: 'collision/chosen', part: 'title', choice: 'mine' })
    send({ type: isDirty ? 'form/submit' : 'form/cancel' })
  }
  const giveUp = () => {
    if (isSubmitting(snapshot)) return
    const { title } = values
    const { onSave } = latest()
    if (isDirty) offerRestore(title, () => onSave(title, base.title))
    send({ type: 'form/cancel' })
  }
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
      onBlur={() => collision === null && save()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') giveUp()
      }}
    />
  )
}
