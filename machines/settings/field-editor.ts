import type { EntryIcon } from '../../contract/settings/case-attributes.ts'
import {
  addOption,
  chooseDefault,
  moveOption,
  removeOption,
  switchDefault,
} from '../../contract/settings/test-case-field-options.ts'
import { fieldFaults, systemNameOf, type FieldDraft } from '../../contract/settings/test-case-field-rules.ts'
import {
  startValue,
  type CustomDataType,
  type DateDefault,
  type DropdownOption,
  type DropdownValue,
  type TypedValue,
  type UserDefault,
} from '../../contract/settings/test-case-field-values.ts'
import type { TestCaseField } from '../../contract/settings/test-case-fields.ts'
import type { FieldErrors } from '../patterns/form-dialog.machine.ts'

/** An option being edited: `key` identifies it before the server assigns an id. Icons are kept while the type does not use them. */
export type DraftOption = DropdownOption & { key: string }
type DraftOptions = Omit<DropdownValue, 'options'> & { options: DraftOption[] }

/** Settings of all types, so that switching the type loses nothing. */
type DraftTyped =
  | Exclude<TypedValue, { dataType: 'DROPDOWN' | 'MULTI_SELECT' }>
  | { dataType: 'DROPDOWN' | 'MULTI_SELECT'; value: DraftOptions }
  | { dataType: null }

/** Form values of a field. */
export type FieldForm = {
  name: string
  systemName: string
  /** After the first manual edit, the system name no longer follows the name (FIELDS-19). */
  isSystemNameOwn: boolean
  description: string
  tabId: number | null
  typed: DraftTyped
}

export type FieldEdit =
  | { type: 'type/chosen'; dataType: CustomDataType }
  | { type: 'name/typed'; name: string }
  | { type: 'system-name/typed'; systemName: string }
  | { type: 'default/switched'; hasDefault: boolean }
  /** Default of a text or URL. */
  | { type: 'default/typed'; text: string }
  | { type: 'date/chosen'; start: DateDefault }
  | { type: 'user/chosen'; start: UserDefault }
  | { type: 'icons/switched'; hasIcon: boolean }
  | { type: 'option/added'; key: string }
  | { type: 'option/removed'; key: string }
  | { type: 'option/renamed'; key: string; name: string }
  | { type: 'option/moved'; key: string; to: number }
  | { type: 'option/defaulted'; key: string; isDefault: boolean }
  | { type: 'option/icon-chosen'; key: string; icon: EntryIcon }

/** Source of option icons until one is chosen. */
const FIRST_ICON: EntryIcon = 'circle'

export const newField = (tabId: number | null): FieldForm => ({
  name: '',
  systemName: '',
  isSystemNameOwn: false,
  description: '',
  tabId,
  typed: { dataType: null },
})

/** Converts a stored field to form values. Built-in fields are not edited: their types are unknown to the form. */
export const formOf = (field: TestCaseField): FieldForm => {
  const { name, systemName, description, tabId } = field
  return { name, systemName, isSystemNameOwn: true, description, tabId, typed: typedOf(field) }
}

const typedOf = (field: TestCaseField): DraftTyped => {
  switch (field.dataType) {
    case 'DROPDOWN':
      return { dataType: field.dataType, value: { ...field.value, options: field.value.options.map(keyed) } }
    case 'MULTI_SELECT': {
      const options = field.value.options.map((option) => keyed({ ...option, icon: null }))
      return { dataType: field.dataType, value: { ...field.value, hasIcon: false, options } }
    }
    case 'STEPS':
    case 'ATTACHMENTS':
    case 'PRIORITY':
    case 'AUTOMATION_STATE':
    case 'DRAFT':
    case 'DEPRECATED':
    case 'AUTHOR':
    case 'CREATED_ON':
      return { dataType: null }
    default:
      return { dataType: field.dataType, value: field.value } as DraftTyped
  }
}
const keyed = (option: DropdownOption): DraftOption => ({ ...option, key: `id:${option.id}` })

/** Returns the changes of an edit; none where it does not apply to the chosen type. */
export const fieldEdited = (form: FieldForm, edit: FieldEdit): Partial<FieldForm> => {
  switch (edit.type) {
    case 'type/chosen':
      return edit.dataType === form.typed.dataType ? {} : { typed: ofType(form.typed, edit.dataType) }
    case 'name/typed':
      return form.isSystemNameOwn ? { name: edit.name } : { name: edit.name, systemName: systemNameOf(edit.name) }
    case 'system-name/typed':
      return { systemName: edit.systemName, isSystemNameOwn: true }
    default: {
      const typed = typedEdited(form.typed, edit)
      return typed === form.typed ? {} : { typed }
    }
  }
}

/** Values that both types support stay. */
const ofType = (typed: DraftTyped, dataType: CustomDataType): DraftTyped => {
  if (holdsText(typed) && (dataType === 'STRING' || dataType === 'TEXT')) return { ...typed, dataType }
  if (holdsOptions(typed) && (dataType === 'DROPDOWN' || dataType === 'MULTI_SELECT')) {
    if (dataType === 'MULTI_SELECT') return { ...typed, dataType }
    // A dropdown has at most one default, and guessing which one to keep would be wrong.
    const defaults = typed.value.options.filter(({ isDefault }) => isDefault).length
    const options = typed.value.options.map((option) => (defaults > 1 ? { ...option, isDefault: false } : option))
    return { dataType, value: { ...typed.value, options } }
  }
  if (dataType === 'DROPDOWN' || dataType === 'MULTI_SELECT')
    return { dataType, value: { hasIcon: false, hasDefault: false, options: [] } }
  return startValue(dataType) as DraftTyped
}

