import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCaseAuthors, searchTestCases } from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { createSharedSteps } from '../../../contract/shared-steps/shared-steps.ts'
import { createTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, aStep, priorityOf, repositoryOf, tabOf } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

test('[TREE-37] [TREE-52] authors to filter by are those who wrote a case of the project, by name', async () => {
  const repository = await aRepository(app, owner)
  const other = await aRepository(app, owner)
  const roles = { [repository.projectId]: 'ENGINEER', [other.projectId]: 'ENGINEER' } as const
  const [anna, zoe, elsewhere] = [
    await aUser(app, { username: 'anna', roles }),
    await aUser(app, { username: 'zoe', roles }),
    await aUser(app, { username: 'elsewhere', roles }),
  ]
  const suiteId = await repository.suite('A')
  for (const author of [zoe, anna, anna]) await repositoryOf(app, author, repository.projectKey).case(suiteId, 'x')
  await repositoryOf(app, elsewhere, other.projectKey).case(await other.suite('B'), 'y')
  const { items } = await ask(app, listCaseAuthors, { token: owner.token, params: repository.params })
  expect(items.map(({ username }) => username)).toEqual(['anna', 'zoe'])
})

test('[TREE-51] windows span suites in the requested order', async () => {
  const repository = await aRepository(app, owner)
  const [a, b] = [await repository.suite('A'), await repository.suite('B')]
  for (const title of ['a1', 'a2', 'a3']) await repository.case(a, title)
  for (const title of ['b1', 'b2']) await repository.case(b, title)
  const window = async (offset: number, limit: number) =>
    (await repository.list([b, a], { offset, limit })).map(({ title }) => title)
  expect(await window(0, 10)).toEqual(['b1', 'b2', 'a1', 'a2', 'a3'])
  expect(await window(1, 2)).toEqual(['b2', 'a1'])
  expect(await window(4, 10)).toEqual(['a3'])
})

test('[TREE-05] a search finds parts of any text in every script, and the key by its number', async () => {
  const repository = await aRepository(app, owner)
  const suiteId = await repository.suite('A')
  const titled = await repository.case(suiteId, 'Apply a percentage voucher')
  await repository.case(suiteId, 'Gift card', { steps: [aStep('1', 'Type SPRING10', 'The *voucher* is applied')] })
  await repository.case(suiteId, 'Else', { description: 'See https://example.com/help for o’clock & "quotes"' })
  const found = async (q: string) => (await repository.list([suiteId], { q })).map(({ title }) => title)
  expect(await found('vouch')).toEqual(['Apply a percentage voucher', 'Gift card'])
  expect(await found('perc VOUCHER')).toEqual(['Apply a percentage voucher'])
  expect(await found('spring10')).toEqual(['Gift card'])
  expect(await found('example.com')).toEqual(['Else'])
  expect(await found(titled.key.toLowerCase())).toEqual(['Apply a percentage voucher'])
  expect(await found("it's | nothing & 'more")).toEqual([])
  expect(await found("' !!! :*")).toEqual([])
  expect(await found('%%%')).toEqual([])
  expect(await repository.count({ q: '%%%' })).toEqual({ total: 0, suites: [] })
  expect(await found('ouche')).toEqual(['Apply a percentage voucher', 'Gift card'])
  expect(await repository.count({ q: 'voucher' })).toEqual({ total: 2, suites: [{ id: suiteId, testCases: 2 }] })

  const { items } = await ask(app, searchTestCases, {
    token: owner.token,
    params: repository.params,
    query: { q: 'vouch' },
  })
  expect(items.map(({ title }) => title)).toEqual(['Apply a percentage voucher', 'Gift card'])
  expect(items[0]?.highlights[0]).toContain('[[vouch]]er')
  expect(items[1]?.highlights[0]).toContain('[[vouch]]er')
})

test.each([
  ['GET /api/v1/berths/free answers 200', 'berths', '/api/v1/berths'],
  ['Mail to billing@harbour.example is sent', 'harbour.example', 'billing@'],
  ['calculateRateOnce is called once', 'Rate', 'rateonce'],
  ['Compile C# stubs', 'C#', 'c# stub'],
  ['Battery at 100%', '100%', '%'],
  ["Captain O'Neil signs", "O'Neil", "'neil"],
  ['Clean C:\\temp\\ships', '\\temp', 'c:\\temp\\ships'],
  ['Menu of the café', 'cafe', 'CAFÉ'],
  ['登录页面显示错误', '页面', '错误'],
  ['Кнопка Войти', 'кноп', 'ВОЙТИ'],
  ['a_b', 'a_b', '_b'],
])('[TREE-05] a search and its count find "%s" by "%s" and by "%s"', async (title, ...searches) => {
  const repository = await aRepository(app, owner)
  const suiteId = await repository.suite('A')
  await repository.case(suiteId, title)
  await repository.case(suiteId, 'axb Build the city')
  for (const q of searches) {
    expect((await repository.list([suiteId], { q })).map((one) => one.title)).toEqual([title])
    expect((await repository.count({ q })).total).toBe(1)
  }
})

