import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCase, getTestCase, StaleCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { repositoryStream } from '../../../contract/live.ts'
import { getPriorities, savePriorities } from '../../../contract/settings/case-attributes.ts'
import { createTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
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

describe('creating', () => {
  test('[TCASE-01] [TCASE-04] [TCASE-13] [TCASE-14] a title and a suite are enough: the rest begins with the defaults of the project', async () => {
    const repository = await aRepository(app, owner)
    const suiteId = await repository.suite('Checkout')
    const medium = await priorityOf(app, repository, 'Medium')
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
    const tabId = await tabOf(app, repository)
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

    const saved = await repository.case(suiteId, 'own', { customFields: { [browser]: null, [due]: '2026-02-28' } })
    expect(saved.customFields).toEqual({ [due]: '2026-02-28', [colours]: [blue] })

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
    const [medium, low] = [await priorityOf(app, repository, 'Medium'), await priorityOf(app, repository, 'Low')]
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
