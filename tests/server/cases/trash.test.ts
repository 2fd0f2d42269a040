import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listTrash,
  purgeAllTestCases,
  purgeTestCases,
  restoreAllTestCases,
  restoreTestCases,
} from '../../../contract/cases/trash.ts'
import { undoOperation } from '../../../contract/cases/operations.ts'
import { getTestCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A suite with three cases in the trash bin, deleted one after the other, and one active case. */
const aTrash = async () => {
  const repository = await aRepository(app, owner)
  const suiteId = await repository.suite('A')
  const ids: number[] = []
  for (const title of ['one', 'two', 'three']) ids.push((await repository.case(suiteId, title)).id)
  const saved = await repository.case(suiteId, 'kept')
  for (const id of ids) await repository.delete([id])
  const at = { token: owner.token, params: repository.params }
  const titles = async (query: Record<string, string | number> = {}) =>
    (await ask(app, listTrash, { ...at, query })).items.map(({ title }) => title)
  return { ...repository, suiteId, ids, kept: saved, at, titles }
}

describe('the trash bin', () => {
  test('[TRASH-18] [TRASH-20] [TRASH-33] [TRASH-39] lists deleted cases, the latest first, in pages', async () => {
    const { at, titles, suiteId } = await aTrash()
    const { items, _meta } = await ask(app, listTrash, at)
    expect(items.map(({ title }) => title)).toEqual(['three', 'two', 'one'])
    expect(items[0]).toMatchObject({ testSuiteId: suiteId, deletedBy: { id: owner.id }, draft: false })
    expect(_meta, '[MERR-05] [MERR-06]').toEqual({ total: 3, totalPages: 1, pageSize: 25, page: 1 })
    expect(await titles({ page: 2, pageSize: 2 })).toEqual(['one'])
    const beyond = await ask(app, listTrash, { ...at, query: { page: 9, pageSize: 2 } })
    expect(beyond).toEqual({ items: [], _meta: { total: 3, totalPages: 2, pageSize: 2, page: 9 } })
  })

  test('[TRASH-04] [TRASH-05] words and filters narrow it', async () => {
    const { titles } = await aTrash()
    expect(await titles({ q: 'tw' })).toEqual(['two'])
    expect(await titles({ filter: JSON.stringify({ deletedBy: [owner.id] }) })).toHaveLength(3)
    expect(await titles({ filter: JSON.stringify({ deletedBy: [owner.id + 1000] }) })).toEqual([])
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    expect(await titles({ filter: JSON.stringify({ deleted: { from: soon } }) })).toEqual([])
  })

  test('[TRASH-17] [TRASH-25] [TRASH-36] restores each case as the last of the suite chosen for it', async () => {
    const { at, ids, titles, suite, suiteId, titles: trashed, ...repository } = await aTrash()
    const other = await suite('B')
    const [one = 0, two = 0] = ids
    const body = {
      items: [
        { id: one, newTestSuiteId: suiteId },
        { id: two, newTestSuiteId: other },
        { id: 999_999, newTestSuiteId: other },
      ],
    }
    const { data } = await ask(app, restoreTestCases, { ...at, body })
    expect(new Set(data.successfullyProcessed)).toEqual(new Set([one, two]))
    expect(data.failed).toEqual([{ id: 999_999, message: TEXTS.caseNotFound }])
    expect((await repository.list([suiteId, other])).map(({ title }) => title)).toEqual(['kept', 'one', 'two'])
    expect(await trashed()).toEqual(['three'])
    const nowhere = { items: [{ id: ids[2], newTestSuiteId: 999_999 }] }
    expect(await refusalOf(app, restoreTestCases, { ...at, body: nowhere })).toMatchObject({ status: 404 })
  })

  test('[TRASH-37] restores all cases in one call', async () => {
    const { at, suiteId, titles, ...repository } = await aTrash()
    const answer = await ask(app, restoreAllTestCases, { ...at, body: { newTestSuiteId: suiteId } })
    expect(answer).toEqual({ restored: 3 })
    expect(await titles()).toEqual([])
    expect((await repository.list([suiteId])).map(({ title }) => title)).toEqual(['kept', 'one', 'two', 'three'])
  })

  test('a restore can be undone by its user, except for cases that changed since', async () => {
    const { at, ids, suite, suiteId, titles, ...repository } = await aTrash()
    const other = await suite('B')
    const before = (await ask(app, listTrash, at)).items
    const undo = (operationId: string) =>
      ask(app, undoOperation, { token: owner.token, params: { ...repository.params, operationId } })
    const [one, two] = [randomUUID(), randomUUID()]
    const body = { items: ids.slice(0, 2).map((id) => ({ id, newTestSuiteId: other })), operationId: one }
    await ask(app, restoreTestCases, { ...at, body })
    expect((await undo(one)).data.successfullyProcessed).toEqual(ids.slice(0, 2))
    expect((await ask(app, listTrash, at)).items).toEqual(before)
    expect((await repository.list([suiteId, other])).map(({ title }) => title)).toEqual(['kept'])

    await ask(app, restoreAllTestCases, { ...at, body: { newTestSuiteId: other, operationId: two } })
    await ask(app, updateTestCase, {
      token: owner.token,
      params: { ...repository.params, caseId: ids[0] ?? 0 },
      body: { version: 1, changes: { title: 'one, changed' } },
    })
    const { failed } = (await undo(two)).data
    expect(failed).toEqual([{ id: ids[0], message: 'It was changed by somebody else' }])
    expect(await titles()).toEqual(['three', 'two'])
  })

  test('[TRASH-26] [TRASH-34] [TRASH-35] purging is for good, and touches nothing outside the trash bin', async () => {
    const { at, ids, kept, titles, params } = await aTrash()
    const [one = 0] = ids
    const body = { items: [{ id: one }, { id: kept.id }] }
    const { data } = await ask(app, purgeTestCases, { ...at, body })
    expect(data).toEqual({ successfullyProcessed: [one], failed: [{ id: kept.id, message: TEXTS.caseNotFound }] })
    expect(await refusalOf(app, getTestCase, { token: owner.token, params: { ...params, caseId: one } })).toMatchObject(
      { status: 404 },
    )
    expect(await ask(app, purgeAllTestCases, at)).toEqual({ purged: 2 })
    expect(await titles()).toEqual([])
    expect(
      (await ask(app, getTestCase, { token: owner.token, params: { ...params, caseId: kept.id } })).data.deleted,
    ).toBe(false)
  })
})
