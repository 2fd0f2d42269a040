import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestCase,
  getTestCase,
  listCaseAuthors,
  searchTestCases,
  StaleCase,
  updateTestCase,
} from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import { repositoryStream } from '../../../contract/live.ts'
import { createSharedSteps } from '../../../contract/shared-steps/shared-steps.ts'
import { getPriorities, savePriorities } from '../../../contract/settings/case-attributes.ts'
import { createTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, repositoryOf, type TestRepository } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const aStep = (id: string, action: string, expectedResult = ''): CaseStep => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})

const priorityOf = async ({ projectId }: TestRepository, name: string): Promise<number> => {
  const row = await app.db
    .selectFrom('priority')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}

const tabOf = async ({ projectId }: TestRepository): Promise<number> => {
  const tabs = app.db.selectFrom('test_case_field_tab').select('id').where('project_id', '=', projectId)
  return (await tabs.executeTakeFirstOrThrow()).id
}

describe('creating', () => {
  test('[TCASE-01] [TCASE-04] [TCASE-13] [TCASE-14] a title and a suite are enough: the rest begins with the defaults of the project', async () => {
    const repository = await aRepository(app, owner)
    const suiteId = await repository.suite('Checkout')
    const medium = await priorityOf(repository, 'Medium')
    const made = await repository.case(suiteId, '  Pay with a card ')
    expect(made).toMatchObject({
      key: `${repository.projectKey}-1`,
      title: 'Pay with a card',
      testSuiteId: suiteId,
      version: 1,
      draft: false,
      deprecated: false,
      priority: { id: medium },
      steps: [],
      attachments: [],
      deleted: false,
      createdBy: { id: owner.id, displayName: 'owner Tester' },
    })
    expect(made.automationState).not.toBeNull()
    expect(await repository.get(made.id)).toEqual(made)
    expect(await repository.titles(suiteId)).toEqual(['Pay with a card'])
  })

  test('[TCASE-09] [TCASE-10] [TCASE-12] an empty title becomes "Untitled test case", one that is too long is rejected', async () => {
    const repository = await aRepository(app, owner)
    const suiteId = await repository.suite('A')
    expect((await repository.case(suiteId, '   ')).title).toBe(TEXTS.untitledCase)
    expect((await repository.case(suiteId, 'x'.repeat(255))).title).toHaveLength(255)
    const body = { testSuiteId: suiteId, title: 'x'.repeat(256) }
    expect(await refusalOf(app, createTestCase, { token: owner.token, params: repository.params, body })).toMatchObject(
      { status: 400, errors: [{ field: 'title', message: TEXTS.titleLength255 }] },
    )
  })

  test('[TCASE-02] [AISG-10] custom fields begin with their defaults; values that are not of their type are each named', async () => {
    const repository = await aRepository(app, owner)
    const { token, params } = { token: owner.token, params: repository.params }
    const tabId = await tabOf(repository)
    const field = async (name: string, dataType: string, value: object) =>
      (
        await ask(app, createTestCaseField, {
          token,
          params,
          body: { name, description: '', systemName: name, tabId, dataType, value } as never,
        })
      ).id
    const browser = await field('browser', 'STRING', { hasDefault: true, default: 'Firefox' })
    const due = await field('due', 'DATE', { default: null })
    const options = [
      { id: null, name: 'red', isDefault: false, relativePosition: 1 },
      { id: null, name: 'blue', isDefault: true, relativePosition: 2 },
    ]
    const colours = await field('colours', 'MULTI_SELECT', { hasDefault: true, options })
    const suiteId = await repository.suite('A')
    const made = await repository.case(suiteId, 'with defaults')
    expect(made.customFields[browser]).toBe('Firefox')
    const [blue] = made.customFields[colours] as number[]
    expect(blue).toEqual(expect.any(Number))
    expect(made.customFields).not.toHaveProperty(String(due))

    const kept = await repository.case(suiteId, 'own', { customFields: { [browser]: null, [due]: '2026-02-28' } })
    expect(kept.customFields).toEqual({ [due]: '2026-02-28', [colours]: [blue] })

    const body = {
      testSuiteId: suiteId,
      title: 'wrong',
      priority: { id: 999_999 },
      customFields: { [due]: '2026-02-30', [colours]: [blue, 999_999], 888888: 'x' },
    }
    const refusal = await refusalOf(app, createTestCase, { token, params, body })
    expect(refusal.status).toBe(400)
    expect(refusal.errors?.map((one) => one.field).sort()).toEqual(
      ['priority', `customFields.${due}`, `customFields.${colours}`, 'customFields.888888'].sort(),
    )
  })

  test('cases created concurrently get distinct numbers and positions, and a rejected one does not affect the others', async () => {
    const repository = await aRepository(app, owner)
    const suiteId = await repository.suite('A')
    const engineer = repositoryOf(
      app,
      await aUser(app, { roles: { [repository.projectId]: 'ENGINEER' } }),
      repository.projectKey,
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 === 0 ? repository : engineer).case(i === 30 ? 999_999 : suiteId, `case ${i}`),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const rows = await repository.list([suiteId])
    expect(rows).toHaveLength(59)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(59)
    expect((await repository.suites())[0]?.testCases).toBe(59)
    const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(await Promise.all(made.map(({ id }) => repository.get(id)))).toEqual(made)
    const events = await app.db
      .selectFrom('event')
      .select(['payload', 'user_id'])
      .where('stream', '=', repositoryStream(repository.projectId))
      .where('type', '=', 'cases/created')
      .execute()
    const received = events.map(({ payload }) => payload as { suiteIds: number[]; caseIds: number[] })
    expect(received.flatMap(({ caseIds }) => caseIds).sort((a, b) => a - b)).toEqual(
      rows.map(({ id }) => id).sort((a, b) => a - b),
    )
    expect(received.every(({ suiteIds }) => suiteIds.join() === String(suiteId))).toBe(true)
    expect(new Set(events.map(({ user_id }) => user_id)).size).toBe(2)
  })

  test('[PRIO-04] a case gets the default at the time of its creation, and a removed value is rejected', async () => {
    const repository = await aRepository(app, owner)
    const at = { token: owner.token, params: repository.params }
    const suiteId = await repository.suite('A')
    const [medium, low] = [await priorityOf(repository, 'Medium'), await priorityOf(repository, 'Low')]
    expect((await repository.case(suiteId, 'before')).priority).toEqual({ id: medium })
    const { version, items } = await ask(app, getPriorities, at)
    const priorities = items
      .filter(({ id }) => id !== medium)
      .map((one, place) => ({ ...one, isDefault: one.id === low, relativePosition: place + 1 }))
    await ask(app, savePriorities, { ...at, body: { version, priorities } })
    const revision = await repository.revision()
    const body = { testSuiteId: suiteId, title: 'gone', priority: { id: medium } }
    expect(await refusalOf(app, createTestCase, { ...at, body })).toMatchObject({ status: 400 })
    expect(await repository.revision()).toBe(revision)
    expect((await repository.case(suiteId, 'after')).priority).toEqual({ id: low })
  })
})

