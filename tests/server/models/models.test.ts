import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCaseModel,
  getCaseModel,
  getCaseModelResults,
  updateCaseModel,
  type StoredModel,
  type ModelOptions,
} from '../../../contract/models/models.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { readModel } from '../../../machines/models/read-model.ts'
import { DEFAULT_OPTIONS, searchPaths } from '../../../machines/models/search.ts'
import { casesOf } from '../../../machines/models/suggest.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, switchFieldsOff, type TestRepository } from '../cases/support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const shop = (paying: object = { pay: 'paid', cancel: 'cart' }, cart = 'The cart is shown') => ({
  id: 'shop',
  initial: 'cart',
  states: {
    cart: { description: cart, on: { order: 'paying' } },
    paying: { on: paying },
    paid: { on: { again: 'cart' } },
  },
})

/** The browser's request for a model. */
const generated = (config: object, options: Partial<ModelOptions> = {}) => {
  const source = JSON.stringify(config)
  const reading = readModel('xstate', source)
  if (reading.model === null) throw new Error(JSON.stringify(reading.problems))
  const chosen: ModelOptions = { ...DEFAULT_OPTIONS, strategy: 'shortest', ...options }
  const found = searchPaths(reading.model, chosen, { isOver: () => false, progress: () => undefined })
  return {
    format: 'xstate' as const,
    source,
    model: reading.model,
    options: chosen,
    cases: casesOf(reading.model, found),
  }
}

const calls = (repository: TestRepository, { token }: TestUser = owner) => {
  const at = (suiteId: number) => ({ token, params: { ...repository.params, suiteId } })
  return {
    create: (body: object, operationId = crypto.randomUUID()) => ({
      token,
      params: repository.params,
      body: { operationId, suite: { title: 'Shop' }, ...body } as never,
    }),
    kept: async (suiteId: number): Promise<StoredModel> => {
      const { data } = await ask(app, getCaseModel, at(suiteId))
      if (data === null) throw new Error('the suite keeps no model')
      return data
    },
    update: (suiteId: number, version: number, body: object, obsolete: 'deprecate' | 'leave' = 'deprecate') => ({
      ...at(suiteId),
      body: { operationId: randomUUID(), version, obsolete, ...body } as never,
    }),
    results: (suiteId: number) => ask(app, getCaseModelResults, at(suiteId)),
    at,
  }
}

const aModel = async () => {
  const repository = await aRepository(app, owner)
  const model = calls(repository)
  const { suiteId } = await ask(app, createCaseModel, model.create(generated(shop())))
  return { repository, model, suiteId }
}

