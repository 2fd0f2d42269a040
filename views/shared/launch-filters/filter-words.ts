import { shortCommit } from '../../../contract/launches/launch-origin.ts'
import { LAUNCH_STATUSES } from '../../../contract/launches/launches.ts'
import type { Operator, Predicate } from '../../../contract/launches/launch-predicates.ts'
import { ANY_VALUE, type Choice } from '../../../machines/launches/filter-choices.ts'
import { statusLook } from '../launch-words.ts'

const FIELD_WORDS = {
  status: 'Status',
  user: 'Started by',
  environment: 'Environment',
  browser: 'Browser',
  platform: 'Platform',
  locale: 'Locale',
  build: 'Build',
  milestone: 'Milestone',
  branch: 'Branch',
  commit: 'Commit',
  reviewed: 'Reviewed',
} as const

/** Predicates in display order; labels come last. */
export const FIELDS = Object.keys(FIELD_WORDS) as (keyof typeof FIELD_WORDS)[]

export const choiceWords = (choice: Choice): string =>
  choice.field === 'label' ? choice.key : FIELD_WORDS[choice.field]

export const operatorWords: Record<Operator, string> = { IS: 'is', IS_NOT: 'is not' }

/** Returns the label of a value. */
export const valueWords = ({ field }: Choice, value: string): string => {
  if (field === 'status')
    return LAUNCH_STATUSES.flatMap((one) => (one === value ? [statusLook[one].words] : []))[0] ?? value
  if (field === 'reviewed') return value === 'true' ? 'Yes' : 'No'
  if (field === 'commit') return shortCommit(value)
  return field === 'label' && value === ANY_VALUE ? 'any value' : value
}

/** Choices with fixed values. */
export const fixedValues = ({ field }: Choice): readonly string[] | null =>
  field === 'status' ? LAUNCH_STATUSES : field === 'reviewed' ? ['true', 'false'] : null

/** Joins labels: 'Staging, Production and 2 more'. */
export const valuesWords = (choice: Choice, values: readonly string[]): string => {
  const shown = values.slice(0, 2).map((value) => valueWords(choice, value))
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ')
}

/** Describes a saved predicate: 'Environment is Staging, Production'. */
export const predicateWords = ({ field, operator, values }: Predicate): string => {
  if (field === 'q') return `“${values[0] ?? ''}”`
  if (field === 'labelKey') return `${values.join(', ')} ${operatorWords[operator]} any value`
  if (field === 'label')
    return values
      .map(
        (label) => `${label.split(':', 1)[0] ?? ''} ${operatorWords[operator]} ${label.slice(label.indexOf(':') + 1)}`,
      )
      .join(', ')
  return `${FIELD_WORDS[field]} ${operatorWords[operator]} ${valuesWords({ field }, values)}`
}
