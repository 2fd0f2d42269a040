import { expect, test } from 'vitest'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { CaseFields } from '../../../views/runs/execution/case-fields.tsx'
import type { Vocabulary } from '../../../views/shared/cases/vocabulary.tsx'
import { renderedAs } from '../support/rendered-as.tsx'

const field = (id: number, name: string, dataType: string, more: object = {}) => ({
  id,
  type: 'CUSTOM',
  name,
  systemName: `field${id}`,
  description: '',
  tabId: 1,
  relativePosition: id,
  enabled: true,
  dataType,
  value: { hasDefault: false, default: '', options: [{ id: 7, name: 'Firefox' }] },
  ...more,
})
const builtIn = (id: number, name: string, systemName: string, dataType = 'TEXT') =>
  field(id, name, dataType, { type: 'SYSTEM', systemName })
const vocabularyOf = (...fields: object[]) =>
  ({
    priorities: [],
    automationStates: [],
    fields,
    tabs: [{ id: 1, name: 'General' }],
    enabledFields: [],
  }) as unknown as Vocabulary
const content = {
  description: 'What is tested',
  preConditions: 'Signed in',
  postConditions: '',
  attachments: [],
  customFields: { 10: 'Visa 4242', 11: 7, 12: 99, 13: 'Use the **test** card', 14: 'hidden', 15: 5 },
} as unknown as RunCaseContent
const shown = (vocabulary: Vocabulary) =>
  renderedAs(
    'ENGINEER',
    <CaseFields
      content={content}
      vocabulary={vocabulary}
      people={[{ id: 5, username: 'lea', name: 'Lea', email: '', photoUrl: null }]}
      steps={<p key="steps">the steps</p>}
    />,
  )

test('[TCASE-02] an executed case shows its custom fields, and the built-in ones in the order of the project', async () => {
  const markup = await shown(
    vocabularyOf(
      builtIn(1, 'Pre-conditions', 'preConditions'),
      builtIn(2, 'Description', 'description'),
      field(13, 'Test data', 'TEXT'),
      builtIn(3, 'Steps', 'steps', 'STEPS'),
      field(10, 'Card', 'STRING'),
      field(11, 'Browser', 'DROPDOWN'),
      field(15, 'Owner', 'USER'),
    ),
  )
  const order = [
    'Card',
    'Visa 4242',
    'Browser',
    'Firefox',
    'Owner',
    'Lea',
    'Signed in',
    'What is tested',
    'Test data',
    '<strong>test</strong>',
    'the steps',
  ]
  const places = order.map((text) => markup.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('[TCASE-03] an executed case shows no field that is disabled, empty, or has a removed option', async () => {
  const markup = await shown(
    vocabularyOf(
      { ...builtIn(2, 'Description', 'description'), enabled: false },
      builtIn(3, 'Steps', 'steps', 'STEPS'),
      builtIn(4, 'Post-conditions', 'postConditions'),
      field(12, 'Severity', 'DROPDOWN'),
      field(14, 'Secret note', 'STRING', { enabled: false }),
      field(16, 'Never filled', 'STRING'),
    ),
  )
  for (const text of ['What is tested', 'Post-conditions', 'Severity', 'hidden', 'Never filled'])
    expect(markup).not.toContain(text)
  expect(markup).toContain('the steps')
})

test('an executed case shows its texts and steps before the settings are loaded', async () => {
  const markup = await shown(vocabularyOf())
  for (const text of ['What is tested', 'Signed in', 'the steps']) expect(markup).toContain(text)
})