describe('cases from a model', () => {
  test('are created in a new suite that stores the model, as one undoable operation', async () => {
    const repository = await aRepository(app, owner)
    const model = calls(repository)
    const sent = generated(shop())
    const made = await ask(app, createCaseModel, model.create(sent))
    expect(made.created).toBe(2)
    expect(await repository.suites()).toMatchObject([{ id: made.suiteId, title: 'Shop', testCases: 2 }])
    expect(await repository.titles(made.suiteId)).toEqual(['Order, cancel → Cart', 'Order, pay, again → Cart'])
    const saved = await model.kept(made.suiteId)
    // Parsed conditions are not stored: the source contains them.
    const { behaviour: _, ...model_ } = sent.model
    expect(saved).toMatchObject({ version: 1, source: sent.source, model: model_, options: sent.options })
    expect(saved.cases.map(({ key, edited, content }) => [key, edited, content])).toEqual(
      sent.cases.map(({ content }, i) => [`${repository.projectKey}-${i + 1}`, [], content]),
    )
    const stored = await repository.get(saved.cases[0]?.caseId ?? 0)
    expect(stored.preConditions).toBe('It begins in **Cart**: The cart is shown')
    expect(stored.steps).toMatchObject([
      { kind: 'step', action: 'Order', expectedResult: 'It is in **Paying**' },
      { kind: 'step', action: 'Cancel', expectedResult: 'The cart is shown' },
    ])
    await repository.undo(made.operationId)
    expect(await repository.suites()).toEqual([])
  })

  test('are created in an existing suite once; after an undo it may store another model', async () => {
    const repository = await aRepository(app, owner)
    const model = calls(repository)
    const id = await repository.suite('Mine')
    await repository.case(id, 'By hand')
    const { operationId } = await ask(app, createCaseModel, model.create({ suite: { id }, ...generated(shop()) }))
    expect(await repository.titles(id)).toEqual(['By hand', 'Order, cancel → Cart', 'Order, pay, again → Cart'])
    expect(await refusalOf(app, createCaseModel, model.create({ suite: { id }, ...generated(shop()) }))).toMatchObject({
      status: 409,
      code: ERROR_CODES.stale,
      message: 'The suite keeps a model already',
      current: { suiteId: id, version: 1 },
    })
    expect(await repository.titles(id)).toHaveLength(3)
    await repository.undo(operationId)
    expect(await repository.titles(id)).toEqual(['By hand'])
    expect(await ask(app, getCaseModel, model.at(id))).toEqual({ suite: { id, title: 'Mine' }, data: null })
    await ask(app, createCaseModel, model.create({ suite: { id }, ...generated(shop()) }))
    expect(await repository.titles(id)).toHaveLength(3)
  })

  test('are not created at all when anything is invalid, and each problem is named', async () => {
    const repository = await aRepository(app, owner)
    const model = calls(repository)
    const sent = generated(shop())
    const [first] = sent.cases
    expect(await refusalOf(app, createCaseModel, model.create({ ...sent, cases: [first, first] }))).toMatchObject({
      status: 400,
      errors: [{ field: 'cases' }],
    })
    const wrong = { ...sent, suite: { title: ' ' }, source: '', options: { ...sent.options, maxPaths: 0 }, cases: [] }
    const refusal = await refusalOf(app, createCaseModel, model.create(wrong))
    expect(refusal.errors?.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['source', 'options.maxPaths', 'cases']),
    )
    expect(await refusalOf(app, createCaseModel, model.create({ ...sent, suite: { id: 999_999 } }))).toMatchObject({
      status: 404,
    })
    expect(await repository.suites()).toEqual([])
  })

  test('rejects a cyclic model', async () => {
    const repository = await aRepository(app, owner)
    const sent = generated(shop())
    const [root, cart, ...states] = sent.model.states
    const circles = [
      [{ ...root, parentId: 'cart' }, cart, ...states],
      [root, { ...cart, parentId: 'paying' }, ...states],
      [root, { ...cart, kind: 'compound', initialId: 'paid' }, ...states],
      [root, { ...cart, kind: 'history', initialId: 'cart' }, ...states],
    ]
    for (const one of circles)
      expect(
        await refusalOf(
          app,
          createCaseModel,
          calls(repository).create({ ...sent, model: { ...sent.model, states: one } }),
        ),
      ).toMatchObject({ status: 400, errors: [{ field: 'model' }] })
  })
})

