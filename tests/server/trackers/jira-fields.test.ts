import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createIssue,
  listIssueTargets,
  PEOPLE_FOUND,
  searchTrackerPeople,
  type TrackerKey,
} from '../../../contract/launches/issues.ts'
import { removeIntegration, saveIntegration } from '../../../contract/workspace/integrations.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'
import { TRACKERS } from './support.ts'

let app: TestApp
let owner: TestUser
let engineer: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const of = (tracker: TrackerKey) => ({ token: engineer.token, params: { projectKey: 'DEF', tracker } })

const field = (fieldId: string, name: string, schema: object, more: object = {}) => ({
  fieldId,
  name,
  required: true,
  schema,
  ...more,
})
const QUERY = { target: 'SHOP', type: '10004' }
const requested = (fields: Record<string, string>) => ({
  tracker: 'jira' as const,
  ...QUERY,
  title: 'Payment fails',
  description: '',
  withScreenshot: false,
  fields,
  operationId: crypto.randomUUID(),
  failureKeys: [],
})
/** A failed test, as calls name it. */
const aFailure = async (reason = 'boom') => {
  const launch = await agent.startLaunch()
  const testId = await launch.test('pays', { result: 'FAILED', reason })
  return { token: engineer.token, params: { projectKey: 'DEF', launchId: launch.id, testId } }
}
/** Makes Jira require these fields, and collects the created issues. */
const requiring = (system: TestSystem, fields: () => object[]) => {
  const sent: { fields: Record<string, unknown> }[] = []
  system.answersInstead((question) => {
    if (question.path.includes('/issuetypes/10004')) return [200, { fields: fields() }]
    if (question.method === 'POST') sent.push(JSON.parse(question.body) as (typeof sent)[number])
    return null
  })
  return sent
}

describe.each([
  ['Jira Cloud', { accountId: '5b10:ada' }, { id: '5b10:ada', name: 'Ada Lovelace', username: null }],
  ['Jira Data Center', { name: 'ada' }, { id: 'ada', name: 'Ada Lovelace', username: 'ada' }],
] as const)('%s', (name, sentAs, ada) => {
  const tracker = TRACKERS[name].create()
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem((question) => tracker.answers(question))
    const values = tracker.values(system.url) as never
    await ask(app, saveIntegration, { token: owner.token, params: { integration: 'jira' }, body: values })
  })
  afterAll(async () => {
    await system.close()
    await ask(app, removeIntegration, { token: owner.token, params: { integration: 'jira' } })
  })
  const people = (q: string, target = 'SHOP') => ask(app, searchTrackerPeople, { ...of('jira'), query: { target, q } })

  test('finds a bounded number of assignable users, without their e-mail addresses', async () => {
    expect(await people(' ada ')).toEqual({ items: [ada], hasMore: false })
    expect(await people('nobody')).toEqual({ items: [], hasMore: false })
    const all = await people('')
    expect([all.items.length, all.hasMore]).toEqual([PEOPLE_FOUND, true])
    expect((await people('tester1')).items).toHaveLength(11)
    expect(system.asked.every(({ path }) => path.includes(`maxResults=${PEOPLE_FOUND + 1}`))).toBe(true)
  })

  test('requires user fields and sends them in Jira’s format; the reporter is optional', async () => {
    const fields = [
      field('assignee', 'Assignee', { type: 'user', system: 'assignee' }),
      field('reporter', 'Reporter', { type: 'user', system: 'reporter' }, { hasDefaultValue: true }),
      field('customfield_1', 'Testers', { type: 'array', items: 'user', custom: 'x:multiuserpicker' }),
    ]
    const sent = requiring(system, () => fields)
    const shown = await ask(app, listIssueTargets, { ...of('jira'), query: QUERY })
    expect(shown.fields).toEqual([
      { id: 'assignee', name: 'Assignee', kind: 'user', isOptional: false, options: [] },
      { id: 'reporter', name: 'Reporter', kind: 'user', isOptional: true, options: [] },
      { id: 'customfield_1', name: 'Testers', kind: 'user', isOptional: false, options: [] },
    ])
    const place = await aFailure(`boom ${name}`)
    const refusal = await refusalOf(app, createIssue, { ...place, body: requested({ assignee: ada.id }) })
    expect(refusal.errors?.map(({ field: wrong }) => wrong)).toEqual(['fields.customfield_1'])
    await ask(app, createIssue, {
      ...place,
      body: requested({ assignee: ada.id, customfield_1: ada.id, reporter: '' }),
    })
    expect(sent[0]?.fields).toMatchObject({ assignee: sentAs, customfield_1: [sentAs] })
    expect(sent[0]?.fields).not.toHaveProperty('reporter')
    await ask(app, createIssue, {
      ...place,
      body: requested({ assignee: ada.id, customfield_1: ada.id, reporter: ada.id }),
    })
    expect(sent.at(-1)?.fields).toMatchObject({ reporter: sentAs })
    system.answersInstead(() => null)
  })

  test('rejects a hidden project, an invalid query and a tracker without users', async () => {
    const ask404 = { ...of('jira'), query: { target: 'HIDDEN', q: 'ada' } }
    expect(await refusalOf(app, searchTrackerPeople, ask404)).toMatchObject({ status: 502 })
    const wrong = await refusalOf(app, searchTrackerPeople, {
      ...of('jira'),
      query: { target: '', q: 'x'.repeat(101) },
    })
    expect([wrong.status, wrong.errors?.map(({ field }) => field).sort()]).toEqual([400, ['q', 'target']])
    const none = { ...of('github'), query: { target: 'SHOP', q: '' } }
    expect(await refusalOf(app, searchTrackerPeople, none)).toMatchObject({ status: 409 })
  })
})

