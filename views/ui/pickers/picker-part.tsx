/** The library's list box with a search field. */
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
import { Button } from '../controls/button.tsx'
import { classNames } from '../browser/class-names.ts'
import { isTouchScreen } from '../overlays/first-control.ts'
import { Kbd } from '../controls/kbd.tsx'
import { SearchField } from '../controls/search-field.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { isCalled, OptionText } from './picker.tsx'
import type { PickerProps, PickId, PickOption, RemoteSearch } from './picker.tsx'
import styles from './picker.module.css'

/** From this number of options, the list has a search. */
const MANY = 8
/** Rendered options of a searched list: typing narrows them. */
const MAX = 200

/** ARIA of a combo box whose list is always open; the library adds the controlled list and the active option. */
const COMBO_BOX = { role: 'combobox', 'aria-expanded': true } as const

export function PickerPart<Id extends PickId>(props: PickerProps<Id>) {
  const { label, searchLabel, options, chosen, onChange, isMultiple = false, canBeNone = isMultiple, remote } = props
  const { none = 'There is nothing to choose yet', noMatch = 'Nothing matches', autoFocus = false, className } = props
  const [typed, setTyped] = useState('')
  const q = remote?.q ?? typed
  const all = options ?? []
  const isSearched = props.isSearched === true || remote !== undefined || all.length > MANY
  // Until the server answers, shows the previous options that match the text.
  const found = remote === undefined || remote.isWaiting ? all.filter((option) => isCalled(option, q)) : all
  const shown = isSearched ? found.slice(0, MAX) : found
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
              // Inside a form it would submit the form.
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

/** State of an option list: loading, failed, empty, or too many to show. */
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
  /** The search field and its OptionList. */
  children: ReactNode
}

/**
 * Connects a field with the list below it: focus stays in the field, whose keys move in the list. Uses the library's hook and contexts,
 * because its Autocomplete component adds 2 kB to every page's first load.
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

/** Search field of a `Searched` list in a dialog. */
export const SearchInput = ({
  label,
  placeholder,
  className,
}: Record<'label' | 'placeholder', string> & { className?: string | undefined }) => (
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- typing is the purpose of the dialog
  <TextField aria-label={label} className={className ?? ''} autoFocus>
    <Search aria-hidden />
    <Input {...COMBO_BOX} className="" placeholder={placeholder} />
    <Kbd keys="Esc" />
  </TextField>
)

export type ListedOption = PickOption<PickId> & {
  /** Section heading of options that share it. */
  group?: string
  /** Rendered label. */
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
      {option.content ?? <OptionText option={option} />}
    </ListBoxItem>
  )
  return (
    <ListBox
      shouldFocusWrap
      // The option may close the list's container.
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