test('[TREE-05] [TREE-36] the text of shared steps is found by the search and by the filter for steps', async () => {
  const repository = await aRepository(app, owner)
  const suiteId = await repository.suite('A')
  const { data } = await ask(app, createSharedSteps, {
    token: owner.token,
    params: repository.params,
    body: { name: 'Sign in', steps: [aStep('1', 'Enter the passphrase', 'The dashboard opens')] },
  })
  await repository.case(suiteId, 'Uses them', { steps: [{ kind: 'shared', id: '1', sharedStepsId: data.id }] })
  await repository.case(suiteId, 'Does not')
  const titles = async (search: { q?: string; filter?: CaseFilter }) =>
    (await repository.list([suiteId], search)).map(({ title }) => title)
  expect(await titles({ q: 'passphrase' })).toEqual(['Uses them'])
  expect(await titles({ q: 'uses dashboard' })).toEqual(['Uses them'])
  expect(await titles({ filter: { steps: 'dashboard' } })).toEqual(['Uses them'])
})

test('[TREE-06] every filter narrows the result, and filters are combined with AND', async () => {
  const repository = await aRepository(app, owner)
  const suiteId = await repository.suite('A')
  const field = await ask(app, createTestCaseField, {
    token: owner.token,
    params: repository.params,
    body: {
      name: 'team',
      description: '',
      systemName: 'team',
      tabId: await tabOf(app, repository),
      dataType: 'DROPDOWN',
      value: {
        hasIcon: false,
        hasDefault: false,
        options: ['red', 'blue'].map((name, i) => ({
          id: null,
          name,
          isDefault: false,
          relativePosition: i + 1,
          icon: null,
        })),
      },
    },
  })
  const [red, blue] = (field.value as { options: { id: number }[] }).options.map(({ id }) => id) as [number, number]
  const high = await priorityOf(app, repository, 'High')
  const engineer = await aUser(app, { roles: { [repository.projectId]: 'ENGINEER' } })
  await repository.case(suiteId, 'one', {
    description: 'prices in pounds',
    draft: true,
    customFields: { [field.id]: red },
  })
  await repository.case(suiteId, 'two', {
    preConditions: 'an empty basket',
    deprecated: true,
    priority: { id: high },
  })
  await repositoryOf(app, engineer, repository.projectKey).case(suiteId, 'three', {
    postConditions: 'signed out',
    steps: [aStep('1', 'press', 'prices change')],
    customFields: { [field.id]: blue },
  })
  const found = async (filter: CaseFilter) => (await repository.list([suiteId], { filter })).map(({ title }) => title)
  expect(await found({ description: 'price' }), '[TREE-36]').toEqual(['one'])
  expect(await found({ preConditions: 'basket' }), '[TREE-36]').toEqual(['two'])
  expect(await found({ postConditions: 'signed' }), '[TREE-36]').toEqual(['three'])
  expect(await found({ steps: 'prices' }), '[TREE-36]').toEqual(['three'])
  expect(await found({ authors: [engineer.id] }), '[TREE-37]').toEqual(['three'])
  expect(await found({ priorities: [high] }), '[TREE-38]').toEqual(['two'])
  expect(await found({ draft: true }), '[TREE-39]').toEqual(['one'])
  expect(await found({ draft: false, deprecated: false }), '[TREE-39]').toEqual(['three'])
  expect(
    await found({ fields: [{ fieldId: field.id, wanted: { kind: 'options', ids: [red, blue] } }] }),
    '[TREE-40]',
  ).toEqual(['one', 'three'])
  expect(
    await found({ fields: [{ fieldId: field.id, wanted: { kind: 'options', ids: [blue] } }] }),
    '[TREE-40]',
  ).toEqual(['three'])
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  expect(await found({ created: { from: soon } }), '[TREE-35]').toEqual([])
  expect(await found({ updated: { to: soon } }), '[TREE-35]').toHaveLength(3)
  expect(await repository.count({ filter: { priorities: [high] } })).toMatchObject({ total: 1 })
  const wrong = { token: owner.token, params: repository.params, query: { filter: '{"draft":"maybe"}' } }
  expect(await refusalOf(app, searchTestCases, wrong)).toMatchObject({ status: 400 })
  expect(await refusalOf(app, searchTestCases, { ...wrong, query: { filter: '{' } })).toMatchObject({ status: 400 })
})
