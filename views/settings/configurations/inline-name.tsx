/** A name edited in place: Enter saves, Escape discards and offers to restore, blur saves a valid name and keeps an invalid one open. */
import { useEffect, useRef, type RefObject } from 'react'
import { ConfigurationName } from '../../../contract/settings/configurations.ts'
import { focusAfterRender } from '../../shared/focus-after-render.ts'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { offerRestore } from '../../shared/offer-restore.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './configurations.module.css'

interface InlineNameProps<Saved> {
  label: string
  placeholder?: string
  /** Name of the draft. */
  draft: string
  initial?: string
  /** `expected`: the name at the start of editing. */
  save: (name: string, expected: string) => Promise<Saved>
  /** `byEnter`: saved by keyboard, so another may follow. */
  onSaved: (saved: Saved, byEnter: boolean) => void
  onClose: () => void
  /** Receives focus when the keyboard closes the field. */
  returnTo: RefObject<HTMLElement | null>
}

export function InlineName<Saved>(props: InlineNameProps<Saved>) {
  const { label, placeholder, draft, initial = '', save, onSaved, onClose, returnTo } = props
  const input = useRef<HTMLDivElement>(null)
  const wasLeft = useRef(false)
  const { form, field, values, base, isDirty, isPending, problem, cancel, submit, collision, choose } = useForm({
    name: draft,
    initial: { name: initial },
    schema: ConfigurationName,
    submit: ({ name }, { base }) => save(name, base.name),
    stored: storedAs(ConfigurationName, ({ name }) => ({ name })),
    onDone: (saved) => onSaved(saved, !wasLeft.current),
  })
  useEffect(() => input.current?.querySelector('input')?.select(), [])

  const close = (byKeyboard: boolean) => {
    cancel()
    onClose()
    // The focus target may only mount when the field unmounts.
    if (byKeyboard) focusAfterRender(() => returnTo.current?.focus())
  }
  const giveUp = () => {
    const typed = ConfigurationName.safeParse(values)
    if (isDirty && typed.success)
      offerRestore(typed.data.name, async () => onSaved(await save(typed.data.name, base.name), false))
    close(true)
  }
  const { error, onBlur, ...name } = field('name')
  return (
    <form
      {...form}
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault()
        wasLeft.current = false
        // The message says whose name it would replace.
        if (collision !== null) choose('name', 'mine')
        if (isDirty) submit()
        else if (initial !== '') close(true)
      }}
    >
      <div ref={input}>
        <TextField
          {...name}
          label={label}
          hideLabel
          placeholder={placeholder}
          autoComplete="off"
          error={error ?? (collision === null ? problem : renamedText(collision.theirs.name))}
          aria-busy={isPending || undefined}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isPending) giveUp()
          }}
          onBlur={(event) => {
            // Switching windows is no blur.
            if (document.activeElement === event.target || isPending) return
            if (collision !== null) return
            if (!isDirty) close(false)
            else if (ConfigurationName.safeParse(values).success) {
              wasLeft.current = true
              submit()
            } else onBlur()
          }}
        />
      </div>
    </form>
  )
}

const renamedText = (name: string) => `Somebody else renamed this to “${name}”. Press Enter to save your name.`
