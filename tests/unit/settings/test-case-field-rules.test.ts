import { describe, expect, test } from 'vitest'
import {
  fieldFaults,
  isUrl,
  SAVE_BLOCKERS,
  saveBlockers,
  systemNameOf,
  type FieldDraft,
  type SaveBlocker,
} from '../../../contract/settings/test-case-field-rules.ts'
import { DEFAULT_TIME_ZONE, startValue, TIME_ZONES } from '../../../contract/settings/test-case-field-values.ts'
import { TEXTS } from '../../../contract/texts.ts'

const complete: FieldDraft = {
  name: 'Severity',
  systemName: 'severity',
  description: '',
  tabId: 1,
  typed: startValue('STRING'),
}
const anOption = (name: string, isDefault = false) => ({ id: null, name, isDefault, relativePosition: 1, icon: null })
const dropdown = (hasDefault: boolean, ...options: ReturnType<typeof anOption>[]): FieldDraft => ({
  ...complete,
  typed: { dataType: 'DROPDOWN', value: { hasIcon: false, hasDefault, options } },
})
const multiSelect = (hasDefault: boolean, ...options: ReturnType<typeof anOption>[]): FieldDraft => ({
  ...complete,
  typed: { dataType: 'MULTI_SELECT', value: { hasDefault, options } },
})
const url = (text: string): FieldDraft => ({ ...complete, typed: { dataType: 'URI', value: { default: text } } })
const text = (dataType: 'STRING' | 'TEXT', words: string, hasDefault = true): FieldDraft => ({
  ...complete,
  typed: { dataType, value: { hasDefault, default: words } },
})
const date = (value: Extract<FieldDraft['typed'], { dataType: 'DATE' }>['value']['default']): FieldDraft => ({
  ...complete,
  typed: { dataType: 'DATE', value: { default: value } },
})
const specificUser = (userId: number | null): FieldDraft => ({
  ...complete,
  typed: { dataType: 'USER', value: { default: { kind: 'specificUser', userId } } },
})

describe('blockers of Save', () => {
  const cases: [row: string, blocker: SaveBlocker, blocked: FieldDraft[], free: FieldDraft[]][] = [
    ['[FIELDS-40]', 'no-type', [{ ...complete, typed: { dataType: null } }], [complete]],
    ['[FIELDS-41]', 'no-name', [{ ...complete, name: '  ' }], [complete]],
    ['[FIELDS-42]', 'no-system-name', [{ ...complete, systemName: ' ' }], [complete]],
    ['[FIELDS-43]', 'no-options', [dropdown(false), multiSelect(false)], [dropdown(false, anOption('Low'))]],
    [
      '[FIELDS-44]',
      'blank-option',
      [dropdown(false, anOption('Low'), anOption(' ')), multiSelect(false, anOption(''))],
      [multiSelect(false, anOption('Low'))],
    ],
    [
      '[FIELDS-45]',
      'no-default-option',
      [dropdown(true, anOption('Low'), anOption('High')), multiSelect(true, anOption('Low'))],
      [dropdown(true, anOption('Low', true)), dropdown(false, anOption('Low'))],
    ],
    [
      '[FIELDS-46]',
      'no-date',
      [date({ kind: 'specificDate', date: '' })],
      [date({ kind: 'specificDate', date: '2026-02-28' }), date({ kind: 'today', timeZone: DEFAULT_TIME_ZONE })],
    ],
    ['[FIELDS-47]', 'no-user', [specificUser(null)], [specificUser(7)]],
    ['[FIELDS-48]', 'no-url', [url('example'), url('https://')], [url(''), url('https://example.com/a?b=1')]],
    [
      '[FIELDS-49]',
      'blank-default',
      [text('STRING', ' '), text('TEXT', '')],
      [text('STRING', 'x'), text('TEXT', '', false)],
    ],
  ]
  test.each(cases)('%s %s', (_row, blocker, blocked, free) => {
    for (const draft of blocked) expect(saveBlockers(draft)).toEqual([blocker])
    for (const draft of free) expect(saveBlockers(draft)).toEqual([])
  })

  test('all ten are tested, and the server rejects whatever disables Save', () => {
    expect(cases.map(([, blocker]) => blocker)).toEqual([...SAVE_BLOCKERS])
    for (const [, , blocked, free] of cases) {
      for (const draft of blocked) expect(fieldFaults(draft)).not.toEqual([])
      for (const draft of free) expect(fieldFaults(draft)).toEqual([])
    }
  })

  test('lists all blockers in the order of the form', () => {
    expect(saveBlockers({ ...dropdown(true, anOption('')), name: '', systemName: '' })).toEqual([
      'no-name',
      'no-system-name',
      'blank-option',
      'no-default-option',
    ])
  })
})