test('trackers without such fields report it', async () => {
  const github = TRACKERS.GitHub.create()
  const system = await startSystem((question) => github.answers(question))
  const values = github.values(system.url) as never
  await ask(app, saveIntegration, { token: owner.token, params: { integration: 'github' }, body: values })
  const refusal = await refusalOf(app, searchTrackerPeople, { ...of('github'), query: { target: 'team/shop', q: '' } })
  expect(refusal).toMatchObject({ status: 409, message: 'GitHub has no fields that take people' })
  await system.close()
})

describe('fields of issues', () => {
  let system: TestSystem
  const tracker = TRACKERS['Jira Cloud'].create()
  beforeAll(async () => {
    system = await startSystem((question) => tracker.answers(question))
    const values = tracker.values(system.url) as never
    await ask(app, saveIntegration, { token: owner.token, params: { integration: 'jira' }, body: values })
  })
  afterAll(() => system.close())

  test('requires the fields that Jira requires, validates them, and sends them in Jira’s format', async () => {
    const place = await aFailure()
    const fields = [
      field('summary', 'Summary', { type: 'string', system: 'summary' }),
      field('customfield_1', 'Impact', { type: 'option' }, { allowedValues: [{ id: '7', value: 'High' }] }),
      field('components', 'Components', { type: 'array' }, { allowedValues: [{ id: '3', name: 'Basket' }] }),
      field('customfield_2', 'Steps', { type: 'string', custom: 'x:textarea' }),
      field('customfield_3', 'Points', { type: 'number' }),
      field('customfield_4', 'Optional', { type: 'string' }, { required: false }),
      field('customfield_5', 'Given', { type: 'string' }, { hasDefaultValue: true }),
    ]
    const more: object[] = []
    const sent = requiring(system, () => [...fields, ...more])
    const shown = await ask(app, listIssueTargets, { ...of('jira'), query: QUERY })
    expect(shown.fields).toEqual([
      { id: 'customfield_1', name: 'Impact', kind: 'choice', isOptional: false, options: [{ id: '7', name: 'High' }] },
      {
        id: 'components',
        name: 'Components',
        kind: 'choice',
        isOptional: false,
        options: [{ id: '3', name: 'Basket' }],
      },
      { id: 'customfield_2', name: 'Steps', kind: 'long-text', isOptional: false, options: [] },
      { id: 'customfield_3', name: 'Points', kind: 'number', isOptional: false, options: [] },
    ])
    const one = requested({ customfield_1: '8', customfield_2: 'Pay', customfield_3: 'many' })
    const refusal = await refusalOf(app, createIssue, { ...place, body: one })
    expect(refusal).toMatchObject({ status: 400 })
    expect(refusal.errors?.map(({ field: wrong }) => wrong)).toEqual([
      'fields.customfield_1',
      'fields.components',
      'fields.customfield_3',
    ])
    const values = { customfield_1: '7', components: '3', customfield_2: 'Pay', customfield_3: '5' }
    await ask(app, createIssue, { ...place, body: { ...one, fields: values } })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.fields).toMatchObject({
      customfield_1: { id: '7' },
      components: [{ id: '3' }],
      customfield_2: { type: 'doc' },
      customfield_3: 5,
    })
    more.push(field('customfield_6', 'Due at', { type: 'datetime' }))
    const other = await aFailure('another')
    const refused = await refusalOf(app, createIssue, { ...other, body: requested(values) })
    expect(refused).toMatchObject({ status: 409, message: 'Jira requires Due at, which only it can fill in' })
    system.answersInstead(() => null)
  })
})
