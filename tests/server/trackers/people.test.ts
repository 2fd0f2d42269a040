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
import { aPerson, aProject, aWorkspace, type TestPerson } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'
import { TRACKERS } from './support.ts'

let app: TestApp
let owner: TestPerson
let engineer: TestPerson
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  engineer = await aPerson(app, { roles: { [projectId]: 'ENGINEER' } })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const of = (tracker: TrackerKey) => ({ token: engineer.token, params: { projectKey: 'DEF', tracker } })

describe.each([
  ['Jira Cloud', { accountId: '5b10:ada' }, { id: '5b10:ada', name: 'Ada Lovelace', username: null }],
  ['Jira Data Center', { name: 'ada' }, { id: 'ada', name: 'Ada Lovelace', username: 'ada' }],
] as const)('%s', (name, sentAs, ada) => {
  const tracker = TRACKERS[name].create()
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem((asked) => tracker.answers(asked))
    const values = tracker.values(system.url) as never
    await ask(app, saveIntegration, { token: owner.token, params: { integration: 'jira' }, body: values })
  })
  afterAll(async () => {
    await system.close()
    await ask(app, removeIntegration, { token: owner.token, params: { integration: 'jira' } })
  })
  const people = (q: string, target = 'SHOP') => ask(app, searchTrackerPeople, { ...of('jira'), query: { target, q } })

  test('people who can be assigned issues are found, a bounded number at a time, without their e-mail addresses', async () => {
    expect(await people(' ada ')).toEqual({ items: [ada], hasMore: false })
    expect(await people('nobody')).toEqual({ items: [], hasMore: false })
    const all = await people('')
    expect([all.items.length, all.hasMore]).toEqual([PEOPLE_FOUND, true])
    expect((await people('tester1')).items).toHaveLength(11)
    expect(system.asked.every(({ path }) => path.includes(`maxResults=${PEOPLE_FOUND + 1}`))).toBe(true)
  })

  test('fields that take people are asked for and sent as Jira takes them; the reporter may be left to Jira', async () => {
    const field = (fieldId: string, called: string, schema: object, more: object = {}) => ({
      fieldId,
      name: called,
      required: true,
      schema,
      ...more,
    })
    const fields = [
      field('assignee', 'Assignee', { type: 'user', system: 'assignee' }),
      field('reporter', 'Reporter', { type: 'user', system: 'reporter' }, { hasDefaultValue: true }),
      field('customfield_1', 'Testers', { type: 'array', items: 'user', custom: 'x:multiuserpicker' }),
    ]
    const sent: { fields: Record<string, unknown> }[] = []
    system.answersInstead((asked) => {
      if (asked.path.includes('/issuetypes/10004')) return [200, { fields }]
      if (asked.method === 'POST') sent.push(JSON.parse(asked.body) as (typeof sent)[number])
      return null
    })
    const query = { target: 'SHOP', type: '10004' }
    const shown = await ask(app, listIssueTargets, { ...of('jira'), query })
    expect(shown.fields).toEqual([
      { id: 'assignee', name: 'Assignee', kind: 'person', isOptional: false, options: [] },
      { id: 'reporter', name: 'Reporter', kind: 'person', isOptional: true, options: [] },
      { id: 'customfield_1', name: 'Testers', kind: 'person', isOptional: false, options: [] },
    ])
    const launch = await agent.startLaunch()
    const testId = await launch.test('pays', { result: 'FAILED', reason: `boom ${name}` })
    const place = { token: engineer.token, params: { projectKey: 'DEF', launchId: launch.id, testId } }
    const wanted = (values: Record<string, string>) => ({
      tracker: 'jira' as const,
      ...query,
      title: 'Payment fails',
      description: '',
      withScreenshot: false,
      fields: values,
      operationId: crypto.randomUUID(),
      failureKeys: [],
    })
    const refusal = await refusalOf(app, createIssue, { ...place, body: wanted({ assignee: ada.id }) })
    expect(refusal.errors?.map(({ field: wrong }) => wrong)).toEqual(['fields.customfield_1'])
    await ask(app, createIssue, { ...place, body: wanted({ assignee: ada.id, customfield_1: ada.id, reporter: '' }) })
    expect(sent[0]?.fields).toMatchObject({ assignee: sentAs, customfield_1: [sentAs] })
    expect(sent[0]?.fields).not.toHaveProperty('reporter')
    await ask(app, createIssue, {
      ...place,
      body: wanted({ assignee: ada.id, customfield_1: ada.id, reporter: ada.id }),
    })
    expect(sent.at(-1)?.fields).toMatchObject({ reporter: sentAs })
    system.answersInstead(() => null)
  })

  test('a project that Jira hides, a wrong question and a tracker without people are refused', async () => {
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

test('trackers whose issues have no such fields say so', async () => {
  const github = TRACKERS.GitHub.create()
  const system = await startSystem((asked) => github.answers(asked))
  const values = github.values(system.url) as never
  await ask(app, saveIntegration, { token: owner.token, params: { integration: 'github' }, body: values })
  const refusal = await refusalOf(app, searchTrackerPeople, { ...of('github'), query: { target: 'team/shop', q: '' } })
  expect(refusal).toMatchObject({ status: 409, message: 'GitHub has no fields that take people' })
  await system.close()
})