const holdsText = (typed: DraftTyped) => typed.dataType === 'STRING' || typed.dataType === 'TEXT'
const holdsOptions = (typed: DraftTyped): typed is Extract<DraftTyped, { value: DraftOptions }> =>
  typed.dataType === 'DROPDOWN' || typed.dataType === 'MULTI_SELECT'

type TypedEdit = Exclude<FieldEdit, { type: 'type/chosen' | 'name/typed' | 'system-name/typed' }>

const typedEdited = (typed: DraftTyped, edit: TypedEdit): DraftTyped => {
  switch (typed.dataType) {
    case 'STRING':
    case 'TEXT':
      if (edit.type === 'default/switched') return { ...typed, value: { ...typed.value, hasDefault: edit.hasDefault } }
      if (edit.type === 'default/typed') return { ...typed, value: { ...typed.value, default: edit.text } }
      return typed
    case 'URI':
      return edit.type === 'default/typed' ? { ...typed, value: { default: edit.text } } : typed
    case 'DATE':
      return edit.type === 'date/chosen' ? { ...typed, value: { default: edit.start } } : typed
    case 'USER':
      return edit.type === 'user/chosen' ? { ...typed, value: { default: edit.start } } : typed
    case 'DROPDOWN':
    case 'MULTI_SELECT': {
      const allowed = typed.dataType === 'DROPDOWN' ? 'one' : 'several'
      const value = optionsEdited(typed.value, edit, allowed)
      return value === typed.value ? typed : { ...typed, value }
    }
    case null:
      return typed
  }
}

const optionsEdited = (value: DraftOptions, edit: TypedEdit, allowed: 'one' | 'several'): DraftOptions => {
  const place = 'key' in edit ? value.options.findIndex(({ key }) => key === edit.key) : -1
  const { hasIcon } = value
  const changed = (change: Partial<DraftOption>) => ({
    ...value,
    options: value.options.map((option, i) => (i === place ? { ...option, ...change } : option)),
  })
  switch (edit.type) {
    case 'default/switched':
      return { hasIcon, ...switchDefault(value, edit.hasDefault) }
    case 'icons/switched': {
      const options = value.options.map((option) => ({ ...option, icon: option.icon ?? FIRST_ICON }))
      return { ...value, hasIcon: edit.hasIcon, options: edit.hasIcon ? options : value.options }
    }
    case 'option/added': {
      const icon = hasIcon ? FIRST_ICON : null
      const option = { key: edit.key, id: null, name: '', icon, isDefault: false, relativePosition: 0 }
      return place === -1 ? { hasIcon, ...addOption(value, option) } : value
    }
    case 'option/removed':
      return place === -1 ? value : { hasIcon, ...removeOption(value, place) }
    case 'option/moved':
      return place === -1 ? value : { hasIcon, ...moveOption(value, place, edit.to) }
    case 'option/defaulted':
      return place === -1 ? value : { hasIcon, ...chooseDefault(value, place, edit.isDefault, allowed) }
    case 'option/renamed':
      return place === -1 ? value : changed({ name: edit.name })
    case 'option/icon-chosen':
      return place === -1 ? value : changed({ icon: edit.icon })
    default:
      return value
  }
}

/** Converts settings for the call: options numbered in order, without keys and unused icons. */
export const typedForCall = ({ typed }: FieldForm): TypedValue => {
  if (typed.dataType === null) throw new Error('a field without a type cannot be saved')
  if (!holdsOptions(typed)) return typed
  const { hasDefault, hasIcon } = typed.value
  const options = typed.value.options.map(({ id, name, isDefault }, i) => ({
    id,
    name: name.trim(),
    isDefault,
    relativePosition: i + 1,
  }))
  if (typed.dataType === 'MULTI_SELECT') return { dataType: typed.dataType, value: { hasDefault, options } }
  const icons = typed.value.options.map(({ icon }) => (hasIcon ? icon : null))
  return {
    dataType: typed.dataType,
    value: { hasIcon, hasDefault, options: options.map((option, i) => ({ ...option, icon: icons[i] ?? null })) },
  }
}

export const draftOf = (form: FieldForm): FieldDraft => ({
  ...form,
  typed: form.typed.dataType === null ? form.typed : typedForCall(form),
})

/** Returns errors by form field; `valueFaultAt` returns those of single settings. */
export const fieldProblems = (form: FieldForm): FieldErrors<FieldForm> => {
  const errors: FieldErrors<FieldForm> = {}
  for (const { field, message } of fieldFaults(draftOf(form))) {
    const [part = ''] = field.split('.')
    const name = part === 'value' || part === 'dataType' ? 'typed' : (part as keyof FieldForm)
    errors[name] ??= message
  }
  return errors
}

/** Returns the error at a path of the settings, as in `value.options.2.name`. */
export const faultAt = (form: FieldForm, field: string): string | undefined =>
  fieldFaults(draftOf(form)).find((fault) => fault.field === field)?.message
