/** The library's select, styled as a field. */
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { useId } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FieldNote, hasContent } from './field.tsx'
import type { SelectProps } from './select.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import field from './field.module.css'
import styles from './select.module.css'

/** Our empty value is no key for the library. */
const keyOf = (value: string) => `=${value}`

export function SelectPart(props: SelectProps & { isOpenAtFirst: boolean }) {
  const { label, description, error, hideLabel = false, className, value, options, onValueChange, onBlur } = props
  const { disabled = false, required = false, autoFocus = false, look = 'field', size = 'md', isOpenAtFirst } = props
  const noteId = useId()
  const words = <Label>{label}</Label>
  return (
    <Select
      className={classNames(field.field, className)}
      value={options.some((option) => option.value === value) ? keyOf(value) : null}
      onChange={(key) => onValueChange(String(key).slice(1))}
      isDisabled={disabled}
      isRequired={required}
      isInvalid={hasContent(error)}
      validationBehavior="aria"
      autoFocus={autoFocus}
      defaultOpen={isOpenAtFirst}
      allowsEmptyCollection
      aria-describedby={noteId}
      {...(onBlur === undefined ? {} : { onBlur })}
      placeholder=""
    >
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
      <Button
        className={classNames(styles.select)}
        data-look={look}
        data-size={size}
        render={(own) => <button {...own} aria-busy={props['aria-busy']} />}
      >
        <SelectValue className="" />
      </Button>
      <FieldNote id={noteId} description={description} error={error} />
      <Popover className={classNames(styles.list)} offset={4} containerPadding={8}>
        <ListBox
          className=""
          items={options.map((option) => ({ ...option, id: keyOf(option.value) }))}
          renderEmptyState={() => (
            <p className={styles.none}>{props['aria-busy'] === true ? 'Loading…' : 'There is nothing to choose yet'}</p>
          )}
        >
          {(option) => (
            <ListBoxItem
              className={classNames(styles.option)}
              textValue={option.label}
              isDisabled={option.disabled === true}
            >
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
