import { z } from 'zod/mini'
import { EntryIcon } from './case-attributes.ts'
import { entryId } from './held-list.ts'

/** Data types of custom fields (FIELDS-06). */
export const CUSTOM_DATA_TYPES = ['STRING', 'TEXT', 'DATE', 'DROPDOWN', 'MULTI_SELECT', 'URI', 'USER'] as const
export const CustomDataType = z.enum(CUSTOM_DATA_TYPES)
export type CustomDataType = z.infer<typeof CustomDataType>

/** Data types of system fields only (FIELDS-07). Their values are in other parts of a case, so they have no settings. */
const SYSTEM_DATA_TYPES = [
  'STEPS',
  'ATTACHMENTS',
  'PRIORITY',
  'AUTOMATION_STATE',
  'DRAFT',
  'DEPRECATED',
  'AUTHOR',
  'CREATED_ON',
] as const

/** Selectable UTC offsets. */
export const TIME_ZONES: readonly string[] = (
  '-12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:00 -03:30 -03:00 -02:00 -01:00 +00:00 +01:00 +02:00 +03:00 ' +
  '+03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45 +09:00 +09:30 +10:00 +10:30 +11:00 +12:00 +12:45 ' +
  '+13:00 +14:00'
)
  .split(' ')
  .map((offset) => `GMT${offset}`)
/** Default time zone (FIELDS-28). */
export const DEFAULT_TIME_ZONE = 'GMT+00:00'

/** The default applies only while `hasDefault` is on (FIELDS-26). */
const TextValue = z.object({ hasDefault: z.boolean(), default: z.string() })
type TextValue = z.infer<typeof TextValue>

/** The default URL; empty for none (FIELDS-31). */
const UriValue = z.object({ default: z.string() })
type UriValue = z.infer<typeof UriValue>

/**
 * Default of a date field (FIELDS-27); null for none. `days` may be negative; `date` is a day as `YYYY-MM-DD`, empty until one is chosen.
 */
export const DateDefault = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('today'), timeZone: z.string() }),
    z.object({ kind: z.literal('relativeToToday'), days: z.nullable(z.number()), timeZone: z.string() }),
    z.object({ kind: z.literal('specificDate'), date: z.string() }),
  ]),
)
export type DateDefault = z.infer<typeof DateDefault>
const DateValue = z.object({ default: DateDefault })
type DateValue = z.infer<typeof DateValue>

/** Default of a user field (FIELDS-30): null for nobody, `author` for the author of the case. */
export const UserDefault = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('author') }),
    z.object({ kind: z.literal('specificUser'), userId: z.nullable(z.int()) }),
  ]),
)
export type UserDefault = z.infer<typeof UserDefault>
const UserValue = z.object({ default: UserDefault })
type UserValue = z.infer<typeof UserValue>

/** Ids of options are permanent, because cases refer to them; null for an option to add (FIELDS-33). */
export const FieldOption = z.object({
  id: entryId,
  name: z.string(),
  isDefault: z.boolean(),
  relativePosition: z.int(),
})
export type FieldOption = z.infer<typeof FieldOption>
/** `icon` applies only while the field's `hasIcon` is on (FIELDS-32). */
export const DropdownOption = z.extend(FieldOption, { icon: z.nullable(EntryIcon) })
export type DropdownOption = z.infer<typeof DropdownOption>

// Far above the limit of options, so that exceeding it is reported by the rules and not by the schema.
const options = <T extends z.ZodMiniType>(option: T) => z.array(option).check(z.maxLength(1000))
export const DropdownValue = z.object({
  hasIcon: z.boolean(),
  hasDefault: z.boolean(),
  options: options(DropdownOption),
})
export type DropdownValue = z.infer<typeof DropdownValue>
const MultiSelectValue = z.object({ hasDefault: z.boolean(), options: options(FieldOption) })
type MultiSelectValue = z.infer<typeof MultiSelectValue>

const custom = [
  z.object({ dataType: z.literal('STRING'), value: TextValue }),
  z.object({ dataType: z.literal('TEXT'), value: TextValue }),
  z.object({ dataType: z.literal('DATE'), value: DateValue }),
  z.object({ dataType: z.literal('DROPDOWN'), value: DropdownValue }),
  z.object({ dataType: z.literal('MULTI_SELECT'), value: MultiSelectValue }),
  z.object({ dataType: z.literal('URI'), value: UriValue }),
  z.object({ dataType: z.literal('USER'), value: UserValue }),
] as const

/** A data type and its settings. */
export const TypedValue = z.discriminatedUnion('dataType', [...custom])
export type TypedValue = z.infer<typeof TypedValue>
export const StoredTypedValue = z.discriminatedUnion('dataType', [
  ...custom,
  z.object({ dataType: z.enum(SYSTEM_DATA_TYPES), value: z.object({}) }),
])
export type StoredTypedValue = z.infer<typeof StoredTypedValue>

/** Returns the initial settings of a data type. */
export const startValue = (dataType: CustomDataType): TypedValue => {
  switch (dataType) {
    case 'STRING':
    case 'TEXT':
      return { dataType, value: { hasDefault: false, default: '' } }
    case 'DATE':
      return { dataType, value: { default: null } }
    case 'DROPDOWN':
      return { dataType, value: { hasIcon: false, hasDefault: false, options: [] } }
    case 'MULTI_SELECT':
      return { dataType, value: { hasDefault: false, options: [] } }
    case 'URI':
      return { dataType, value: { default: '' } }
    case 'USER':
      return { dataType, value: { default: null } }
  }
}
