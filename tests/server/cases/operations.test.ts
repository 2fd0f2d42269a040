import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCase, getTestCase } from '../../../contract/cases/cases.ts'
import { cloneTestCases, moveTestCases, selectTestCases, undoOperation } from '../../../contract/cases/operations.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { listTrash, purgeAllTestCases, restoreTestCases } from '../../../contract/cases/trash.ts'
import { updateMember } from '../../../contract/settings/members.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { after, aRepository, AT_END, before, repositoryOf } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** Two suites: A with a1 to a5, B with b1 to b3. */
const twoSuites = async () => {
  const repository = await aRepository(app, owner)
  const [a, b] = [await repository.suite('A'), await repository.suite('B')]
  const ids: Record<string, number> = {}
  for (const title of ['a1', 'a2', 'a3', 'a4', 'a5']) ids[title] = (await repository.case(a, title)).id
  for (const title of ['b1', 'b2', 'b3']) ids[title] = (await repository.case(b, title)).id
  const of = (...titles: string[]) => titles.map((title) => ids[title] as number)
  const one = (title: string) => ids[title] as number
  return { ...repository, a, b, of, one }
}

describe('moving', () => {
  test('[DND-04] [DND-11] [BULK-01] moves to the end, before and after a case, in the requested order', async () => {
    const { move, titles, a, b, of, one } = await twoSuites()
    await move(of('a3', 'a1'), b, after(one('b1')))
    expect(await titles(b)).toEqual(['b1', 'a3', 'a1', 'b2', 'b3'])
    await move(of('a2'), b, before(one('b1')))
    expect(await titles(b)).toEqual(['a2', 'b1', 'a3', 'a1', 'b2', 'b3'])
    await move(of('b3', 'b1'), a, AT_END)
    expect(await titles(a)).toEqual(['a4', 'a5', 'b3', 'b1'])
    expect(await titles(b)).toEqual(['a2', 'a3', 'a1', 'b2'])
  })

  test('moves within a suite repeatedly, also next to one of the moved cases', async () => {
    const { move, titles, a, of, one } = await twoSuites()
    await move(of('a1', 'a2'), a, after(one('a2')))
    expect(await titles(a)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
    await move(of('a4', 'a5'), a, before(one('a1')))
    expect(await titles(a)).toEqual(['a4', 'a5', 'a1', 'a2', 'a3'])
    for (let i = 0; i < 40; i += 1) await move(of(i % 2 === 0 ? 'a5' : 'a1'), a, after(one('a4')))
    expect(await titles(a)).toEqual(['a4', 'a1', 'a5', 'a2', 'a3'])
  })

  test('a case that is not there is reported, and all others are moved; a foreign suite or neighbour moves nothing', async () => {
    const { move, titles, params, a, b, of, one } = await twoSuites()
    const other = await aRepository(app, owner)
    const foreign = await other.case(await other.suite('F'), 'foreign')
    const { successfullyProcessed, failed } = await move([...of('a1'), foreign.id, 999_999], b, AT_END)
    expect(successfullyProcessed).toEqual(of('a1'))
    expect(failed.map(({ id }) => id)).toEqual([foreign.id, 999_999])
    const body = { operationId: crypto.randomUUID(), ids: of('a2'), targetTestSuiteId: b, ...after(one('a3')) }
    expect(await refusalOf(app, moveTestCases, { token: owner.token, params, body })).toMatchObject({ status: 404 })
    const elsewhere = { ...body, targetTestSuiteId: foreign.testSuiteId }
    expect(await refusalOf(app, moveTestCases, { token: owner.token, params, body: elsewhere })).toMatchObject({
      status: 404,
    })
    expect(await titles(a)).toEqual(['a2', 'a3', 'a4', 'a5'])
  })

  test('parts of one operation are undone together; cases that changed since stay and are reported', async () => {
    const { move, undo, update, get, titles, a, b, of, one } = await twoSuites()
    const { operationId } = await move(of('a2'), b, AT_END)
    await move(of('a4', 'a5'), b, after(one('a2')), operationId)
    expect(await titles(b)).toEqual(['b1', 'b2', 'b3', 'a2', 'a4', 'a5'])
    await update(one('a4'), (await get(one('a4'))).version, { title: 'a4 changed' })
    const undone = await undo(operationId)
    expect(undone.successfullyProcessed).toEqual(of('a2', 'a5'))
    expect(undone.failed).toEqual([{ id: one('a4'), message: 'It was changed by somebody else' }])
    expect(await titles(a)).toEqual(['a1', 'a2', 'a3', 'a5'])
    expect(await titles(b)).toEqual(['b1', 'b2', 'b3', 'a4 changed'])
  })
})

describe('undoing a move', () => {
  test('skips and names a case that another user moved within its suite since, unless that move was undone', async () => {
    const { move, undo, titles, projectId, projectKey, a, of, one } = await twoSuites()
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const colleague = repositoryOf(app, engineer, projectKey)
    const { operationId } = await move(of('a1', 'a2'), a, AT_END)
    await colleague.move(of('a1'), a, before(one('a4')))
    const undone = await colleague.move(of('a2'), a, before(one('a4')))
    await colleague.undo(undone.operationId)
    expect(await titles(a)).toEqual(['a3', 'a1', 'a4', 'a5', 'a2'])
    expect(await undo(operationId)).toEqual({
      successfullyProcessed: of('a2'),
      failed: [{ id: one('a1'), message: 'It was changed by somebody else' }],
    })
    expect(await titles(a)).toEqual(['a2', 'a3', 'a1', 'a4', 'a5'])
  })
})

describe('other bulk actions', () => {
  test('[DND-12] [BULK-01] copies are in the requested place, as new cases, and undoing removes them', async () => {
    const { clone, undo, titles, list, b, of, one } = await twoSuites()
    const { successfullyProcessed, operationId } = await clone(of('a2', 'b1'), b, after(one('b1')))
    expect(await titles(b)).toEqual(['b1', 'a2', 'b1', 'b2', 'b3'])
    expect((await list([b])).slice(1, 3).map(({ id }) => id)).toEqual(successfullyProcessed)
    await undo(operationId)
    expect(await titles(b)).toEqual(['b1', 'b2', 'b3'])
  })

  test('[TCASE-21] one call creates a complete case, and a copy has all of its fields and a key of its own', async () => {
    const { clone, get, case: create, a, b } = await twoSuites()
    const whole = {
      description: 'Anna pays with *two* cards',
      preConditions: 'A full basket',
      postConditions: 'An order',
      draft: true,
      deprecated: true,
      steps: [{ kind: 'step' as const, id: '1', action: 'Pay', expectedResult: 'Paid', attachments: [] }],
    }
    const made = await create(a, 'Split payment', whole)
    expect(made).toMatchObject({ title: 'Split payment', ...whole })
    const [copyId = 0] = (await clone([made.id], b, AT_END)).successfullyProcessed
    const copy = await get(copyId)
    const { title, priority, automationState, customFields } = made
    const { description, preConditions, postConditions, draft, deprecated } = whole
    expect(copy).toMatchObject({ title, priority, automationState, customFields, testSuiteId: b })
    expect(copy).toMatchObject({ description, preConditions, postConditions, draft, deprecated })
    expect(copy.steps).toMatchObject([{ kind: 'step', action: 'Pay', expectedResult: 'Paid' }])
    expect(copy.key).not.toBe(made.key)
  })

  test('a part that is sent again copies nothing twice, and a part of another user is rejected', async () => {
    const { projectId, params, titles, undo, b, of } = await twoSuites()
    const operationId = crypto.randomUUID()
    const cloned = (part: number, ids: number[], token = owner.token) => ({
      token,
      params,
      body: { operationId, part, ids, targetTestSuiteId: b, placementMode: 'AT_TEST_SUITE_END' as const },
    })
    const first = await ask(app, cloneTestCases, cloned(0, of('a1')))
    const [again, next] = await Promise.all([
      ask(app, cloneTestCases, cloned(0, of('a1'))),
      ask(app, cloneTestCases, cloned(1, of('a2'))),
    ])
    expect(again).toEqual(first)
    expect(next.data.successfullyProcessed).not.toEqual(first.data.successfullyProcessed)
    expect(await titles(b)).toEqual(['b1', 'b2', 'b3', 'a1', 'a2'])
    const other = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    expect(await refusalOf(app, cloneTestCases, cloned(0, of('a1'), other.token))).toMatchObject({ status: 409 })
    await undo(operationId)
    expect(await titles(b)).toEqual(['b1', 'b2', 'b3'])
  })

  test('[TCASE-18] [BULK-01] deleting puts them into the trash bin, and undoing brings them back to their place', async () => {
    const { delete: remove, undo, titles, suites, get, a, of, one } = await twoSuites()
    const { operationId } = await remove(of('a2', 'a3'))
    expect(await titles(a)).toEqual(['a1', 'a4', 'a5'])
    expect((await suites()).map(({ testCases }) => testCases)).toEqual([3, 3])
    expect(await get(one('a2'))).toMatchObject({ deleted: true })
    await undo(operationId)
    expect(await titles(a)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
    expect((await suites()).map(({ testCases }) => testCases)).toEqual([5, 3])
  })

  test('[BULK-08] editing sets the same for all, and undoing gives each its own back', async () => {
    const { edit, undo, get, update, of, one } = await twoSuites()
    await update(one('a1'), 1, { draft: true })
    const { operationId } = await edit(of('a1', 'a2'), { draft: true, deprecated: true })
    expect(await get(one('a2'))).toMatchObject({ draft: true, deprecated: true, version: 2 })
    await undo(operationId)
    expect(await get(one('a1'))).toMatchObject({ draft: true, deprecated: false, version: 4 })
    expect(await get(one('a2'))).toMatchObject({ draft: false, deprecated: false, version: 3 })
  })

  test('[BULK-08] a bulk edit of cases that another user edits at the same time changes only its own fields', async () => {
    const { edit, update, get, of, projectId, projectKey, a } = await twoSuites()
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const colleague = repositoryOf(app, engineer, projectKey)
    const [first = 0, second = 0] = of('a1', 'a2')
    await update(first, 1, { draft: true })
    // Both edits start from the same version; neither author sees the change of the other.
    await Promise.all([
      edit([first, second], { deprecated: true }),
      colleague.update(first, 2, { title: 'Pay by card', description: 'With a PIN' }),
      colleague.update(second, 1, { draft: true }),
      colleague.move([second], a, AT_END),
    ])
    expect(await get(first)).toMatchObject({
      title: 'Pay by card',
      description: 'With a PIN',
      draft: true,
      deprecated: true,
    })
    expect(await get(second)).toMatchObject({ title: 'a2', draft: true, deprecated: true })
  })

  test('[BULK-08] undoing a bulk edit skips and names the cases that another user changed since', async () => {
    const { edit, undo, get, of, projectId, projectKey } = await twoSuites()
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const colleague = repositoryOf(app, engineer, projectKey)
    const [first = 0, second = 0, third = 0] = of('a1', 'a2', 'a3')
    const { operationId } = await edit([first, second, third], { draft: true })
    await colleague.update(first, 2, { title: 'Pay by card' })
    // The answer of the part was lost, and it is sent again after a change that it must not hide.
    await colleague.update(second, 2, { deprecated: true })
    await edit([second, third], { draft: true }, operationId)
    const undone = await undo(operationId)
    expect(undone.successfullyProcessed).toEqual([third])
    expect(undone.failed).toEqual([first, second].map((id) => ({ id, message: 'It was changed by somebody else' })))
    expect(await get(first)).toMatchObject({ title: 'Pay by card', draft: true })
    expect(await get(second)).toMatchObject({ deprecated: true, draft: true })
    expect(await get(third)).toMatchObject({ draft: false })
  })

  test('[BULK-08] changes that were undone themselves do not keep an earlier operation from being undone', async () => {
    const { edit, undo, update, get, one } = await twoSuites()
    const { operationId } = await edit([one('a1')], { draft: true })
    await update(one('a1'), 2, { title: 'changed' })
    await update(one('a1'), 3, { title: 'a1' })
    expect((await undo(operationId)).failed).toEqual([])
    expect(await get(one('a1'))).toMatchObject({ title: 'a1', draft: false, version: 5 })
  })

  test('[TCASE-14] [SUITE-01] undoing a creation removes only what nobody changed or filled since', async () => {
    const { undo, titles, suites, update, params, a, case: create } = await twoSuites()
    const at = { token: owner.token, params }
    const made = async (title: string) => {
      const operationId = crypto.randomUUID()
      const body = { testSuiteId: a, title, operationId }
      return { operationId, ...(await ask(app, createTestCase, { ...at, body })).data }
    }
    const [kept, changed] = [await made('taken back'), await made('changed')]
    await update(changed.id, 1, { title: 'changed since' })
    expect((await undo(kept.operationId)).successfullyProcessed).toEqual([kept.id])
    expect((await undo(changed.operationId)).failed.map(({ id }) => id)).toEqual([changed.id])
    expect(await titles(a)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'changed since'])
    expect((await ask(app, listTrash, { ...at, query: {} })).items).toEqual([])

    const suite = async (title: string) => {
      const operationId = crypto.randomUUID()
      return {
        operationId,
        id: (await ask(app, createSuite, { ...at, body: { title, description: '', parentSuiteId: null, operationId } }))
          .id,
      }
    }
    const [empty, filled] = [await suite('Empty'), await suite('Filled')]
    await create(filled.id, 'by somebody else')
    await undo(empty.operationId)
    const refused = { token: owner.token, params: { ...params, operationId: filled.operationId } }
    expect(await refusalOf(app, undoOperation, refused)).toMatchObject({ status: 409 })
    expect((await suites()).map(({ title }) => title)).toEqual(['A', 'B', 'Filled'])
  })

  test('an operation is undone once, and only by its author', async () => {
    const { projectId, projectKey, delete: remove, undo, of } = await twoSuites()
    const { operationId } = await remove(of('a1'))
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const params = { projectKey, operationId }
    expect(await refusalOf(app, undoOperation, { token: engineer.token, params })).toMatchObject({ status: 404 })
    await undo(operationId)
    expect(await refusalOf(app, undoOperation, { token: owner.token, params })).toMatchObject({ status: 409 })
    const theirs = repositoryOf(app, engineer, projectKey)
    await expect(theirs.delete(of('a2'), operationId)).rejects.toThrow('409')
  })

  test('all that match are selected without being loaded, in the order of the tree', async () => {
    const { params, move, a, of, one, suites, suite, case: create, delete: remove } = await twoSuites()
    await move(of('a5'), a, before(one('a1')))
    expect(await suites()).toHaveLength(2)
    const ids = async (query: Record<string, string>) =>
      (await ask(app, selectTestCases, { token: owner.token, params, query })).ids
    expect(await ids({})).toEqual(of('a5', 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'))
    expect(await ids({ q: 'b2' })).toEqual(of('b2'))
    await suite('empty')
    const within = await create(await suite('within A', a), 'within')
    await remove(of('a1', 'a2', 'b1'))
    const order = [...of('a5', 'a3', 'a4'), within.id, ...of('b2', 'b3')]
    expect(await ids({})).toEqual(order)
    expect(await ids({ filter: '{"draft":false}' })).toEqual(order)
    const none = await aRepository(app, owner)
    expect((await ask(app, selectTestCases, { token: owner.token, params: none.params, query: {} })).ids).toEqual([])
  })
})

describe('into another project', () => {
  const highIn = async (projectId: number): Promise<number> => {
    const rows = app.db.selectFrom('priority').select('id').where('name', '=', 'High')
    return (await rows.where('project_id', '=', projectId).executeTakeFirstOrThrow()).id
  }
  const into = async (
    call: typeof moveTestCases,
    from: { params: object },
    there: { projectId: number },
    more: object,
  ) =>
    (
      await ask(app, call, {
        token: owner.token,
        params: from.params as Record<string, string>,
        body: { operationId: crypto.randomUUID(), targetProjectId: there.projectId, ...AT_END, ...more } as never,
      })
    ).data

  test('[BULK-04] copies get keys of that project, and its priority of the same name', async () => {
    const here = await twoSuites()
    const there = await aRepository(app, owner)
    const suiteId = await there.suite('There')
    await here.edit(here.of('a1'), { priority: { id: await highIn(here.projectId) } })
    const done = await into(cloneTestCases, here, there, { ids: here.of('a1', 'a2'), targetTestSuiteId: suiteId })
    const rows = await there.list([suiteId])
    expect(rows.map(({ id }) => id)).toEqual(done.successfullyProcessed)
    expect(rows).toMatchObject([
      { key: `${there.projectKey}-1`, title: 'a1', priority: { id: await highIn(there.projectId) } },
      { key: `${there.projectKey}-2`, title: 'a2' },
    ])
    expect(await here.titles(here.a)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
  })

  test('[BULK-04] a case that is moved away leaves nothing in the trash bin; without the right there, nothing happens', async () => {
    const here = await twoSuites()
    const there = await aRepository(app, owner)
    const suiteId = await there.suite('There')
    const more = { ids: here.of('a1'), targetTestSuiteId: suiteId }
    await into(moveTestCases, here, there, more)
    expect(await there.titles(suiteId)).toEqual(['a1'])
    expect(await here.titles(here.a)).toEqual(['a2', 'a3', 'a4', 'a5'])
    const at = { token: owner.token, params: here.params }
    expect((await ask(app, listTrash, { ...at, query: {} })).items).toEqual([])
    const params = { ...here.params, caseId: here.one('a1') }
    expect(await refusalOf(app, getTestCase, { token: owner.token, params })).toMatchObject({ status: 404 })
    const items = [{ id: here.one('a1'), newTestSuiteId: here.a }]
    expect((await ask(app, restoreTestCases, { ...at, body: { items } })).data.successfullyProcessed).toEqual([])
    expect(await ask(app, purgeAllTestCases, at)).toEqual({ purged: 0 })

    const roles = { [here.projectId]: 'ENGINEER', [there.projectId]: 'GUEST' } as const
    const { token } = await aUser(app, { roles })
    const body = {
      ...more,
      operationId: crypto.randomUUID(),
      ids: here.of('a2'),
      targetProjectId: there.projectId,
      ...AT_END,
    }
    expect(await refusalOf(app, moveTestCases, { token, params: here.params, body })).toMatchObject({ status: 403 })
    expect(await here.titles(here.a)).toEqual(['a2', 'a3', 'a4', 'a5'])
  })

  test('[BULK-04] undoing a move to another project returns the cases that did not change there', async () => {
    const here = await twoSuites()
    const there = await aRepository(app, owner)
    const suiteId = await there.suite('There')
    const operationId = crypto.randomUUID()
    await into(moveTestCases, here, there, {
      operationId,
      ids: here.of('a1', 'a2', 'a3', 'a4'),
      targetTestSuiteId: suiteId,
    })
    const [, second, third] = await there.list([suiteId])
    await there.update(second?.id ?? 0, 1, { title: 'changed there' })
    await there.delete([third?.id ?? 0])
    const { successfullyProcessed, failed } = await here.undo(operationId)
    expect(successfullyProcessed).toEqual(here.of('a1', 'a4'))
    expect(failed.map(({ id }) => id)).toEqual(here.of('a2', 'a3'))
    expect(await here.titles(here.a)).toEqual(['a1', 'a4', 'a5'])
    expect(await here.get(here.one('a1'))).toMatchObject({ key: `${here.projectKey}-1`, deleted: false })
    expect(await there.titles(suiteId)).toEqual(['changed there'])
  })

  test('[BULK-04] rejects undoing a move to another project without the right to write there', async () => {
    const here = await twoSuites()
    const there = await aRepository(app, owner)
    const suiteId = await there.suite('There')
    const roles = { [here.projectId]: 'ENGINEER', [there.projectId]: 'ENGINEER' } as const
    const { token, id } = await aUser(app, { roles })
    const operationId = crypto.randomUUID()
    const body = {
      operationId,
      ids: here.of('a1'),
      targetProjectId: there.projectId,
      targetTestSuiteId: suiteId,
      ...AT_END,
    }
    await ask(app, moveTestCases, { token, params: here.params, body })
    const member = { projectKey: there.projectKey, userId: id }
    await ask(app, updateMember, {
      token: owner.token,
      params: member,
      body: { role: 'GUEST', expected: { role: 'ENGINEER' } },
    })
    const params = { ...here.params, operationId }
    expect(await refusalOf(app, undoOperation, { token, params })).toMatchObject({ status: 403 })
    expect(await there.titles(suiteId)).toEqual(['a1'])
  })
})