describe('faults of a field', () => {
  const said = (draft: FieldDraft) => fieldFaults(draft).map(({ field, message }) => [field, message])

  test('[FIELDS-17] [FIELDS-18] [FIELDS-20] [FIELDS-23] lengths', () => {
    const long = 'a'.repeat(128)
    expect(said({ ...complete, name: long, systemName: long, description: 'd'.repeat(173) })).toEqual([
      ['name', TEXTS.fieldNameLength],
      ['systemName', TEXTS.fieldNameLength],
      ['description', TEXTS.fieldDescriptionLength],
    ])
    const max = 'a'.repeat(127)
    expect(said({ ...complete, name: max, systemName: max, description: 'd'.repeat(172) })).toEqual([])
  })

  test('[FIELDS-17] [FIELDS-18] [FIELDS-21] [FIELDS-22] requires name, system name and tab', () => {
    const nothing = { name: '', systemName: '', description: '', tabId: null, typed: { dataType: null } } as const
    expect(said(nothing)).toEqual(['dataType', 'name', 'systemName', 'tabId'].map((field) => [field, TEXTS.required]))
  })

  test('a system name is one word', () => {
    expect(said({ ...complete, systemName: 'test data' })).toEqual([['systemName', TEXTS.systemNameCharacters]])
    expect(said({ ...complete, systemName: 'Größe_2' })).toEqual([])
  })

  test('[FIELDS-34] rejects a 25th option', () => {
    const options = Array.from({ length: 25 }, (_, i) => anOption(`Option ${i}`))
    expect(said(dropdown(false, ...options))).toEqual([['value.options', TEXTS.optionsFull]])
    expect(said(multiSelect(false, ...options.slice(1)))).toEqual([])
  })

  test('[FIELDS-35] [FIELDS-38] [FIELDS-39] defaults that contradict the switch, or each other', () => {
    expect(said(dropdown(false, anOption('Low', true)))).toEqual([['value.options', TEXTS.defaultOptionOff]])
    const two = [anOption('Low', true), anOption('High', true)]
    expect(said(dropdown(true, ...two))).toEqual([['value.options', TEXTS.oneDefaultOption]])
    expect(said(multiSelect(true, ...two))).toEqual([])
  })

  test('rejects a duplicate option, ignoring case', () => {
    expect(said(dropdown(false, anOption('Low'), anOption('High'), anOption(' low ')))).toEqual([
      ['value.options.2.name', TEXTS.optionTwice],
    ])
  })

  test('[FIELDS-27] [FIELDS-29] days, time zones and dates that exist', () => {
    const relative = (days: number | null, timeZone = 'GMT+05:45') => date({ kind: 'relativeToToday', days, timeZone })
    expect(said(relative(-3650))).toEqual([])
    expect(said(relative(3651))).toEqual([['value.default', TEXTS.fieldDays]])
    expect(said(relative(1.5))).toEqual([['value.default', TEXTS.fieldDays]])
    expect(said(relative(null))).toEqual([['value.default', TEXTS.required]])
    expect(said(relative(1, 'Europe/Berlin'))).toEqual([['value.default', TEXTS.timeZone]])
    expect(said(date({ kind: 'specificDate', date: '2026-02-30' }))).toEqual([['value.default', TEXTS.dayFormat]])
  })

  test('[FIELDS-28] the default time zone is one of the offered ones', () => {
    expect(DEFAULT_TIME_ZONE).toBe('GMT+00:00')
    expect(TIME_ZONES).toContain(DEFAULT_TIME_ZONE)
    expect(new Set(TIME_ZONES).size).toBe(TIME_ZONES.length)
  })

  test.each([
    ['https://example.com', true],
    ['ftp://files.example.com/a', true],
    ['mailto:qa@example.com', true],
    ['example.com', false],
    ['https://exa mple.com', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['http://', false],
  ])('[FIELDS-48] %s', (address, isOne) => {
    expect(isUrl(address)).toBe(isOne)
  })
})

test.each([
  ['Severity', 'severity'],
  ['Test data', 'testData'],
  ['Test-data set: 2', 'testDataSet2'],
  ['  Due   date ', 'dueDate'],
  ['URL of page', 'urlOfPage'],
  ['browser_name', 'browser_name'],
  ['preConditions', 'preConditions'],
  ["Tester's note", 'testersNote'],
  ['100% done!', '100Done'],
  ['Größe der Datei', 'größeDerDatei'],
  ['!!!', ''],
  ['a'.repeat(200), 'a'.repeat(127)],
])('[FIELDS-19] the system name of %s', (name, systemName) => {
  expect(systemNameOf(name)).toBe(systemName)
})
