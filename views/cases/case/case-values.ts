/** Converts a case to form values and back. */
import type { CaseChanges, CustomValues, NewCase, TestCase } from '../../../contract/cases/cases.ts'
import type { Attachment, CaseStep } from '../../../contract/cases/steps.ts'
import type { DateDefault } from '../../../contract/settings/test-case-field-values.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { written } from '../../shared/steps/steps.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type CaseValues = {
  title: string
  testSuiteId: number | null
  draft: boolean
  deprecated: boolean
  priority: number | null
  automationState: number | null
  description: string
  preConditions: string
  postConditions: string
  steps: CaseStep[]
  attachments: Attachment[]
  customFields: CustomValues
  /** The version at the start of editing; stored with the draft. */
  version: number
}

export const valuesOf = (testCase: TestCase): CaseValues => ({
  title: testCase.title,
  testSuiteId: testCase.testSuiteId,
  draft: testCase.draft,
  deprecated: testCase.deprecated,
  priority: testCase.priority?.id ?? null,
  automationState: testCase.automationState?.id ?? null,
  description: testCase.description,
  preConditions: testCase.preConditions,
  postConditions: testCase.postConditions,
  steps: testCase.steps,
  attachments: testCase.attachments,
  customFields: testCase.customFields,
  version: testCase.version,
})

/** Defaults of a new case in the project (AISG-10). */
export const startValues = (vocabulary: Vocabulary, suiteId: number | null, me: number): CaseValues => ({
  title: '',
  testSuiteId: suiteId,
  draft: false,
  deprecated: false,
  priority: vocabulary.priorities.find(({ isDefault }) => isDefault)?.id ?? null,
  automationState: vocabulary.automationStates.find(({ isDefault }) => isDefault)?.id ?? null,
  description: '',
  preConditions: '',
  postConditions: '',
  steps: [],
  attachments: [],
  customFields: Object.fromEntries(
    vocabulary.fields
      .filter(({ enabled }) => enabled)
      .flatMap((field) => {
        const value = defaultOf(field, me)
        return value === null ? [] : [[String(field.id), value]]
      }),
  ),
  version: 0,
})

const defaultOf = (field: TestCaseField, me: number): string | number | number[] | null => {
  switch (field.dataType) {
    case 'STRING':
    case 'TEXT':
      return field.value.hasDefault && field.value.default !== '' ? field.value.default : null
    case 'URI':
      return field.value.default || null
    case 'DATE':
      return dayOf(field.value.default)
    case 'DROPDOWN':
      return field.value.hasDefault ? (field.value.options.find(({ isDefault }) => isDefault)?.id ?? null) : null
    case 'MULTI_SELECT': {
      const ids = field.value.options.flatMap(({ id, isDefault }) => (isDefault && id !== null ? [id] : []))
      return field.value.hasDefault && ids.length > 0 ? ids : null
    }
    case 'USER':
      return field.value.default === null
        ? null
        : field.value.default.kind === 'author'
          ? me
          : field.value.default.userId
    default:
      return null
  }
}

const DAY_MS = 86_400_000

const dayOf = (begins: DateDefault): string | null => {
  if (begins === null) return null
  if (begins.kind === 'specificDate') return begins.date || null
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(begins.timeZone) ?? []
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const days = begins.kind === 'relativeToToday' ? (begins.days ?? 0) : 0
  return new Date(Date.now() + offsetMs + days * DAY_MS).toISOString().slice(0, 10)
}

/** Values as a case has them. */
export const shownOf = ({ priority, automationState, version: _, ...rest }: CaseValues) => ({
  ...rest,
  priority: priority === null ? null : { id: priority },
  automationState: automationState === null ? null : { id: automationState },
})

const contentOf = (values: CaseValues) => {
  const { testSuiteId: _, steps, ...content } = shownOf(values)
  return { ...content, steps: written(steps) }
}

export const newCaseOf = (values: CaseValues): NewCase => ({
  ...contentOf(values),
  testSuiteId: values.testSuiteId ?? 0,
})

/** Returns the changed fields; of custom fields only the changed ones. */
export const changesOf = (before: CaseValues, after: CaseValues): CaseChanges => {
  const [from, to] = [contentOf(before), contentOf(after)]
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const { customFields, ...rest } = to
  const changes = Object.entries(rest).filter(([name, value]) => differs(from[name as keyof typeof rest], value))
  const ids = new Set([...Object.keys(from.customFields), ...Object.keys(customFields)])
  const fields = [...ids].flatMap((id): [string, CustomValues[string]][] =>
    differs(from.customFields[id] ?? null, customFields[id] ?? null) ? [[id, customFields[id] ?? null]] : [],
  )
  return {
    ...Object.fromEntries(changes),
    ...(fields.length === 0 ? {} : { customFields: Object.fromEntries(fields) }),
  }
}

/** Why a case cannot be edited any more. */
export const whyNotEdited = ({ deleted }: TestCase): string =>
  deleted ? 'This test case was deleted.' : 'You may no longer change this test case.'
