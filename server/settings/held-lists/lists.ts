import { withoutBlankAliases } from '../../../contract/settings/aliases.ts'
import { caseAttributeFaults } from '../../../contract/settings/case-attribute-rules.ts'
import type { CaseAttribute, StoredCaseAttribute } from '../../../contract/settings/case-attributes.ts'
import { failureTagFaults } from '../../../contract/settings/failure-tag-rules.ts'
import type { FailureTag, StoredFailureTag } from '../../../contract/settings/failure-tags.ts'
import { observationTypeFaults } from '../../../contract/settings/observation-type-rules.ts'
import type { ObservationType, StoredObservationType } from '../../../contract/settings/observation-types.ts'
import { resultStatusFaults } from '../../../contract/settings/result-status-rules.ts'
import type { ResultStatus, StoredResultStatus } from '../../../contract/settings/result-statuses.ts'
import type { GivenEntry, HeldList } from './held-list.ts'

const text = (column: string) => ({ column, type: 'text' as const })
const flag = (column: string) => ({ column, type: 'boolean' as const })
const trimmed = <Given extends GivenEntry>(entry: Given, relativePosition: number): Given => ({
  ...entry,
  name: entry.name.trim(),
  relativePosition,
})

export const RESULT_STATUSES: HeldList<ResultStatus, StoredResultStatus> = {
  list: 'result-statuses',
  key: 'resultStatuses',
  table: 'result_status',
  written: {
    name: text('name'),
    aliases: text('aliases'),
    enabled: flag('enabled'),
    colorHex: text('color_hex'),
    isSuccess: flag('is_success'),
    isFailure: flag('is_failure'),
    isCompleted: flag('is_completed'),
  },
  kept: {
    isAssignable: { column: 'is_assignable', first: true },
    isUntested: { column: 'is_untested', first: false },
  },
  tidy: (status, relativePosition) => ({
    ...status,
    name: status.name.trim(),
    aliases: withoutBlankAliases(status.aliases),
    relativePosition,
  }),
  faults: resultStatusFaults,
}

export const OBSERVATION_TYPES: HeldList<ObservationType, StoredObservationType> = {
  list: 'observation-types',
  key: 'items',
  table: 'observation_type',
  written: { name: text('name'), enabled: flag('enabled'), colorHex: text('color_hex') },
  kept: {},
  tidy: trimmed,
  faults: observationTypeFaults,
}

export const FAILURE_TAGS: HeldList<FailureTag, StoredFailureTag> = {
  list: 'failure-tags',
  key: 'items',
  table: 'failure_tag',
  written: { name: text('name'), value: text('value'), enabled: flag('enabled'), colorHex: text('color_hex') },
  kept: {},
  tidy: trimmed,
  faults: failureTagFaults,
}

const caseAttributes = (
  names: Pick<HeldList<CaseAttribute, StoredCaseAttribute>, 'list' | 'key' | 'table'>,
): HeldList<CaseAttribute, StoredCaseAttribute> => ({
  ...names,
  written: { name: text('name'), icon: text('icon'), isDefault: flag('is_default') },
  kept: {},
  tidy: trimmed,
  faults: caseAttributeFaults,
})
export const PRIORITIES = caseAttributes({ list: 'priorities', key: 'priorities', table: 'priority' })
export const AUTOMATION_STATES = caseAttributes({
  list: 'automation-states',
  key: 'automationStates',
  table: 'automation_state',
})
