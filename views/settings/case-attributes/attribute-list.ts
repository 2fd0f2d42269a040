import { caseAttributeFaults } from '../../../contract/settings/case-attribute-rules.ts'
import {
  CaseAttribute,
  CaseAttributes,
  getAutomationStates,
  getPriorities,
  saveAutomationStates,
  savePriorities,
} from '../../../contract/settings/case-attributes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { Send } from '../../../services/http/http.ts'
import type { HeldList } from '../held/use-held-editor.ts'

/** Differences between the pages of priorities and of automation states. */
export interface AttributeKind {
  name: 'priorities' | 'automation-states'
  title: string
  noun: string
  empty: string
  foot: string
  savedText: string
  load: (send: Send, projectKey: string) => Promise<CaseAttributes>
  save: (send: Send, projectKey: string, version: number, entries: CaseAttribute[]) => Promise<CaseAttributes>
}

export const PRIORITIES: AttributeKind = {
  name: 'priorities',
  title: 'Priorities',
  noun: 'priority',
  empty: 'How important a test case is.',
  foot: 'Menus use this order. New test cases get the default.',
  savedText: TEXTS.prioritiesSaved,
  load: (send, projectKey) => send(getPriorities, { params: { projectKey } }),
  save: (send, projectKey, version, priorities) =>
    send(savePriorities, { params: { projectKey }, body: { version, priorities } }),
}

export const AUTOMATION_STATES: AttributeKind = {
  name: 'automation-states',
  title: 'Automation states',
  noun: 'automation state',
  empty: 'Whether a test case is automated, or will be.',
  foot: 'Menus use this order. New test cases get the default.',
  savedText: TEXTS.automationStatesSaved,
  load: (send, projectKey) => send(getAutomationStates, { params: { projectKey } }),
  save: (send, projectKey, version, automationStates) =>
    send(saveAutomationStates, { params: { projectKey }, body: { version, automationStates } }),
}

const storedOf = ({ version, savedBy, items }: CaseAttributes): Stored<CaseAttribute> => ({
  version,
  savedBy,
  entries: items,
})

export const attributeList = (kind: AttributeKind, send: Send, projectKey: string): HeldList<CaseAttribute> => ({
  name: kind.name,
  fields: ['name', 'icon', 'isDefault'],
  exclusive: ['isDefault'],
  validate: caseAttributeFaults,
  entry: CaseAttribute,
  load: async () => storedOf(await kind.load(send, projectKey)),
  save: async (version, entries) => {
    const placed = entries.map((entry, relativePosition) => ({ ...entry, relativePosition }))
    return storedOf(await kind.save(send, projectKey, version, placed))
  },
  storedOf: (answer) => {
    const parsed = CaseAttributes.safeParse(answer)
    return parsed.success ? storedOf(parsed.data) : null
  },
  savedText: kind.savedText,
})

export const newAttribute = (): CaseAttribute => ({
  id: null,
  name: '',
  icon: 'circle',
  isDefault: false,
  relativePosition: 0,
})

const FIELD_LABELS: Record<string, string> = { icon: 'the icon', isDefault: 'the default' }
export const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? 'the name'
