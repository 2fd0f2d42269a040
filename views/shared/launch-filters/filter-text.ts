import { shortCommit } from '../../../contract/launches/launch-origin.ts'
import { LAUNCH_STATUSES } from '../../../contract/launches/launches.ts'
import { isFlag, type Operator, type Predicate } from '../../../contract/launches/launch-predicates.ts'
import { ANY_VALUE, type Choice } from '../../../machines/launches/filter-choices.ts'
import { statusLook } from '../launch-labels.ts'

const FIELD_LABELS = {
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
  pinned: 'Pinned',
} as const

/** Predicates in display order; labels come last. */
export const FIELDS = Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[]

export const choiceLabel = (choice: Choice): string =>
  choice.field === 'label' ? choice.key : FIELD_LABELS[choice.field]

export const operatorLabels: Record<Operator, string> = { IS: 'is', IS_NOT: 'is not' }

/** Returns the label of a value. */
export const formatValue = ({ field }: Choice, value: string): string => {
  if (field === 'status')
    return LAUNCH_STATUSES.flatMap((one) => (one === value ? [statusLook[one].words] : []))[0] ?? value
  if (isFlag(field)) return value === 'true' ? 'Yes' : 'No'
  if (field === 'commit') return shortCommit(value)
  return field === 'label' && value === ANY_VALUE ? 'any value' : value
}

/** Choices with fixed values. */
export const fixedValues = ({ field }: Choice): readonly string[] | null =>
  field === 'status' ? LAUNCH_STATUSES : isFlag(field) ? ['true', 'false'] : null

/** Joins labels: 'Staging, Production and 2 more'. */
export const formatValues = (choice: Choice, values: readonly string[]): string => {
  const shown = values.slice(0, 2).map((value) => formatValue(choice, value))
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ')
}

/** Describes a saved predicate: 'Environment is Staging, Production'. */
export const predicateLabel = ({ field, operator, values }: Predicate): string => {
  if (field === 'q') return `“${values[0] ?? ''}”`
  if (field === 'labelKey') return `${values.join(', ')} ${operatorLabels[operator]} any value`
  if (field === 'label')
    return values
      .map(
        (label) => `${label.split(':', 1)[0] ?? ''} ${operatorLabels[operator]} ${label.slice(label.indexOf(':') + 1)}`,
      )
      .join(', ')
  return `${FIELD_LABELS[field]} ${operatorLabels[operator]} ${formatValues({ field }, values)}`
}
