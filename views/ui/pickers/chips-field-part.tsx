/** The library's tag group and combo box in one box. */
import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, ComboBoxStateContext, ComboBoxValue } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { TextField } from 'react-aria-components/TextField'
import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FieldNote, hasContent } from '../forms/field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { placeholderOf } from './chips-field.tsx'
import type { ChipsFieldProps } from './chips-field.tsx'
import { OptionList, PickerStatus } from './picker-part.tsx'
import { isCalled, OptionText } from './picker.tsx'
import type { PickId } from './picker.tsx'
import field from '../forms/field.module.css'
import floating from '../overlays/floating.module.css'
import styles from './chips-field.module.css'

export function ChipsFieldPart<Id extends PickId>(props: ChipsFieldProps<Id> & { autoFocus: boolean }) {
  const { label, description, error, hideLabel = false, className, chosen, onRemove, q, onType } = props
  const { onBlur, autoFocus } = props
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const common = {
    className: classNames(field.field, className),
    isInvalid: hasContent(error),
    validationBehavior: 'aria' as const,
    'aria-describedby': noteId,
    autoFocus,
    onBlur: () => onBlur?.(),
  }
  const words = <Label>{label}</Label>
  const head = hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words
  const note = <FieldNote id={noteId} description={description} error={error} />
  const removeLast = (event: { key: string }) => {
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && q === '' && last !== undefined) onRemove(last.id)
  }
  const chips = chosen.length > 0 && (
    <TagGroup
      aria-label={`Chosen: ${label}`}
      className={classNames(styles.contents)}
      onRemove={(keys) => {
        for (const { id } of chosen) if (keys.has(id)) onRemove(id)
        input.current?.focus()
      }}
    >
      <TagList className={classNames(styles.contents)}>
        {chosen.map((option) => (
          <Tag
            key={option.id}
            id={option.id}
            textValue={option.label}
            className={classNames(styles.chip)}
            data-invalid={option.isInvalid || undefined}
          >
            <OptionText option={{ ...option, aside: undefined }} />
            {option.isInvalid === true && <VisuallyHidden>, not valid</VisuallyHidden>}
            <Button slot="remove" className={classNames(styles.remove)}>
              <X aria-hidden />
            </Button>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  )
  const box = (content: ReactNode) => (
    <Group
      className={classNames(styles.box)}
      data-roomy={props.isRoomy || undefined}
      onClick={() => input.current?.focus()}
    >
      {content}
    </Group>
  )
  const shownPlaceholder = placeholderOf(props)

  if (props.options === undefined) {
    const { onAdd, onPaste } = props
    return (
      <TextField
        {...common}
        value={q}
        onChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && q.trim() !== '') {
            event.preventDefault()
            onAdd(q)
          } else {
            removeLast(event)
            event.continuePropagation()
          }
        }}
      >
        {head}
        {box(
          <>
            {chips}
            <Input ref={input} className="" autoComplete="off" placeholder={shownPlaceholder} onPaste={onPaste} />
          </>,
        )}
        {note}
      </TextField>
    )
  }
  const { options, onPick, remote, isSingle = false, noMatch } = props
  // Until the server answers, shows the previous options that match the text.
  const fitting = remote.isWaiting ? options.filter((option) => isCalled(option, q)) : options
  const offered = fitting.filter(({ id }) => chosen.every((one) => one.id !== id))
  return (
    <ComboBox
      {...common}
      inputValue={q}
      onInputChange={onType}
      // Selection lives in the chips: for the library, each choice is new.
      value={null}
      onChange={(id) => {
        // Null on blur: typed text is discarded.
        const picked = offered.find((option) => option.id === id)
        onType('')
        if (picked !== undefined) onPick(picked.id)
      }}
      // The server has filtered already.
      defaultFilter={() => true}
      allowsEmptyCollection
      onKeyDown={removeLast}
    >
      {head}
      {box(
        <>
          {/* Keeps the chips out of the combo box's collection, and describes the field by them. */}
          <ComboBoxValue className={classNames(styles.contents)}>{() => chips}</ComboBoxValue>
          <ComboInput
            input={input}
            placeholder={shownPlaceholder}
            closesWith={isSingle ? (chosen[0]?.id ?? null) : null}
            onEnterEarly={remote.isWaiting && offered.length === 0 ? remote.onSubmit : null}
          />
        </>,
      )}
      {note}
      <Popover className={classNames(floating.floating, styles.panel)} offset={4} containerPadding={8}>
        <OptionList aria-label={label} aria-busy={remote.isWaiting} options={offered} />
        {q.trim() !== '' && <FirstActive />}
        <PickerStatus isEmpty={offered.length === 0} none={noMatch} remote={remote} />
      </Popover>
    </ComboBox>
  )
}

interface ComboInputProps {
  input: RefObject<HTMLInputElement | null>
  placeholder: string | undefined
  /** The list closes when this value changes. */
  closesWith: PickId | null
  /** Enter before options have loaded. */
  onEnterEarly: (() => void) | null
}

function ComboInput({ input, placeholder, closesWith, onEnterEarly }: ComboInputProps) {
  const state = useContext(ComboBoxStateContext)
  const close = useRef(() => state?.close())
  useLayoutEffect(() => {
    close.current = () => state?.close()
  })
  useLayoutEffect(() => {
    if (closesWith !== null) close.current()
  }, [closesWith])
  return (
    <Input
      ref={input}
      className=""
      placeholder={placeholder}
      onClick={() => state?.open(null, 'manual')}
      onKeyDownCapture={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || onEnterEarly === null || state?.isOpen !== true) return
        event.preventDefault()
        event.stopPropagation()
        onEnterEarly()
      }}
    />
  )
}

/** Enter picks the first option. Rendered after the list, which clears the active option when its first options arrive. */
function FirstActive() {
  const state = useContext(ComboBoxStateContext)
  useEffect(() => {
    if (state?.isOpen !== true || state.selectionManager.focusedKey !== null) return
    const first = state.collection.getFirstKey()
    if (first !== null) state.selectionManager.setFocusedKey(first)
  })
  return null
}
