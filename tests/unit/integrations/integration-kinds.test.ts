import { describe, expect, test } from 'vitest'
import {
  FIELD_KEYS,
  fieldsWith,
  INTEGRATION_KINDS,
  isSecret,
  kindOf,
  type IntegrationKind,
} from '../../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { leadsElsewhere, problemsIn, statusOf, type Integration } from '../../../contract/workspace/integrations.ts'
import { TEXTS } from '../../../contract/texts.ts'

const kinds: readonly IntegrationKind[] = INTEGRATION_KINDS
const kind = (key: string): IntegrationKind => {
  const found = kindOf(key)
  if (!found) throw new Error(`there is no kind ${key}`)
  return found
}
const none = () => false

describe('the table of integrations', () => {
  test('names each kind once, and each field of a kind once', () => {
    expect(new Set(kinds.map(({ key }) => key)).size).toBe(kinds.length)
    for (const { key, fields } of kinds) {
      const names = fields.map((field) => field.key)
      expect([key, new Set(names).size]).toEqual([key, names.length])
    }
    const used = new Set(kinds.flatMap(({ fields }) => fields.map((field) => field.key)))
    expect([...used].sort()).toEqual([...FIELD_KEYS].sort())
  })

  test('every editable kind has a secret or an address, and its initial values lack only what a user must enter', () => {
    for (const one of kinds.filter(({ fields }) => fields.length > 0)) {
      expect([one.key, one.fields.some((field) => isSecret(field) || field.type === 'url')]).toEqual([one.key, true])
      const values = Object.fromEntries(one.fields.map((field) => [field.key, field.initial ?? '']))
      for (const problem of Object.values(problemsIn(one, values, none))) expect(problem).toBe(TEXTS.required)
    }
  })

  test('a field that depends on the deployment belongs to a kind with deployments', () => {
    const dangling = kinds.flatMap(({ key, fields }) => {
      const options = fields.find((field) => field.key === 'deployment')?.options?.map(({ value }) => value) ?? []
      return fields.filter(({ when }) => when !== undefined && !options.includes(when.deployment)).map(() => key)
    })
    expect(dangling).toEqual([])
  })
})

describe('values of an integration', () => {
  const jira = { deployment: 'cloud', url: 'https://team.atlassian.net', email: 'qa@example.test', token: 't' }

  test('the deployment decides which fields there are', () => {
    const names = (deployment: string) => fieldsWith(kind('xray'), { deployment }).map(({ key }) => key)
    expect(names('cloud')).toEqual(['deployment', 'url', 'clientId', 'clientSecret'])
    expect(names('server')).toEqual(['deployment', 'url', 'token'])
  })

  test('names missing values, and a missing secret unless one is stored', () => {
    expect(problemsIn(kind('jira'), jira, none)).toEqual({})
    const empty = { ...jira, email: '', token: '' }
    expect(problemsIn(kind('jira'), empty, none)).toEqual({ email: TEXTS.required, token: TEXTS.required })
    expect(problemsIn(kind('jira'), empty, (key) => key === 'token')).toEqual({ email: TEXTS.required })
    expect(problemsIn(kind('jira'), { ...empty, deployment: 'server' }, () => true)).toEqual({})
  })

  test.each([
    'ftp://tracker.test',
    'tracker.test',
    'https://user:password@tracker.test',
    'https://user@tracker.test',
    'https://tracker.test/#fragment',
    'https://tracker.test/?token=1',
    'javascript:alert(1)',
  ])('%s is no address of a system', (url) => {
    expect(problemsIn(kind('jira'), { ...jira, url }, none)).toEqual({ url: INTEGRATION_TEXTS.address })
  })

  test('the address of a workflow may have a query, which contains its token', () => {
    expect(problemsIn(kind('microsoft-teams'), { webhook: 'https://flow.test/run?sig=1' }, none)).toEqual({})
  })

  test('another address or deployment leads elsewhere, another account does not', () => {
    expect(leadsElsewhere(kind('jira'), jira, { ...jira, email: 'other@example.test' })).toBe(false)
    expect(leadsElsewhere(kind('jira'), jira, { ...jira, url: 'https://other.test' })).toBe(true)
    expect(leadsElsewhere(kind('jira'), jira, { ...jira, deployment: 'server' })).toBe(true)
  })
})

test('the status is off before it is failing, and the configuration of the server counts where nothing is stored', () => {
  const checked = { at: '2026-01-01T00:00:00Z', problem: null, account: null }
  const integration: Integration = {
    key: 'ai',
    isStored: true,
    enabled: true,
    values: {},
    secrets: {},
    checked,
    server: null,
  }
  const failed = { ...integration, checked: { ...checked, problem: 'refused' } }
  expect(statusOf(integration)).toBe('on')
  expect(statusOf(failed)).toBe('failing')
  expect(statusOf({ ...failed, enabled: false })).toBe('off')
  expect(statusOf({ ...integration, isStored: false })).toBe('not-set-up')
  expect(statusOf({ ...integration, isStored: false, server: { isOn: true, about: 'x' } })).toBe('on')
  expect(statusOf({ ...integration, isStored: false, server: { isOn: false, about: 'x' } })).toBe('not-set-up')
})
