/** Chooses people by typing part of a name: one or several. A combobox: arrows move in the list, Enter picks, Backspace takes the last away. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that filters as one types, with photos, is no select element */
import { useMachine } from '@xstate/react'
import { X } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { fromPromise } from 'xstate'
import type { Somebody } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  faceOfList,
  isBusy,
  pagedList,
  type ListPage,
  type ListQuery,
} from '../../../machines/patterns/paged-list.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useLatest } from '../../shared/latest.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Field, type FieldLook } from '../../ui/field.tsx'
import { Floating } from '../../ui/floating.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './people-field.module.css'

export type PickedPerson = Pick<Somebody, 'userId' | 'displayName' | 'username' | 'photoUrl'> & { readOnly?: boolean }

export type PeopleFieldProps = FieldLook & {
  value: readonly PickedPerson[]
  onValueChange: (value: readonly PickedPerson[]) => void
  onBlur?: () => void
  /** Those whose name holds the words; whoever is chosen already may be among them. */
  search: (q: string, signal: AbortSignal) => Promise<readonly PickedPerson[]>
  /** One at most: another choice takes the place of the first. */
  isSingle?: boolean
  placeholder?: string
}

const SHOWN = 20

export function PeopleField({
  value,
  onValueChange,
  onBlur,
  search,
  isSingle = false,
  placeholder = 'Type a name',
  ...look
}: PeopleFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = useSearch(search)
  const { typed } = found
  const chosen = new Set(value.map(({ userId }) => userId))
  // Until the answer to the newest words is there, those of the one before that they fit.
  const fitting = found.isSettled ? found.rows : found.rows.filter((person) => isCalled(person, typed))
  const offered = fitting.filter(({ userId }) => !chosen.has(userId))
  const current = offered[Math.min(active, offered.length - 1)]

  const type = (q: string) => {
    found.type(q)
    setOpen(true)
    setActive(0)
  }
  const pick = (person: PickedPerson) => {
    onValueChange(isSingle ? [person] : [...value, person])
    found.type('')
    found.submit()
    setActive(0)
    setOpen(!isSingle)
    input.current?.focus()
  }
  const drop = (person: PickedPerson) => {
    onValueChange(value.filter(({ userId }) => userId !== person.userId))
    input.current?.focus()
  }
  const move = (by: number) => {
    if (!isOpen) setOpen(true)
    else if (offered.length > 0)
      setActive((Math.min(active, offered.length - 1) + by + offered.length) % offered.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = value.at(-1)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && isOpen) {
      // Words that were not searched for yet must not pick from the list before.
      if (found.isSettled && current) pick(current)
      else found.submit()
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && typed === '' && last) drop(last)
    else return
    event.preventDefault()
  }

  return (
    <Field {...look}>
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside the input goes to it
        <div ref={setBox} className={styles.box} onClick={() => input.current?.focus()}>
          {value.map((person) => (
            <span key={person.userId} className={styles.person}>
              <Avatar name={person.displayName} photoUrl={person.photoUrl} size={18} />
              <span>{person.displayName}</span>
              <IconButton size="sm" label={`Remove ${person.displayName}`} onClick={() => drop(person)}>
                <X aria-hidden />
              </IconButton>
            </span>
          ))}
          <input
            {...control}
            ref={input}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && current ? `${listId}-${current.userId}` : undefined}
            placeholder={value.length === 0 ? placeholder : undefined}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          />
          {isOpen && (
            <Floating anchor={box} onClose={() => setOpen(false)} className={styles.floating}>
              <div id={listId} role="listbox" aria-label={look.label} aria-busy={found.isBusy} className={styles.list}>
                {offered.map((person) => (
                  // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- focus stays in the input
                  <div
                    key={person.userId}
                    id={`${listId}-${person.userId}`}
                    role="option"
                    aria-selected={person === current}
                    className={styles.option}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={(event) => {
                      event.stopPropagation()
                      pick(person)
                    }}
                  >
                    <Avatar name={person.displayName} photoUrl={person.photoUrl} size={28} />
                    <span className={styles.words}>
                      {person.displayName}
                      <small>
                        {person.username}
                        {person.readOnly === true && ' · read-only'}
                      </small>
                    </span>
                  </div>
                ))}
              </div>
              {offered.length === 0 && (
                <p className={styles.none} role="status">
                  {found.face === 'failed' ? messageOf(found.failure) : !found.isSettled ? 'Searching…' : TEXTS.noUsers}
                </p>
              )}
            </Floating>
          )}
        </div>
      )}
    </Field>
  )
}

const isCalled = ({ displayName, username }: PickedPerson, q: string): boolean =>
  `${displayName} ${username}`.toLowerCase().includes(q.trim().toLowerCase())

/** Words wait for more of them; only the last question's answer counts. */
function useSearch(search: PeopleFieldProps['search']) {
  const latest = useLatest(search)
  const machine = useMemo(
    () =>
      pagedList<PickedPerson, ListQuery>({ isFiltered: ({ q }) => q !== '' }).provide({
        actors: {
          load: fromPromise<ListPage<PickedPerson>, { query: ListQuery }>(async ({ input, signal }) => {
            const rows = await latest()(input.query.q, signal)
            return { rows, total: rows.length }
          }),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine, { input: { query: { page: 1, pageSize: SHOWN, q: '' } } })
  const { page, typed, query, failure } = snapshot.context
  return {
    rows: page.rows,
    typed,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    isSettled: typed === query.q && !isBusy(snapshot),
    type: (q: string) => send({ type: 'search/typed', q }),
    submit: () => send({ type: 'search/submitted' }),
  }
}