describe('a new version of a model', () => {
  test('creates new cases, updates unedited ones, keeps edits, and deprecates cases of removed paths', async () => {
    const { repository, model, suiteId } = await aModel()
    const { cases } = await model.kept(suiteId)
    const [cancel, again] = [cases[0]?.caseId ?? 0, cases[1]?.caseId ?? 0]
    const before = await repository.get(again)
    await repository.update(again, 1, { title: 'Order once more', priority: null })
    const next = generated({
      ...shop({ pay: 'paid', refuse: 'cart' }, 'The cart shows the goods'),
      id: 'shop',
    })
    // The path of `cancel` is gone, the text of the one of `again` has changed, and there is a new one.
    expect(await ask(app, updateCaseModel, model.update(suiteId, 1, next))).toEqual({
      version: 2,
      created: 1,
      changed: 1,
      obsolete: 1,
      keptByHand: 0,
      operationId: expect.any(String),
    })
    const after = await repository.get(again)
    expect(after).toMatchObject({
      title: 'Order once more',
      version: 3,
      deprecated: false,
      preConditions: 'It begins in **Cart**: The cart shows the goods',
    })
    const stepIds = (one: typeof after) => one.steps.map(({ id }) => id)
    expect(stepIds(after)).toEqual(stepIds(before))
    expect(after.steps.at(-1)).toMatchObject({ expectedResult: 'The cart shows the goods' })
    expect(await repository.get(cancel)).toMatchObject({ deprecated: true, version: 2 })
    const saved = await model.kept(suiteId)
    expect(saved.version).toBe(2)
    expect(saved.cases.map(({ title, edited, obsolete }) => [title, edited, obsolete])).toEqual([
      ['Order, cancel → Cart', [], true],
      ['Order once more', ['title'], false],
      ['Order, refuse → Cart', [], false],
    ])
    // The path returns, and its case with it.
    expect(await ask(app, updateCaseModel, model.update(suiteId, 2, generated(shop())))).toMatchObject({
      created: 0,
      obsolete: 1,
    })
    expect(await repository.get(cancel)).toMatchObject({ deprecated: false })
    expect(await repository.titles(suiteId)).toHaveLength(3)
  })

  test('keeps edits where the model changed too, and reports the difference', async () => {
    const { repository, model, suiteId } = await aModel()
    const { cases } = await model.kept(suiteId)
    const id = cases[0]?.caseId ?? 0
    const { steps } = await repository.get(id)
    await repository.update(id, 1, { steps: steps.slice(0, 1) })
    expect(
      await ask(app, updateCaseModel, model.update(suiteId, 1, generated(shop(undefined, 'Other words')))),
    ).toMatchObject({
      created: 0,
      changed: 2,
      obsolete: 0,
      keptByHand: 1,
    })
    expect(await repository.get(id)).toMatchObject({
      steps: steps.slice(0, 1),
      preConditions: 'It begins in **Cart**: Other words',
    })
    // Repeated: there is nothing to change, and no case gets a version.
    expect(
      await ask(app, updateCaseModel, model.update(suiteId, 2, generated(shop(undefined, 'Other words')))),
    ).toMatchObject({
      version: 3,
      changed: 0,
      keptByHand: 0,
    })
    expect((await repository.get(id)).version).toBe(3)
  })

  test('leaves cases in the trash bin unchanged, and can keep cases of removed paths', async () => {
    const { repository, model, suiteId } = await aModel()
    const { cases } = await model.kept(suiteId)
    const [cancel, again] = [cases[0]?.caseId ?? 0, cases[1]?.caseId ?? 0]
    await repository.delete([again])
    const next = generated(shop({ pay: 'paid' }, 'Other words'))
    expect(await ask(app, updateCaseModel, model.update(suiteId, 1, next, 'leave'))).toMatchObject({
      changed: 0,
      obsolete: 1,
    })
    expect(await repository.get(cancel)).toMatchObject({ deprecated: false, version: 1 })
    expect(await repository.get(again)).toMatchObject({
      deleted: true,
      preConditions: 'It begins in **Cart**: The cart is shown',
    })
  })

  test('[TCASE-03] never deprecates a case or reports it while Deprecated is off', async () => {
    const { repository, model, suiteId } = await aModel()
    const { cases } = await model.kept(suiteId)
    const [cancel, again] = [cases[0]?.caseId ?? 0, cases[1]?.caseId ?? 0]
    const deprecated = async () => (await model.kept(suiteId)).cases.map((one) => one.deprecated)
    await ask(app, updateCaseModel, model.update(suiteId, 1, generated(shop({ pay: 'paid' }))))
    expect(await deprecated()).toEqual([true, false])
    await switchFieldsOff(app, owner, repository.params, ['DEPRECATED'])
    expect(await deprecated()).toEqual([false, false])
    const other = generated(shop({ cancel: 'cart' }))
    expect(await ask(app, updateCaseModel, model.update(suiteId, 2, other))).toMatchObject({ changed: 0, obsolete: 1 })
    // The cases keep their earlier values of the field.
    expect(await repository.get(cancel)).toMatchObject({ deprecated: true, version: 2 })
    expect(await repository.get(again)).toMatchObject({ deprecated: false, version: 1 })
    expect((await model.kept(suiteId)).cases.map(({ obsolete }) => obsolete)).toEqual([false, true])
  })

  test('is undone as one operation, including cases, model and the position of edited cases', async () => {
    const { repository, model, suiteId } = await aModel()
    const first = await model.kept(suiteId)
    const [cancel, again] = [first.cases[0]?.caseId ?? 0, first.cases[1]?.caseId ?? 0]
    await repository.update(again, 1, { title: 'Order once more' })
    const before = { model: await model.kept(suiteId), again: await repository.get(again) }
    const next = generated(shop({ pay: 'paid', refuse: 'cart' }, 'The cart shows the goods'))
    const { operationId } = await ask(app, updateCaseModel, model.update(suiteId, 1, next))
    expect((await model.kept(suiteId)).cases).toHaveLength(3)
    await repository.undo(operationId)
    const { version, ...kept } = await model.kept(suiteId)
    expect(version).toBe(3)
    expect({ ...kept, updatedAt: null }).toEqual({ ...before.model, version: undefined, updatedAt: null })
    const { version: _, lastModifiedAt: __, ...stands } = await repository.get(again)
    expect(before.again).toMatchObject(stands)
    expect(await repository.get(cancel)).toMatchObject({ deprecated: false })
    // The next version follows the restored one.
    expect(await ask(app, updateCaseModel, model.update(suiteId, 3, next))).toMatchObject({ created: 1, changed: 1 })
  })

  test('an undo keeps a case that changed since, without a path in the model', async () => {
    const { repository, model, suiteId } = await aModel()
    const next = generated(shop({ pay: 'paid', refuse: 'cart' }))
    const { operationId } = await ask(app, updateCaseModel, model.update(suiteId, 1, next))
    const made = (await model.kept(suiteId)).cases.at(-1)?.caseId ?? 0
    await repository.update(made, 1, { title: 'Mine now' })
    expect(await repository.undo(operationId)).toMatchObject({
      failed: [{ id: made, message: 'It was changed by somebody else' }],
    })
    const { cases } = await model.kept(suiteId)
    expect(cases.map(({ title, obsolete }) => [title, obsolete])).toEqual([
      ['Order, cancel → Cart', false],
      ['Order, pay, again → Cart', false],
      ['Mine now', true],
    ])
  })

  test('cannot be undone after a newer version', async () => {
    const { repository, model, suiteId } = await aModel()
    const { operationId } = await ask(app, updateCaseModel, model.update(suiteId, 1, generated(shop({ pay: 'paid' }))))
    await ask(app, updateCaseModel, model.update(suiteId, 2, generated(shop())))
    const saved = await model.kept(suiteId)
    await expect(repository.undo(operationId)).rejects.toThrow('newer version')
    expect(await model.kept(suiteId)).toEqual(saved)
  })

  test('rejects a version older than the stored one, and stores nothing', async () => {
    const { repository, model, suiteId } = await aModel()
    await ask(app, updateCaseModel, model.update(suiteId, 1, generated(shop())))
    const refusal = await refusalOf(app, updateCaseModel, model.update(suiteId, 1, generated(shop({ pay: 'paid' }))))
    expect(refusal).toMatchObject({ status: 409, code: ERROR_CODES.stale, current: { version: 2 } })
    expect((await model.kept(suiteId)).cases.every(({ obsolete }) => !obsolete)).toBe(true)
    expect(await repository.titles(suiteId)).toHaveLength(2)
    const plain = await repository.suite('Without')
    expect(await refusalOf(app, updateCaseModel, model.update(plain, 1, generated(shop())))).toMatchObject({
      status: 404,
    })
  })
})

