/** Filters of cases (TREE-35 to TREE-41), each with its options, value and label. */
import type { CaseFilter, DayRange, FieldFilter } from '../../../../contract/cases/filter.ts'
import type { SystemField, TestCaseField } from '../../../../contract/settings/test-case-fields.ts'
import { daysOf, timesOf } from '../address.ts'
import type { Vocabulary } from '../vocabulary.tsx'

export interface FilterOption {
  id: number
  name: string
}

interface Common {
  id: string
  label: string
  /** Label of the active filter; null while inactive. */
  words: string | null
  /** Returns the filter set without this filter. */
  without: CaseFilter
}

/** `wanted` returns the filter set with the given value. */
export type FilterField = Common &
  (
    | {
        kind: 'options'
        options: readonly FilterOption[]
        chosen: readonly number[]
        wanted: (ids: number[]) => CaseFilter
      }
    | { kind: 'flag'; chosen: boolean | undefined; wanted: (is: boolean) => CaseFilter }
    | { kind: 'text'; text: string; wanted: (text: string) => CaseFilter }
    | { kind: 'days'; days: DayRange; wanted: (days: DayRange) => CaseFilter }
  )

export interface FiltersGiven {
  filter: CaseFilter
  vocabulary: Vocabulary
  /** Authors of cases; null before they are requested. */
  authors: readonly FilterOption[] | null
  /** Possible values of users fields; null before they are requested. */
  people: readonly FilterOption[] | null
  /** Who deleted cases: the trash bin also filters by deletion date and author (TRASH-05). */
  deleters?: readonly FilterOption[]
}

const without = (filter: CaseFilter, part: keyof CaseFilter): CaseFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name !== part))

const formatDays = ({ from, to }: DayRange): string =>
  from !== undefined && to !== undefined
    ? from === to
      ? from
      : `${from} to ${to}`
    : from !== undefined
      ? `since ${from}`
      : `until ${to ?? ''}`

const nameOf = (options: readonly FilterOption[], id: number): string =>
  options.find((option) => option.id === id)?.name ?? `#${id}`

export function filterFields({ filter, vocabulary, authors, people, deleters }: FiltersGiven): FilterField[] {
  const { priorities, automationStates, fields, enabledFields } = vocabulary
  const set = (part: keyof CaseFilter, value: unknown): CaseFilter => ({ ...without(filter, part), [part]: value })
  const times = (part: 'updated' | 'created' | 'deleted', label: string): FilterField => {
    const days = daysOf(filter[part] ?? {})
    return {
      id: part,
      label,
      kind: 'days',
      days,
      words: filter[part] === undefined ? null : formatDays(days),
      without: without(filter, part),
      wanted: (range) => (range.from || range.to ? set(part, timesOf(range)) : without(filter, part)),
    }
  }
  const text = (part: 'description' | 'preConditions' | 'postConditions' | 'steps', label: string): FilterField => ({
    id: part,
    label,
    kind: 'text',
    text: filter[part] ?? '',
    words: filter[part] ?? null,
    without: without(filter, part),
    wanted: (words) => (words === '' ? without(filter, part) : set(part, words)),
  })
  const flag = (part: 'draft' | 'deprecated', label: string): FilterField => ({
    id: part,
    label,
    kind: 'flag',
    chosen: filter[part],
    words: filter[part] === undefined ? null : filter[part] ? 'Yes' : 'No',
    without: without(filter, part),
    wanted: (is) => set(part, is),
  })
  const choice = (
    part: 'authors' | 'priorities' | 'automationStates' | 'deletedBy',
    label: string,
    options: readonly FilterOption[],
  ): FilterField => {
    const chosen = filter[part] ?? []
    return {
      id: part,
      label,
      kind: 'options',
      options,
      chosen,
      words: chosen.length === 0 ? null : chosen.map((id) => nameOf(options, id)).join(', '),
      without: without(filter, part),
      wanted: (ids) => (ids.length === 0 ? without(filter, part) : set(part, ids)),
    }
  }
  /** Built-in fields are offered only while the project has them switched on; an active filter can always be removed. */
  const ifOn = (name: SystemField, field: FilterField) =>
    enabledFields.includes(name) || field.words !== null ? [field] : []
  return [
    ...(deleters === undefined ? [] : [times('deleted', 'Deleted'), choice('deletedBy', 'Deleted by', deleters)]),
    times('updated', 'Updated'),
    ...ifOn('DESCRIPTION', text('description', 'Description')),
    ...ifOn('PRE_CONDITIONS', text('preConditions', 'Pre-conditions')),
    ...ifOn('POST_CONDITIONS', text('postConditions', 'Post-conditions')),
    ...ifOn('CREATED_ON', times('created', 'Created')),
    ...ifOn('AUTHOR', choice('authors', 'Author', authors ?? [])),
    ...ifOn('PRIORITY', choice('priorities', 'Priority', priorities)),
    ...ifOn('AUTOMATION_STATE', choice('automationStates', 'Automation state', automationStates)),
    ...ifOn('DRAFT', flag('draft', 'Draft')),
    ...ifOn('DEPRECATED', flag('deprecated', 'Deprecated')),
    ...ifOn('STEPS', text('steps', 'Steps to reproduce')),
    ...fields
      .filter(({ id, type, enabled }) => type === 'CUSTOM' && (enabled || fieldFilter(filter, id) !== undefined))
      .map((field) => customField(filter, field, people ?? [])),
  ]
}

const fieldFilter = (filter: CaseFilter, fieldId: number) => filter.fields?.find((one) => one.fieldId === fieldId)

const customField = (filter: CaseFilter, field: TestCaseField, people: readonly FilterOption[]): FilterField => {
  const { id } = field
  const own = fieldFilter(filter, id)?.wanted
  const others = (filter.fields ?? []).filter(({ fieldId }) => fieldId !== id)
  const rest = without(filter, 'fields')
  const cleared: CaseFilter = others.length === 0 ? rest : { ...rest, fields: others }
  const put = (wanted: FieldFilter['wanted']): CaseFilter => ({ ...rest, fields: [...others, { fieldId: id, wanted }] })
  const common = { id: `field-${id}`, label: field.name, without: cleared }
  if (field.dataType === 'DATE') {
    const days = own?.kind === 'days' ? own.days : {}
    return {
      ...common,
      kind: 'days',
      days,
      words: own === undefined ? null : formatDays(days),
      wanted: (range) => (range.from || range.to ? put({ kind: 'days', days: range }) : cleared),
    }
  }
  if (field.dataType === 'DROPDOWN' || field.dataType === 'MULTI_SELECT' || field.dataType === 'USER') {
    const kind = field.dataType === 'USER' ? 'users' : 'options'
    const options = field.dataType === 'USER' ? people : optionsOf(field.value.options)
    const chosen = own?.kind === 'options' || own?.kind === 'users' ? own.ids : []
    return {
      ...common,
      kind: 'options',
      options,
      chosen,
      words: chosen.length === 0 ? null : chosen.map((one) => nameOf(options, one)).join(', '),
      wanted: (ids) => (ids.length === 0 ? cleared : put({ kind, ids })),
    }
  }
  const text = own?.kind === 'text' ? own.text : ''
  return {
    ...common,
    kind: 'text',
    text,
    words: text || null,
    wanted: (words) => (words === '' ? cleared : put({ kind: 'text', text: words })),
  }
}

const optionsOf = (options: readonly { id: number | null; name: string }[]): FilterOption[] =>
  options.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