describe('changing', () => {
  test('[TCASE-17] an update changes only the given fields and adds a version only when something changed', async () => {
    const repository = await aRepository(app, owner)
    const made = await repository.case(await repository.suite('A'), 'before', { description: 'as it was' })
    const steps = [aStep('1', 'Open the basket'), aStep('2', 'Pay', 'A receipt')]
    const changed = await repository.update(made.id, 1, { title: 'after', steps, draft: true })
    expect(changed).toMatchObject({ title: 'after', steps, draft: true, description: 'as it was', version: 2 })
    expect(await repository.update(made.id, 2, { title: 'after' })).toEqual(changed)
  })

  test('keeps both changes when two users change different fields', async () => {
    const repository = await aRepository(app, owner)
    const made = await repository.case(await repository.suite('A'), 'title')
    await repository.update(made.id, 1, { description: 'theirs' })
    const merged = await repository.update(made.id, 1, { preConditions: 'mine' })
    expect(merged).toMatchObject({ description: 'theirs', preConditions: 'mine', version: 3 })
  })

  test('rejects the second change of the same field and returns the stored case', async () => {
    const repository = await aRepository(app, owner)
    const made = await repository.case(await repository.suite('A'), 'title')
    await repository.update(made.id, 1, { title: 'theirs', description: 'theirs too' })
    const at = { token: owner.token, params: { ...repository.params, caseId: made.id } }
    const body = { version: 1, changes: { title: 'mine', postConditions: 'mine too' } }
    const refusal = await refusalOf(app, updateTestCase, { ...at, body })
    expect(refusal).toMatchObject({ status: 409, code: 'API-4091', message: TEXTS.caseStale })
    const { data, collisions } = StaleCase.parse(refusal.current)
    expect(collisions).toEqual(['title'])
    expect(data).toMatchObject({ title: 'theirs', version: 2, postConditions: '' })
    expect(await repository.get(made.id)).toEqual(data)
    // The same value from both is no conflict.
    expect(await repository.update(made.id, 1, { title: 'theirs' })).toEqual(data)
  })

  test('[TREE-50] [TCASE-16] answers a case of another project as not found and rejects changes of a case in the trash bin', async () => {
    const repository = await aRepository(app, owner)
    const other = await aRepository(app, owner)
    const foreign = await other.case(await other.suite('A'), 'foreign')
    const { token } = owner
    const params = { ...repository.params, caseId: foreign.id }
    expect(await refusalOf(app, getTestCase, { token, params })).toMatchObject({
      status: 404,
      message: TEXTS.caseNotFound,
    })
    await other.delete([foreign.id])
    expect(
      await refusalOf(app, updateTestCase, {
        token,
        params: { ...other.params, caseId: foreign.id },
        body: { version: 1, changes: { title: 'x' } },
      }),
    ).toMatchObject({ status: 409 })
  })
})

describe('finding', () => {
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
        tabId: await tabOf(repository),
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
    const high = await priorityOf(repository, 'High')
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
})