describe('results', () => {
  test('cover the transitions of a passed path and mark those of a failed one, until a newer result', async () => {
    const { repository, model, suiteId } = await aModel()
    const { cases } = await model.kept(suiteId)
    const agent = await TestAgent.of(app, owner, repository.projectKey)
    const launch = await agent.startLaunch()
    const run = async (key: string | undefined, result: 'PASSED' | 'FAILED' | 'SKIPPED') => {
      const id = await launch.startTest({ name: key })
      await launch.call('POST', `/tests/${id}/test-cases:upsert`, {
        items: [{ tcmType: 'ZEBRUNNER', testCaseId: key }],
      })
      await launch.finishTest(id, { result })
      return id
    }
    expect(await model.results(suiteId)).toEqual({ transitions: {}, cases: [] })
    const first = await run(cases[0]?.key, 'PASSED')
    expect(await model.results(suiteId)).toMatchObject({
      transitions: { 'cart | order': 'proved', 'paying | cancel': 'proved' },
      cases: [{ caseId: cases[0]?.caseId, status: 'PASSED', testId: first, launchId: launch.id }],
    })
    await run(cases[1]?.key, 'FAILED')
    await run(cases[1]?.key, 'SKIPPED')
    expect((await model.results(suiteId)).transitions).toEqual({
      'cart | order': 'failing',
      'paying | cancel': 'proved',
      'paying | pay': 'failing',
      'paid | again': 'failing',
    })
    await run(cases[0]?.key, 'PASSED')
    expect((await model.results(suiteId)).transitions).toMatchObject({
      'cart | order': 'proved',
      'paying | pay': 'failing',
    })
  })

  test('only users who write cases may create them, readers see the model, and others do not', async () => {
    const { repository, model, suiteId } = await aModel()
    const guest = await aUser(app, { roles: { [repository.projectId]: 'GUEST' } })
    const asGuest = calls(repository, guest)
    expect((await asGuest.kept(suiteId)).cases).toHaveLength(2)
    expect(await asGuest.results(suiteId)).toMatchObject({ cases: [] })
    expect(await refusalOf(app, createCaseModel, asGuest.create(generated(shop())))).toMatchObject({ status: 403 })
    expect(await refusalOf(app, updateCaseModel, asGuest.update(suiteId, 1, generated(shop())))).toMatchObject({
      status: 403,
    })
    const elsewhere = calls(await aRepository(app, owner))
    expect(await refusalOf(app, getCaseModel, elsewhere.at(suiteId))).toMatchObject({ status: 404 })
    expect(await refusalOf(app, getCaseModelResults, elsewhere.at(suiteId))).toMatchObject({ status: 404 })
    expect(await refusalOf(app, updateCaseModel, elsewhere.update(suiteId, 1, generated(shop())))).toMatchObject({
      status: 404,
    })
    expect((await model.kept(suiteId)).version).toBe(1)
  })
})
