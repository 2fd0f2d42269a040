import type { SettingsArea, SettingsChange } from '../../../contract/settings/changes.ts'
import { TYPE_LABELS } from '../test-case-fields/field-labels.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { formatSize } from '../../ui/text/format-size.ts'

/** Labels of areas, and paths of their pages. */
const AREAS: Record<SettingsArea, { label: string; path: Parameters<typeof inProjectHref>[0] }> = {
  project: { label: 'General', path: paths.settings },
  'test-case-fields': { label: 'Test case fields', path: paths.testCaseFields },
  priorities: { label: 'Priorities', path: paths.priorities },
  'automation-states': { label: 'Automation states', path: paths.automationStates },
  'result-statuses': { label: 'Result statuses', path: paths.resultStatuses },
  'observation-types': { label: 'Observation types', path: paths.observationTypes },
  'failure-tags': { label: 'Failure tags', path: paths.failureTags },
  'failure-causes': { label: 'Causes of failures', path: paths.launches },
  quarantine: { label: 'Quarantine', path: paths.quarantine },
  configurations: { label: 'Configurations', path: paths.configurations },
  environments: { label: 'Environments', path: paths.environments },
  variables: { label: 'Variables', path: paths.environmentsVariables },
  members: { label: 'Members', path: paths.members },
  milestones: { label: 'Milestones', path: paths.milestones },
  'requirement-systems': { label: 'Requirement systems', path: paths.requirementSystems },
  notifications: { label: 'Notifications', path: paths.notifications },
  'pull-requests': { label: 'Pull requests', path: paths.pullRequests },
  'quality-gate': { label: 'Quality gate', path: paths.qualityGate },
  'flaky-tests': { label: 'Flaky tests', path: paths.flakyRules },
  retention: { label: 'Retention', path: paths.retention },
  badge: { label: 'Badge', path: paths.qualityGate },
}

export const areaLabel = (area: SettingsArea): string => AREAS[area].label
export const areaHref = (area: SettingsArea, projectKey: string): string => inProjectHref(AREAS[area].path, projectKey)

export const KIND_LABELS: Record<SettingsChange['kind'], string> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Removed',
  moved: 'Moved',
  revealed: 'Revealed the secret',
}

/** Labels of fields that differ from their names in the contract. */
const FIELDS: Partial<Record<string, string>> = {
  colorHex: 'Colour',
  enabled: 'Switched on',
  isSuccess: 'Counts as success',
  isFailure: 'Counts as failure',
  isCompleted: 'Counts as completed',
  isDefault: 'Default',
  isAssignable: 'Can be given',
  relativePosition: 'Place',
  position: 'Place',
  tabId: 'Tab',
  systemName: 'System name',
  dataType: 'Type',
  dueDate: 'Due date',
  startDate: 'Start date',
  maxLaunchBytes: 'Launch size',
  maxLogBytes: 'Log size',
  maxAttachmentBytes: 'Attachment size',
  maxVideoBytes: 'Video size',
  maxExploratoryBytes: 'Exploratory size',
}

/** `hasDefault` reads "Has default", unless labelled otherwise. */
export const fieldLabel = (field: string): string => {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const LABELS: Partial<Record<string, string>> = {
  ADMINISTRATOR: 'Administrator',
  MANAGER: 'Manager',
  ENGINEER: 'Engineer',
  GUEST: 'Guest',
}

/** Formats a value of any shape; null for none. */
export const formatValue = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return LABELS[value] ?? value
  if (typeof value === 'number') return value.toLocaleString('en')
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => formatValue(one) ?? '–').join(', ')
  if (typeof value !== 'object') return null
  const named = value as { name?: unknown }
  if (typeof named.name === 'string') return named.name
  const parts = Object.entries(value).flatMap(([field, one]) => {
    const words = formatValue(one)
    return words === null ? [] : [`${fieldLabel(field)}: ${words}`]
  })
  return parts.length === 0 ? null : parts.join(', ')
}

/** Formats a value of a field: types of test case fields as on their page, and bytes as a size. */
export const formatFieldValue = (field: string, value: unknown): string | null => {
  if (field === 'dataType') return (TYPE_LABELS as Partial<Record<string, string>>)[String(value)] ?? formatValue(value)
  return field.endsWith('Bytes') && typeof value === 'number' ? formatSize(value) : formatValue(value)
}

export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
