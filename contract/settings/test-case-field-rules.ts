import type { FieldError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { TIME_ZONES, type FieldOption, type TypedValue } from './test-case-field-values.ts'

/** A possibly incomplete field, as both the form and a call can have it. */
export interface FieldDraft {
  name: string
  systemName: string
  description: string
  tabId: number | null
  typed: TypedValue | { dataType: null }
}

/** The ten conditions that disable Save, in the order of the form (FIELDS-40 to 49). */
export const SAVE_BLOCKERS = [
  'no-type',
  'no-name',
  'no-system-name',
  'no-options',
  'blank-option',
  'no-default-option',
  'no-date',
  'no-user',
  'no-url',
  'blank-default',
] as const
export type SaveBlocker = (typeof SAVE_BLOCKERS)[number]

const isBlank = (text: string) => text.trim() === ''

/** Returns those of the ten conditions that apply. */
export const saveBlockers = ({ name, systemName, typed }: FieldDraft): SaveBlocker[] => {
  const holds: Record<SaveBlocker, boolean> = {
    'no-type': typed.dataType === null,
    'no-name': isBlank(name),
    'no-system-name': isBlank(systemName),
    'no-options': false,
    'blank-option': false,
    'no-default-option': false,
    'no-date': false,
    'no-user': false,
    'no-url': false,
    'blank-default': false,
  }
  switch (typed.dataType) {
    case 'DROPDOWN':
    case 'MULTI_SELECT': {
      const { hasDefault, options } = typed.value
      holds['no-options'] = options.length === 0
      holds['blank-option'] = options.some((option) => isBlank(option.name))
      holds['no-default-option'] = hasDefault && !options.some((option) => option.isDefault)
      break
    }
    case 'DATE':
      holds['no-date'] = typed.value.default?.kind === 'specificDate' && typed.value.default.date === ''
      break
    case 'USER':
      holds['no-user'] = typed.value.default?.kind === 'specificUser' && typed.value.default.userId === null
      break
    case 'URI':
      holds['no-url'] = !isBlank(typed.value.default) && !isUrl(typed.value.default.trim())
      break
    case 'STRING':
    case 'TEXT':
      holds['blank-default'] = typed.value.hasDefault && isBlank(typed.value.default)
      break
    case null:
  }
  return SAVE_BLOCKERS.filter((blocker) => holds[blocker])
}

/** Returns whether the text is a URL with a scheme that is safe in a link, which excludes schemes that run script. */
export const isUrl = (text: string): boolean =>
  (/^(?:https?|ftps?|sftp|ssh|git|file):\/\/[^\s/]/i.test(text) || /^mailto:[^\s@]+@[^\s@]+$/i.test(text)) &&
  !/\s/.test(text) &&
  URL.canParse(text)

/** Returns all invalid parts of a field with their messages; `field` is the path in the body of the call. */
export const fieldFaults = (draft: FieldDraft): FieldError[] => {
  const faults: FieldError[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  const { name, systemName, description, tabId, typed } = draft
  if (typed.dataType === null) say('dataType', TEXTS.required)
  if (isBlank(name)) say('name', TEXTS.required)
  else if (name.trim().length > LIMITS.maxFieldName) say('name', TEXTS.fieldNameLength)
  if (isBlank(systemName)) say('systemName', TEXTS.required)
  else if (systemName.trim().length > LIMITS.maxFieldName) say('systemName', TEXTS.fieldNameLength)
  else if (!/^[\p{L}\p{N}_]+$/u.test(systemName.trim())) say('systemName', TEXTS.systemNameCharacters)
  if (description.trim().length > LIMITS.maxFieldDescription) say('description', TEXTS.fieldDescriptionLength)
  if (tabId === null) say('tabId', TEXTS.required)
  if (typed.dataType !== null) faults.push(...valueFaults(typed))
  return faults
}

const valueFaults = (typed: TypedValue): FieldError[] => {
  const one = (message: string | null): FieldError[] => (message === null ? [] : [{ field: 'value.default', message }])
  switch (typed.dataType) {
    case 'STRING':
    case 'TEXT': {
      const { hasDefault, default: text } = typed.value
      const max = typed.dataType === 'STRING' ? LIMITS.maxFieldString : LIMITS.maxFieldText
      if (!hasDefault) return []
      if (isBlank(text)) return one(TEXTS.required)
      return one(text.length > max ? TEXTS.fieldDefaultLength(max) : null)
    }
    case 'URI': {
      const url = typed.value.default.trim()
      if (url.length > LIMITS.maxFieldUrl) return one(TEXTS.fieldDefaultLength(LIMITS.maxFieldUrl))
      return one(url === '' || isUrl(url) ? null : TEXTS.urlFormat)
    }
    case 'DATE': {
      const start = typed.value.default
      if (start === null) return []
      if (start.kind === 'specificDate')
        return one(start.date === '' ? TEXTS.required : isDay(start.date) ? null : TEXTS.dayFormat)
      if (!TIME_ZONES.includes(start.timeZone)) return one(TEXTS.timeZone)
      if (start.kind === 'today') return []
      if (start.days === null) return one(TEXTS.required)
      const isIn = Number.isInteger(start.days) && Math.abs(start.days) <= LIMITS.maxFieldDays
      return one(isIn ? null : TEXTS.fieldDays)
    }
    case 'USER': {
      const start = typed.value.default
      return one(start?.kind === 'specificUser' && start.userId === null ? TEXTS.required : null)
    }
    case 'DROPDOWN':
      return [...optionFaults(typed.value), ...(defaultsOf(typed.value) > 1 ? manyDefaults : [])]
    case 'MULTI_SELECT':
      return optionFaults(typed.value)
  }
}

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  // `Date` moves an invalid day, such as February 30, into the next month.
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

interface Options {
  hasDefault: boolean
  options: readonly FieldOption[]
}
const defaultsOf = ({ options }: Options) => options.filter(({ isDefault }) => isDefault).length
const manyDefaults: FieldError[] = [{ field: 'value.options', message: TEXTS.oneDefaultOption }]

const optionFaults = (value: Options): FieldError[] => {
  const { hasDefault, options } = value
  const list: string[] = []
  if (options.length === 0) list.push(TEXTS.required)
  if (options.length > LIMITS.maxFieldOptions) list.push(TEXTS.optionsFull)
  if (hasDefault && options.length > 0 && defaultsOf(value) === 0) list.push(TEXTS.noDefaultOption)
  if (!hasDefault && defaultsOf(value) > 0) list.push(TEXTS.defaultOptionOff)
  const names = new Set<string>()
  return [
    ...list.map((message) => ({ field: 'value.options', message })),
    ...options.flatMap(({ name }, place) => {
      const requested = name.trim()
      const isTwice = names.has(requested.toLowerCase())
      names.add(requested.toLowerCase())
      const message =
        requested === ''
          ? TEXTS.required
          : requested.length > LIMITS.maxFieldName
            ? TEXTS.fieldNameLength
            : isTwice
              ? TEXTS.optionTwice
              : null
      return message === null ? [] : [{ field: `value.options.${place}.name`, message }]
    }),
  ]
}

/**
 * Returns the suggested system name for a name (FIELDS-19): its words in camel case, without characters other than letters, numbers and
 * underscores. Capitals inside a word stay; a word of only capitals becomes lower case.
 */
export const systemNameOf = (name: string): string =>
  name
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word, place) => {
      const [first = '', ...rest] = word
      return (place === 0 ? first.toLowerCase() : first.toUpperCase()) + rest.join('')
    })
    .join('')
    .slice(0, LIMITS.maxFieldName)
