/** One member of the project: a button that opens a search with the members it finds. */
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FieldUser } from '../../../contract/settings/test-case-fields.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './user-picker.module.css'
import { useSettings } from '../use-settings.ts'

interface UserPickerProps {
  userId: number | null
  onChoose: (userId: number) => void
}

export function UserPicker({ userId, onChoose }: UserPickerProps) {
  const [chosen, setChosen] = useState<FieldUser | null>(null)
  return (
    <div className={styles.picker}>
      <span className={styles.label}>User</span>
      <Popover
        label="Choose a user"
        trigger={
          <button type="button" className={styles.trigger} aria-label={userId === null ? 'Choose a user' : undefined}>
            {userId === null ? (
              <span className={styles.placeholder}>Choose a user</span>
            ) : chosen?.id === userId ? (
              <Person user={chosen} />
            ) : (
              <Known key={userId} userId={userId} />
            )}
            <ChevronsUpDown aria-hidden />
          </button>
        }
      >
        {(close) => (
          <Search
            userId={userId}
            onChoose={(user) => {
              setChosen(user)
              onChoose(user.id)
              close()
            }}
          />
        )}
      </Popover>
    </div>
  )
}

/** Whoever was chosen before: only their id is stored. */
function Known({ userId }: { userId: number }) {
  const settings = useSettings()
  const { key } = useProject()
  const { value, failure } = useResource(async () => ({ user: await settings.testCaseFields.user(key, userId) }))
  if (value?.user) return <Person user={value.user} />
  if (value === null && failure === null) return <Skeleton width={120} />
  return <span>User {userId}</span>
}

function Person({ user: { name, username, photoUrl } }: { user: FieldUser }) {
  return (
    <span className={styles.person}>
      <Avatar name={name} photoUrl={photoUrl} />
      <span className={styles.name}>{name}</span>
      {name !== username && <span className={styles.username}>{username}</span>}
    </span>
  )
}

function Search({ userId, onChoose }: { userId: number | null; onChoose: (user: FieldUser) => void }) {
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), LIMITS.searchDebounceMs)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <PickList className={styles.search}>
      <SearchField label="Search members" shortcut={null} value={words} onValueChange={setWords} />
      <Found key={asked} q={asked} userId={userId} onChoose={onChoose} />
    </PickList>
  )
}

function Found({ q, userId, onChoose }: { q: string; userId: number | null; onChoose: (user: FieldUser) => void }) {
  const settings = useSettings()
  const { key } = useProject()
  const { value, failure, isLoading, retry } = useResource(() => settings.testCaseFields.users(key, q))
  if (value === null && failure !== null)
    return (
      <div className={styles.words} role="alert">
        <p>{messageOf(failure)}</p>
        <Button size="sm" isPending={isLoading} onClick={retry}>
          Retry
        </Button>
      </div>
    )
  if (value?.items.length === 0) return <p className={styles.words}>{TEXTS.noUsers}</p>
  return (
    <ul className={styles.found} aria-label="Members" aria-busy={value === null || undefined}>
      {value === null && [110, 80, 130].map((width) => <Skeleton key={width} width={width} height={28} />)}
      {value?.items.map((user) => (
        <li key={user.id}>
          <button type="button" aria-pressed={user.id === userId} onClick={() => onChoose(user)}>
            <Person user={user} />
          </button>
        </li>
      ))}
    </ul>
  )
}
