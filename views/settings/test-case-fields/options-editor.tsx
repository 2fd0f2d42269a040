/** Options of a dropdown or multi-select: add, name, order, icons and defaults. */
import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isFull } from '../../../contract/settings/test-case-field-options.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { faultAt, type DraftOption, type FieldEdit, type FieldForm } from '../../../machines/settings/field-editor.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { IconField } from '../../ui/pickers/icon-field.tsx'
import { SortableGrip, sortableRow } from '../../ui/sorting/sortable-grip.tsx'
import { SortableList, SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { ICON_OPTIONS } from '../../shared/entry-icons.tsx'
import { useLeft } from './use-left.ts'
import styles from './options-editor.module.css'

type OptionsTyped = Extract<FieldForm['typed'], { dataType: 'DROPDOWN' | 'MULTI_SELECT' }>

interface OptionsEditorProps {
  form: FieldForm
  typed: OptionsTyped
  edit: (edit: FieldEdit) => void
}

export function OptionsEditor({ form, typed, edit }: OptionsEditorProps) {
  const { hasDefault, hasIcon, options } = typed.value
  const isFullNow = isFull(typed.value)
  const list = useRef<HTMLDivElement>(null)
  const added = useRef<string | null>(null)
  // A new option needs a name next.
  useEffect(() => {
    if (added.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-sort-id="${added.current}"] input[type=text]`)?.focus()
    added.current = null
  })
  const add = () => {
    if (isFullNow) return
    added.current = crypto.randomUUID()
    edit({ type: 'option/added', key: added.current })
  }
  const remove = (option: DraftOption) => {
    edit({ type: 'option/removed', key: option.key })
    // The focused button unmounts with its row.
    list.current?.parentElement?.querySelector<HTMLElement>('[data-add-option]')?.focus()
  }
  return (
    <section className={styles.section} aria-label="Options">
      <header className={styles.head}>
        <h3>Options</h3>
        <span className={styles.count}>
          {options.length} of {LIMITS.maxFieldOptions}
        </span>
        {typed.dataType === 'DROPDOWN' && (
          <Switch checked={hasIcon} onCheckedChange={(on) => edit({ type: 'icons/switched', hasIcon: on })}>
            Icons
          </Switch>
        )}
        <Switch checked={hasDefault} onCheckedChange={(on) => edit({ type: 'default/switched', hasDefault: on })}>
          Has default
        </Switch>
      </header>
      {options.length > 0 && (
        <SortableLists
          lists={[{ id: 'options', label: 'Options', ids: options.map(({ key }) => key) }]}
          nameOf={(key) => options.find((option) => option.key === key)?.name || 'the option'}
          onMove={({ id, index }) => edit({ type: 'option/moved', key: id, to: index })}
          renderLifted={(key) => (
            <span className={styles.lifted}>{options.find((option) => option.key === key)?.name}</span>
          )}
        >
          <div ref={list}>
            <SortableList of="options" className={styles.options}>
              {options.map((option, place) => (
                <OptionRow
                  key={option.key}
                  option={option}
                  place={place}
                  allowed={typed.dataType === 'DROPDOWN' ? 'one' : 'several'}
                  hasDefault={hasDefault}
                  hasIcon={typed.dataType === 'DROPDOWN' && hasIcon}
                  fault={faultAt(form, `value.options.${place}.name`)}
                  edit={edit}
                  onAdd={add}
                  onRemove={() => remove(option)}
                />
              ))}
            </SortableList>
          </div>
        </SortableLists>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Plus aria-hidden />}
        className={styles.add ?? ''}
        aria-disabled={isFullNow || undefined}
        data-tip={isFullNow ? TEXTS.optionsFull : undefined}
        data-add-option
        onClick={add}
      >
        Add option
      </Button>
    </section>
  )
}

interface OptionRowProps {
  option: DraftOption
  place: number
  allowed: 'one' | 'several'
  hasDefault: boolean
  hasIcon: boolean
  fault: string | undefined
  edit: (edit: FieldEdit) => void
  onAdd: () => void
  onRemove: () => void
}

function OptionRow({ option, place, allowed, hasDefault, hasIcon, fault, edit, onAdd, onRemove }: OptionRowProps) {
  const { key, name, icon, isDefault } = option
  const { isLeft, leave } = useLeft()
  const words = name.trim() || `option ${place + 1}`
  const choose = (chosen: boolean) => edit({ type: 'option/defaulted', key, isDefault: chosen })
  return (
    <div {...sortableRow(key)} className={styles.option}>
      <SortableGrip id={key} />
      {hasIcon && (
        <IconField
          label={`Icon of ${words}`}
          hideLabel
          value={icon ?? 'circle'}
          options={ICON_OPTIONS}
          onValueChange={(chosen) => edit({ type: 'option/icon-chosen', key, icon: chosen })}
        />
      )}
      <TextField
        label={`Name of option ${place + 1}`}
        hideLabel
        className={styles.name ?? ''}
        placeholder="Name"
        autoComplete="off"
        value={name}
        // A missing name is reported beside Save: a message here would move what is being pressed.
        error={isLeft && name.trim() !== '' ? fault : undefined}
        onBlur={leave}
        onValueChange={(typed) => edit({ type: 'option/renamed', key, name: typed })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onAdd()
        }}
      />
      {hasDefault &&
        (allowed === 'one' ? (
          <label className={styles.default}>
            {/* Not the library's radio group, which would span the rows and handle the arrow keys of their fields and grips. */}
            <input
              type="radio"
              name="default-option"
              className={styles.radio}
              checked={isDefault}
              onChange={() => choose(true)}
            />
            Default
          </label>
        ) : (
          <span className={styles.default}>
            <Checkbox checked={isDefault} onCheckedChange={choose}>
              Default
            </Checkbox>
          </span>
        ))}
      <IconButton size="sm" label={`Remove ${words}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
