import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cloneSuite,
  createSuite,
  deleteSuite,
  listSuites,
  moveSuite,
  updateSuite,
} from '../../../contract/cases/suites.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, type TestRepository } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const treeOf = async (repository: TestRepository) => {
  const suites = await repository.suites()
  const depth = (id: number | null): number =>
    id === null ? 0 : 1 + depth(suites.find((suite) => suite.id === id)?.parentSuiteId ?? null)
  return suites.map(({ title, parentSuiteId }) => '  '.repeat(depth(parentSuiteId)) + title)
}

describe('suites', () => {
  test('[TREE-08] [SUITE-01] [SUITE-10] suites are listed under their parents in the order of creation, with counts of their own cases', async () => {
    const repository = await aRepository(app, owner)
    const account = await repository.suite('Account')
    const checkout = await repository.suite('Checkout')
    const signIn = await repository.suite(' Sign in ', account)
    await repository.suite('Addresses', account)
    await repository.suite('Deeper', signIn)
    await repository.case(signIn, 'One')
    await repository.case(signIn, 'Two')
    await repository.case(checkout, 'Pay')
    expect(await treeOf(repository)).toEqual(['Account', '  Sign in', '    Deeper', '  Addresses', 'Checkout'])
    expect((await repository.suites()).map(({ testCases }) => testCases)).toEqual([0, 2, 0, 0, 1])
  })

  test('the revision is that of the suites until anything changes', async () => {
    const repository = await aRepository(app, owner)
    const account = await repository.suite('Account')
    const { revision } = await ask(app, listSuites, { token: owner.token, params: repository.params })
    expect(await repository.revision()).toBe(revision)
    const { id } = await repository.case(account, 'Sign in')
    const withCase = await repository.revision()
    expect(withCase).toBeGreaterThan(revision)
    await repository.update(id, 1, { title: 'Sign in again' })
    expect(await repository.revision()).toBeGreaterThan(withCase)
  })

  test('[SUITE-04] title and description have limits, each named; a parent has to be there', async () => {
    const repository = await aRepository(app, owner)
    const other = await aRepository(app, owner)
    const foreign = await other.suite('Elsewhere')
    const { token, params } = { token: owner.token, params: repository.params }
    const wrong = { title: ' ', description: 'x'.repeat(LIMITS.suiteDescription + 1) }
    expect(await refusalOf(app, createSuite, { token, params, body: wrong })).toMatchObject({
      status: 400,
      errors: [
        { field: 'title', message: TEXTS.required },
        { field: 'description', message: TEXTS.suiteDescriptionLength },
      ],
    })
    for (const parentSuiteId of [foreign, 999_999])
      expect(await refusalOf(app, createSuite, { token, params, body: { title: 'A', parentSuiteId } })).toMatchObject({
        status: 404,
      })
    const suiteId = await repository.suite('Old name')
    const at = { token, params: { ...params, suiteId } }
    expect(await ask(app, updateSuite, { ...at, body: { title: 'New name' } })).toMatchObject({ title: 'New name' })
    expect(await refusalOf(app, updateSuite, { ...at, body: { title: 'x'.repeat(256) } })).toMatchObject({
      errors: [{ field: 'title', message: TEXTS.titleLength255 }],
    })
    expect(
      await refusalOf(app, updateSuite, { token, params: { ...params, suiteId: foreign }, body: { title: 'Mine' } }),
    ).toMatchObject({ status: 404 })
  })

  test('[DND-05] [DND-06] [DND-07] [DND-13] moves a suite before, into and after another', async () => {
    const repository = await aRepository(app, owner)
    const [a, b, c] = [await repository.suite('A'), await repository.suite('B'), await repository.suite('C')]
    await repository.suite('A1', a)
    await repository.moveSuite(c, { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: null })
    expect(await treeOf(repository)).toEqual(['C', 'A', '  A1', 'B'])
    await repository.moveSuite(b, { newParentTestSuiteId: a })
    expect(await treeOf(repository)).toEqual(['C', 'A', '  A1', '  B'])
    await repository.moveSuite(a, { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: null })
    expect(await treeOf(repository)).toEqual(['A', '  A1', '  B', 'C'])
    const { operationId } = await repository.moveSuite(b, { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: c })
    expect(await treeOf(repository)).toEqual(['A', '  A1', 'C', 'B'])
    await repository.undo(operationId)
    expect(await treeOf(repository)).toEqual(['A', '  A1', '  B', 'C'])
  })

  test('finds a position between two suites after many insertions', async () => {
    const repository = await aRepository(app, owner)
    const first = await repository.suite('first')
    const turns = [await repository.suite('x'), await repository.suite('y')]
    for (let i = 0; i < 60; i += 1)
      await repository.moveSuite(turns[i % 2] as number, { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: first })
    expect(await treeOf(repository)).toEqual(['first', 'y', 'x'])
  })

  test('[DND-08] [DND-09] rejects moving a suite into itself or into its own child', async () => {
    const repository = await aRepository(app, owner)
    const a = await repository.suite('A')
    const inside = await repository.suite('inside', a)
    const deeper = await repository.suite('deeper', inside)
    for (const body of [
      { newParentTestSuiteId: a },
      { newParentTestSuiteId: deeper },
      { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: a },
    ])
      expect(
        await refusalOf(app, moveSuite, { token: owner.token, params: { ...repository.params, suiteId: a }, body }),
      ).toMatchObject({ status: 409, message: TEXTS.suiteIntoItself })
    expect(await treeOf(repository)).toEqual(['A', '  inside', '    deeper'])
  })

  test('[SUITE-08] [SUITE-09] [TCASE-18] deleting a suite deletes its sub-suites and moves all cases to the trash bin, and is undone as one operation', async () => {
    const repository = await aRepository(app, owner)
    const a = await repository.suite('A')
    const inside = await repository.suite('inside', a)
    const b = await repository.suite('B')
    const one = await repository.case(a, 'one')
    const two = await repository.case(inside, 'two')
    await repository.case(b, 'stays')
    const { operationId, ...gone } = await repository.deleteSuite(a)
    expect(gone).toEqual({ suites: 2, testCases: 2 })
    expect(await treeOf(repository)).toEqual(['B'])
    expect(await repository.get(one.id)).toMatchObject({ deleted: true, deletedBy: { id: owner.id } })
    expect(await repository.undo(operationId)).toEqual({ successfullyProcessed: [one.id, two.id], failed: [] })
    expect(await treeOf(repository)).toEqual(['A', '  inside', 'B'])
    expect(await repository.titles(a, inside)).toEqual(['one', 'two'])
    const at = { token: owner.token, params: { ...repository.params, suiteId: 999_999 } }
    expect(await refusalOf(app, deleteSuite, at)).toMatchObject({ status: 404, message: TEXTS.suiteNotFound })
  })

  test('[SUITE-02] [SUITE-05] a copy holds copies of everything, and goes when it is undone', async () => {
    const repository = await aRepository(app, owner)
    const a = await repository.suite('A')
    const inside = await repository.suite('inside', a)
    await repository.case(a, 'one', { description: 'as it was' })
    await repository.case(inside, 'two')
    const { id, operationId } = await ask(app, cloneSuite, {
      token: owner.token,
      params: { ...repository.params, suiteId: a },
      body: { newParentTestSuiteId: null, testSuiteIdToPlaceAfter: a },
    })
    expect(await treeOf(repository)).toEqual(['A', '  inside', 'A', '  inside'])
    const [copy] = await repository.list([id])
    expect(await repository.get(copy?.id ?? 0)).toMatchObject({
      key: `${repository.projectKey}-3`,
      title: 'one',
      description: 'as it was',
      version: 1,
    })
    expect((await repository.suites()).map(({ testCases }) => testCases)).toEqual([1, 1, 1, 1])
    await repository.undo(operationId)
    expect(await treeOf(repository)).toEqual(['A', '  inside'])
    expect((await repository.count()).total).toBe(2)
  })

  test('suites are nested up to a depth', async () => {
    const repository = await aRepository(app, owner)
    let parentSuiteId: number | null = null
    for (let depth = 0; depth < LIMITS.suiteDepth; depth += 1)
      parentSuiteId = await repository.suite(`${depth}`, parentSuiteId)
    const body = { title: 'too deep', parentSuiteId }
    expect(await refusalOf(app, createSuite, { token: owner.token, params: repository.params, body })).toMatchObject({
      status: 400,
    })
  })
})
