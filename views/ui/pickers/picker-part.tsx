/** The library's list box, and its search. */
import { FieldInputContext, SelectableCollectionContext } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import type { ListBoxProps } from 'react-aria-components/ListBox'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { Search } from 'lucide-react'
import { useAutocomplete } from 'react-aria/useAutocomplete'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { isTouchScreen } from '../first-control.ts'
import { Kbd } from '../kbd.tsx'
import { SearchField } from '../search-field.tsx'
import { Skeleton } from '../skeleton.tsx'
import { isCalled, OptionWords } from './picker.tsx'
import type { PickerProps, PickId, PickOption, RemoteSearch } from './picker.tsx'
import styles from './picker.module.css'

/** From here on options are searched rather than read. */
const MANY = 8
/** Drawn at once of a list that is searched: more are found by typing more. */
const MOST = 200

/** Of a field whose list is always there; the library adds which one it controls and which option is active. */
const COMBO_BOX = { role: 'combobox', 'aria-expanded': true } as const

export function PickerPart<Id extends PickId>(props: PickerProps<Id>) {
  const { label, searchLabel, options, chosen, onChange, isMultiple = false, canBeNone = isMultiple, remote } = props
  const { none = 'There is nothing to choose yet', noMatch = 'Nothing matches', autoFocus = false, className } = props
  const [typed, setTyped] = useState('')
  const q = remote?.q ?? typed
  const all = options ?? []
  const isSearched = props.isSearched === true || remote !== undefined || all.length > MANY
  // Until the server has answered, those of the answer before that the words fit.
  const found = remote === undefined || remote.isWaiting ? all.filter((option) => isCalled(option, q)) : all
  const shown = isSearched ? found.slice(0, MOST) : found
  const list = (
    <OptionList
      aria-label={label}
      aria-busy={options === null || remote?.isWaiting === true}
      options={shown}
      selectionMode={isMultiple ? 'multiple' : 'single'}
      selectedKeys={chosen}
      onSelectionChange={(keys) => {
        if (keys === 'all') return
        const next = [...keys] as Id[]
        onChange(next.length === 0 && !canBeNone ? [...chosen] : next)
      }}
      autoFocus={autoFocus && !isSearched}
    />
  )
  return (
    <div className={classNames(styles.picker, className)}>
      {isSearched ? (
        <Searched q={q} onType={remote?.onType ?? setTyped}>
          <SearchField
            {...COMBO_BOX}
            label={searchLabel}
            shortcut={null}
            autoFocus={autoFocus && !isTouchScreen()}
            value={q}
            onValueChange={remote?.onType ?? setTyped}
            onKeyDownCapture={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // In a form it would submit that.
              event.preventDefault()
              if (shown.length === 0) remote?.onSubmit()
            }}
          />
          {list}
        </Searched>
      ) : (
        list
      )}
      {options === null && [110, 80, 130].map((width) => <Skeleton key={width} width={width} height={28} />)}
      {options !== null && (
        <PickerStatus
          isEmpty={shown.length === 0}
          none={q.trim() === '' ? none : noMatch}
          hasMore={found.length > shown.length || remote?.hasMore === true}
          remote={remote}
        />
      )}
    </div>
  )
}

interface PickerStatusProps {
  isEmpty: boolean
  none: string
  hasMore?: boolean
  remote: RemoteSearch | undefined
}

/** What there is to say about a list of options: it loads, it did not, there are none or too many. */
export function PickerStatus({ isEmpty, none, hasMore = false, remote }: PickerStatusProps) {
  if (remote !== undefined && remote.failure !== null)
    return (
      <div className={styles.status} role="alert">
        <p>{remote.failure}</p>
        <Button size="sm" onClick={remote.onRetry}>
          Retry
        </Button>
      </div>
    )
  return (
    <output className={styles.status}>
      {isEmpty ? (remote?.isWaiting === true ? 'Searching…' : none) : hasMore && 'Type more to find others.'}
    </output>
  )
}

export interface SearchedProps {
  q: string
  onType: (q: string) => void
  /** The field and the OptionList that it searches. */
  children: ReactNode
}

/**
 * Ties a field to the list under it: focus stays in the field, whose keys move in the list. The library's component for it shares a module
 * with every text field, and would add 2 kB to the first load of each page: here are its hook and its contexts.
 */
export function Searched({ q, onType, children }: SearchedProps) {
  const [focusedNodeId, setFocusedNodeId] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLElement>(null)
  const { inputProps, collectionProps, collectionRef } = useAutocomplete(
    { inputRef, collectionRef: listRef },
    { inputValue: q, setInputValue: onType, focusedNodeId, setFocusedNodeId },
  )
  return (
    <FieldInputContext value={{ ...inputProps, ref: inputRef }}>
      <SelectableCollectionContext value={{ ...collectionProps, ref: collectionRef }}>
        {children}
      </SelectableCollectionContext>
    </FieldInputContext>
  )
}

/** The field of a `Searched` list that is a dialog of its own. */
export const SearchInput = ({
  label,
  placeholder,
  className,
}: Record<'label' | 'placeholder', string> & { className?: string | undefined }) => (
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there to type into
  <TextField aria-label={label} className={className ?? ''} autoFocus>
    <Search aria-hidden />
    <Input {...COMBO_BOX} className="" placeholder={placeholder} />
    <Kbd keys="Esc" />
  </TextField>
)

export type ListedOption = PickOption<PickId> & {
  /** Heads the options that have the same one. */
  group?: string
  /** In place of the label, as it is drawn. */
  content?: ReactNode
}

export type OptionListProps = Omit<ListBoxProps<object>, 'items' | 'children' | 'className'> & {
  options: readonly ListedOption[]
  className?: string | undefined
}

export function OptionList({ options, className, ...rest }: OptionListProps) {
  const isMultiple = rest.selectionMode === 'multiple'
  const groups = [...new Set(options.map(({ group }) => group))]
  const itemOf = (option: ListedOption) => (
    <ListBoxItem
      key={option.id}
      id={option.id}
      textValue={option.aside === undefined ? option.label : `${option.label} ${option.aside}`}
      className={classNames(styles.option)}
    >
      {isMultiple && <span className={styles.check} />}
      {option.content ?? <OptionWords option={option} />}
    </ListBoxItem>
  )
  return (
    <ListBox
      shouldFocusWrap
      // It leaves what the list is in.
      escapeKeyBehavior="none"
      {...rest}
      className={classNames(styles.list, className)}
    >
      {groups.map((group) => {
        const items = options.filter((option) => option.group === group).map(itemOf)
        if (group === undefined) return items
        return (
          <ListBoxSection key={group} id={`group-${group}`} className="">
            <Header className={classNames(styles.heading)}>{group}</Header>
            {items}
          </ListBoxSection>
        )
      })}
    </ListBox>
  )
}
