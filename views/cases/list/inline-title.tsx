/**
 * A title edited in place: Enter and blur save. Escape discards and offers to restore. A rejected title stays for correction, and so does one
 * that collides or was recovered, until Enter or Escape: nobody saves it by leaving the field.
 */
import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { LIMITS } from '../../../contract/limits.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { useLatest } from '../../shared/latest.ts'
import { offerRestore } from '../../shared/offer-restore.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './inline-title.module.css'

/** What the author saw at the start of editing. */
export interface SeenTitle {
  title: string
  version: number
}

export interface InlineTitleProps {
  /** Names the draft, as in `case:7`. */
  of: string
  label: string
  /** `version` is that of the case; suites have none. */
  initial: { title: string; version?: number }
  onSave: (title: string, seen: SeenTitle) => Promise<unknown>
  onClose: () => void
}

const Renamed = z.object({ title: z.string(), version: z.optional(z.int()) })
const ofCase = storedAs(z.object({ data: Renamed }), ({ data }) => titleOf(data))
const ofSuite = storedAs(Renamed, (suite) => titleOf(suite))
const titleOf = ({ title, version }: z.infer<typeof Renamed>) => ({
  title,
  ...(version === undefined ? {} : { version }),
})

export function InlineTitle({ of, label, initial, onSave, onClose }: InlineTitleProps) {
  const form = useForm<{ title: string; version: number }, unknown>({
    name: `title:${of}`,
    initial: { version: 0, ...initial },
    submit: ({ title }, { base }) => onSave(title, base),
    stored: (current) => ofCase(current) ?? ofSuite(current),
    partOf: (field) => (field === 'title' ? field : null),
    onDone: onClose,
    onRestored: () =>
      toast.error('This title is not saved yet. Press Enter to save it.', {
        label: 'Discard',
        // The toast may outlive the field.
        run: () => input.current !== null && latest().close(),
      }),
    onRefused: (error) => toast.error(messageOf(error)),
    onCollided: ({ title }) => toast.error(`Somebody else renamed this to “${title}”. Press Enter to save your title.`),
  })
  const { values, base, isDirty, isPending, collision, recovered } = form
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const close = () => {
    form.cancel()
    onClose()
  }
  const latest = useLatest({ onSave, close })
  const save = () => {
    if (collision !== null) form.choose('title', 'mine')
    if (isDirty) form.submit()
    else close()
  }
  const giveUp = () => {
    if (isPending) return
    const { title } = values
    if (isDirty) offerRestore(title, () => latest().onSave(title, base))
    close()
  }
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={label}
      maxLength={LIMITS.caseTitle}
      value={values.title}
      readOnly={isPending}
      // The draft includes the version, so that the server detects newer changes when a recovered title is saved.
      onChange={(event) => form.change({ title: event.target.value, version: values.version })}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => collision === null && recovered === null && save()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') giveUp()
      }}
    />
  )
}
