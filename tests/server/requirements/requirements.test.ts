import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createRequirement,
  deleteRequirement,
  findRequirements,
  linkRequirements,
  listCaseRequirements,
  listRequirements,
  syncRequirements,
  updateRequirement,
} from '../../../contract/requirements/requirements.ts'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, type AskedOf, type TestSystem } from '../support/systems.ts'
import { aProjectWithRuns, recorded } from '../runs/support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A project with one case for each outcome, and its calls about requirements. */
const aShop = async () => {
  const project = await aProjectWithRuns(app, owner)
  const { suite, case: add } = project.repository
  const checkout = await suite('Checkout')
  const card = await add(checkout, 'Pay by card')
  const later = await add(checkout, 'Pay later')
  const gift = await add(checkout, 'Pay by gift card')
  const of = (caseId: number) => ({ token: owner.token, params: { ...project.at.params, caseId } })
  return {
    ...project,
    card,
    later,
    gift,
    link: async (caseId: number, add: string[], remove: string[] = []) =>
      (await ask(app, linkRequirements, { ...of(caseId), body: { add, remove } })).items,
    linked: async (caseId: number) => (await ask(app, listCaseRequirements, of(caseId))).items.map(({ key }) => key),
    coverage: (query: NonNullable<Asked<unknown>['query']> = {}) =>
      ask(app, listRequirements, { ...project.at, query }),
    find: (q: string) => ask(app, findRequirements, { ...project.at, query: { q } }),
  }
}

describe('the list of the project', () => {
  test('rejects a duplicate key, ignoring case, and script addresses', async () => {
    const { at } = await aShop()
    const create = (key: string) => refusalOf(app, createRequirement, { ...at, body: { key, title: '' } })
    await ask(app, createRequirement, { ...at, body: { key: 'PRD-91', title: 'Gift cards', url: null } })
    expect(await create('prd-91')).toMatchObject({ status: 409, errors: [{ field: 'key' }] })
    expect(await create('javascript:alert(1)')).toMatchObject({ status: 400, errors: [{ field: 'key' }] })
    expect(await create('')).toMatchObject({ status: 400, errors: [{ field: 'key' }] })
  })

  test('a renamed requirement keeps its links, and a deleted one loses them', async () => {
    const { at, card, link, linked } = await aShop()
    const [one] = await link(card.id, ['PRD-1'])
    const params = { ...at.params, requirementId: one?.id ?? 0 }
    await ask(app, updateRequirement, { ...at, params, body: { key: 'PRD-2' } })
    expect(await linked(card.id)).toEqual(['PRD-2'])
    await ask(app, deleteRequirement, { ...at, params })
    expect(await linked(card.id)).toEqual([])
  })

  test('keeps concurrent links of two users, and one link per key, ignoring case', async () => {
    const { card, link, linked } = await aShop()
    await Promise.all([link(card.id, ['PRD-1', 'prd-1']), link(card.id, ['PRD-2'])])
    expect(await linked(card.id)).toEqual(['PRD-1', 'PRD-2'])
    await Promise.all([link(card.id, ['PRD-3']), link(card.id, [], ['prd-1'])])
    await link(card.id, ['PRD-11'])
    expect(await linked(card.id)).toEqual(['PRD-2', 'PRD-3', 'PRD-11'])
  })

  test('another project has requirements of its own', async () => {
    const [one, other] = [await aShop(), await aShop()]
    const [linked] = await one.link(one.card.id, ['PRD-1'])
    expect((await other.coverage()).items).toEqual([])
    const params = { ...other.at.params, requirementId: linked?.id ?? 0 }
    expect(await refusalOf(app, updateRequirement, { ...other.at, params, body: { title: 'x' } })).toMatchObject({
      status: 404,
    })
    const ofOther = { ...one.at, params: { ...one.at.params, caseId: other.card.id } }
    expect(await refusalOf(app, linkRequirements, { ...ofOther, body: { add: ['A-1'] } })).toMatchObject({
      status: 404,
    })
  })
})

test('coverage lists gaps first, by the last result that counts of every linked case, with the runs that name the requirement', async () => {
  const shop = await aShop()
  const { at, card, later, gift, link, coverage } = shop
  await ask(app, createRequirement, { ...at, body: { key: 'A-GAP', title: 'Nothing covers it', url: null } })
  await link(card.id, ['Z-FAILING', 'PASSING', 'INCOMPLETE'])
  await link(later.id, ['INCOMPLETE'])
  await link(gift.id, ['Z-FAILING'])
  const run = await shop.create([card.id, later.id, gift.id], { title: 'Release 2', requirements: ['PASSING'] })
  const passed = shop.status('Passed')
  const failed = shop.status('Failed')
  const withdrawn = crypto.randomUUID()
  await shop.send([
    recorded(run.id, card.id, { statusId: failed }),
    recorded(run.id, gift.id, { statusId: failed }),
    recorded(run.id, later.id, { statusId: failed }, { resultId: withdrawn }),
  ])
  await shop.send([
    recorded(run.id, card.id, { statusId: passed }),
    { type: 'results/withdraw', runId: run.id, resultIds: [withdrawn] },
  ])
  const { items, counts } = await coverage()
  expect(items.map(({ key, state, casesTotal }) => [key, state, casesTotal])).toEqual([
    ['A-GAP', 'uncovered', 0],
    ['Z-FAILING', 'failing', 2],
    ['INCOMPLETE', 'incomplete', 2],
    ['PASSING', 'passing', 1],
  ])
  expect(counts).toEqual({ uncovered: 1, failing: 1, incomplete: 1, passing: 1 })
  expect(items[3]).toMatchObject({
    cases: [{ key: card.key, last: { status: { name: 'Passed' }, runId: run.id, runTitle: 'Release 2' } }],
    runs: [{ id: run.id, title: 'Release 2', closed: false }],
  })
  expect(items[2]?.cases.map(({ last }) => last?.status.name ?? null)).toEqual(['Passed', null])
  const only = await coverage({ state: 'failing', q: 'z- fail' })
  expect(only.items.map(({ key }) => key)).toEqual(['Z-FAILING'])
  // A case in the trash bin covers nothing.
  await ask(app, deleteTestCases, { ...at, body: { ids: [card.id, gift.id], operationId: crypto.randomUUID() } })
  expect((await coverage()).counts).toMatchObject({ uncovered: 3, incomplete: 1 })
})

