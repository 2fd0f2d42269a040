import type { SaveBlocker } from '../../../contract/settings/test-case-field-rules.ts'
import type { CustomDataType } from '../../../contract/settings/test-case-field-values.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'

export const TYPE_LABELS: Record<TestCaseField['dataType'], string> = {
  STRING: 'Line of text',
  TEXT: 'Text',
  DATE: 'Date',
  DROPDOWN: 'Dropdown',
  MULTI_SELECT: 'Multi-select',
  URI: 'URL',
  USER: 'User',
  STEPS: 'Steps',
  ATTACHMENTS: 'Attachments',
  PRIORITY: 'Priority',
  AUTOMATION_STATE: 'Automation state',
  DRAFT: 'Yes or no',
  DEPRECATED: 'Yes or no',
  AUTHOR: 'User',
  CREATED_ON: 'Date',
}

export const TYPE_HINTS: Record<CustomDataType, string> = {
  STRING: 'A single line of text.',
  TEXT: 'Several lines of text.',
  DATE: 'A calendar date.',
  DROPDOWN: 'One of the options below.',
  MULTI_SELECT: 'Any of the options below.',
  URI: 'A link to a page or a file.',
  USER: 'A member of this project.',
}

/** Reasons why Save is disabled, as instructions. */
export const BLOCKER_MESSAGES: Record<SaveBlocker, string> = {
  'no-type': 'Choose a type',
  'no-name': 'Enter a name',
  'no-system-name': 'Enter a system name',
  'no-options': 'Add an option',
  'blank-option': 'Name every option',
  'no-default-option': 'Choose the default option',
  'no-date': 'Choose the date',
  'no-user': 'Choose the user',
  'no-url': 'The default must be a full URL',
  'blank-default': 'Enter the default',
}

export const caseCount = (cases: number): string =>
  cases === 1 ? '1 test case has a value' : `${cases.toLocaleString()} test cases have a value`