describe('Jira', () => {
  const issues = new Map<string, { summary: string; status: string }>()
  const answers = ({ path, headers }: AskedOf): [number, unknown] | null => {
    const { pathname, searchParams } = new URL(path, 'http://jira.test')
    if (pathname !== '/rest/api/3/search/jql') return null
    if (headers.authorization !== `Basic ${Buffer.from('qa@example.test:s3cret').toString('base64')}`) return [401, {}]
    const jql = searchParams.get('jql') ?? ''
    const keys = [...(/^key (?:in|=) (.*)$/.exec(jql)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(([, key = '']) => key)
    // Like Jira: a query that names an unknown issue is rejected.
    if (keys.some((key) => !issues.has(key.toUpperCase()))) return [400, { errorMessages: ['does not exist'] }]
    const words = /summary ~ "([^"*]*)\*?"/.exec(jql)?.[1]?.toLowerCase()
    const found = [...issues].filter(([key, { summary }]) =>
      keys.length > 0 ? keys.some((one) => one.toUpperCase() === key) : summary.toLowerCase().includes(words ?? ''),
    )
    return [
      200,
      { issues: found.map(([key, { summary, status }]) => ({ key, fields: { summary, status: { name: status } } })) },
    ]
  }
  let jira: TestSystem
  beforeAll(async () => {
    jira = await startSystem(answers)
    const values = { deployment: 'cloud', url: jira.url, email: 'qa@example.test', token: 's3cret', enabled: true }
    await ask(app, saveIntegration, { token: owner.token, params: { integration: 'jira' }, body: values })
  })
  afterAll(() => jira.close())
  beforeEach(() => {
    issues.clear()
    issues.set('SHOP-7', { summary: 'Gift cards at checkout', status: 'In Progress' })
    issues.set('SHOP-8', { summary: 'Refund to a gift card', status: 'Done' })
  })

  test('issues are found by words and by key, beside the list of the project', async () => {
    const { at, find } = await aShop()
    await ask(app, createRequirement, { ...at, body: { key: 'GIFT', title: 'Gift cards', url: null } })
    expect((await find('gift')).items.map(({ key, source }) => [key, source])).toEqual([
      ['GIFT', 'project'],
      ['SHOP-7', 'jira'],
      ['SHOP-8', 'jira'],
    ])
    expect((await find('shop-8')).items.map(({ key, status }) => [key, status])).toEqual([['SHOP-8', 'Done']])
    expect((await find('SHOP-99')).problem).toBeNull()
  })

  test('a linked issue brings title, status and address, and follows Jira when it is updated', async () => {
    const { at, card, link, coverage } = await aShop()
    const items = await link(card.id, ['SHOP-7', 'SHOP-99'])
    expect(items).toMatchObject([
      {
        key: 'SHOP-7',
        source: 'jira',
        title: 'Gift cards at checkout',
        status: 'In Progress',
        url: `${jira.url}/browse/SHOP-7`,
      },
      { key: 'SHOP-99', source: 'project', title: '', status: null },
    ])
    issues.set('SHOP-7', { summary: 'Gift cards', status: 'Done' })
    issues.set('SHOP-99', { summary: 'Made later', status: 'To Do' })
    expect(await ask(app, syncRequirements, { ...at })).toEqual({ updated: 2, gone: [], problem: null })
    expect((await coverage({ source: 'jira' })).items.map(({ title, status }) => [title, status])).toEqual([
      ['Gift cards', 'Done'],
      ['Made later', 'To Do'],
    ])
    const params = { ...at.params, requirementId: items[0]?.id ?? 0 }
    expect(await refusalOf(app, updateRequirement, { ...at, params, body: { title: 'Mine' } })).toMatchObject({
      status: 409,
    })
    issues.delete('SHOP-7')
    expect(await ask(app, syncRequirements, { ...at })).toMatchObject({ gone: ['SHOP-7'] })
  })

  test('keeps the list usable when Jira does not answer, and reports it without Jira’s answer', async () => {
    const { at, card, find, link } = await aShop()
    jira.answersInstead(() => [401, { token: 's3cret' }])
    try {
      const found = await find('gift')
      expect(found.problem).toMatch(/credentials|refuse/i)
      expect(JSON.stringify(found)).not.toContain('s3cret')
      expect((await link(card.id, ['SHOP-7'])).map(({ key, source }) => [key, source])).toEqual([['SHOP-7', 'project']])
      expect((await ask(app, syncRequirements, { ...at })).problem).not.toBeNull()
    } finally {
      jira.answersInstead(() => null)
    }
  })
})
