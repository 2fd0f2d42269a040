import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adoptCaseVersion, findRunCases } from '../../../contract/runs/run-cases.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { holdsFields } from '../../../machines/runs/field-values.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { AT_END } from '../cases/support.ts'
import { aShop } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const firstOf = async <T>(answer: Promise<{ items: T[] }>): Promise<T> => {
  const [first] = (await answer).items
  if (first === undefined) throw new Error('there is nothing')
  return first
}

describe('snapshots of cases', () => {
  test('a run shows the snapshot of a case, marks that the case changed, and updates it on request', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id])
    await shop.repository.update(shop.card.id, shop.card.version, {
      title: 'Pay by credit card',
      steps: [{ kind: 'step', id: 's1', action: 'Pay', expectedResult: 'Paid', attachments: [] }],
    })
    expect(await firstOf(shop.cases(run.id))).toMatchObject({ title: 'Pay by card', isChanged: true })
    expect((await shop.contents(run.id))[0]).toMatchObject({ title: 'Pay by card', version: 1, steps: [] })
    const { content, row } = await ask(app, adoptCaseVersion, {
      token: owner.token,
      params: { ...shop.at.params, runId: run.id, caseId: shop.card.id },
    })
    expect(content).toMatchObject({ title: 'Pay by credit card', version: 2, steps: [{ action: 'Pay' }] })
    expect(row).toMatchObject({ title: 'Pay by credit card', isChanged: false })
  })

  test('a run keeps a case that is deleted from the repository, and marks it', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create(shop.ids)
    await shop.repository.delete([shop.card.id])
    const { items } = await shop.cases(run.id)
    expect(items.map(({ title, isDeleted }) => [title, isDeleted])).toEqual([
      ['Pay by card', true],
      ['Pay later', false],
      ['Percentage', false],
      ['Fixed amount', false],
    ])
    expect((await shop.contents(run.id)).map(({ title }) => title)).toContain('Pay by card')
  })
})

test('finds cases by the custom fields of their snapshots, on the server and offline', async () => {
  const shop = await aShop(app, owner)
  const { data } = await ask(app, listTestCaseFields, shop.at)
  const tabId = data.tabs[0]?.id ?? null
  const field = (name: string, typed: object) =>
    ask(app, createTestCaseField, {
      ...shop.at,
      body: { name, systemName: name, description: '', tabId, ...typed } as never,
    })
  const note = await field('note', { dataType: 'STRING', value: { hasDefault: false, default: '' } })
  const day = await field('day', { dataType: 'DATE', value: { hasDefault: false, default: null } })
  const options = ['Low', 'High'].map((name, at) => ({
    id: null,
    name,
    isDefault: false,
    relativePosition: at + 1,
    icon: null,
  }))
  const risk = await field('risk', { dataType: 'DROPDOWN', value: { hasIcon: false, hasDefault: false, options } })
  const [low, high] = (risk.value as { options: { id: number }[] }).options.map(({ id }) => id) as [number, number]
  const { suite, case: add } = shop.repository
  const place = await suite('Fields')
  const one = await add(place, 'One', {
    customFields: { [note.id]: 'Paid in euro-cents', [day.id]: '2026-03-04', [risk.id]: high },
  })
  const two = await add(place, 'Two', { customFields: { [note.id]: 'unpaid', [risk.id]: low } })
  const run = await shop.create([one.id, two.id, shop.card.id])
  await shop.repository.update(two.id, 1, { customFields: { [risk.id]: high } })
  const text = (words: string) => ({ fieldId: note.id, wanted: { kind: 'text' as const, text: words } })
  const risky = (ids: number[]) => ({ fieldId: risk.id, wanted: { kind: 'options' as const, ids } })
  const days = (from: string, to: string) => ({
    fieldId: day.id,
    wanted: { kind: 'days' as const, days: { from, to } },
  })
  const contents = await shop.contents(run.id)
  for (const [fields, expected] of [
    [[text('EURO paid')], [one.id]],
    [[text('cents')], [one.id]],
    [[text('cent')], [one.id]],
    [[risky([high])], [one.id]],
    [[risky([low, high])], [one.id, two.id]],
    [[days('2026-03-01', '2026-03-04')], [one.id]],
    [[days('2026-03-05', '2026-04-04')], []],
    [[risky([low]), text('paid')], [two.id]],
    [[risky([low]), text('euro')], []],
  ] as const) {
    const query = { filter: JSON.stringify({ fields }) }
    expect((await ask(app, findRunCases, { ...shop.of(run.id), query } as never)).caseIds).toEqual(expected)
    expect(contents.filter((row) => holdsFields(row.customFields, fields)).map(({ caseId }) => caseId)).toEqual(
      expected,
    )
  }
  const nothing = { ...shop.of(run.id), query: { filter: '{"fields": []}' } }
  expect((await refusalOf(app, findRunCases, nothing)).status).toBe(400)
  const elsewhere = await aShop(app, owner)
  const query = { filter: JSON.stringify({ fields: [risky([high])] }) }
  expect((await refusalOf(app, findRunCases, { ...elsewhere.of(run.id), query })).status).toBe(404)
})

test('a case that was only moved, or changed and changed back, is the case of the run; a change of any field is not', async () => {
  const shop = await aShop(app, owner)
  const { repository } = shop
  const run = await shop.create(shop.ids)
  const changed = async () =>
    (await shop.cases(run.id)).items.filter(({ isChanged }) => isChanged).map(({ caseId }) => caseId)
  await repository.move([shop.card.id], shop.vouchers, AT_END)
  await repository.move([shop.later.id], shop.vouchers, AT_END)
  await repository.move([shop.later.id], shop.checkout, AT_END)
  const renamed = await repository.update(shop.percent.id, 1, { title: 'Half price' })
  expect(await changed()).toEqual([shop.percent.id])
  await repository.update(shop.percent.id, renamed.version, { title: shop.percent.title })
  expect(await changed()).toEqual([])
  const steps = [{ kind: 'step' as const, id: 'a', action: 'Pay', expectedResult: '', attachments: [] }]
  await repository.update(shop.fixed.id, 1, { steps })
  expect(await changed()).toEqual([shop.fixed.id])
  await repository.update(shop.percent.id, renamed.version + 1, { priority: null })
  expect(await changed()).toEqual([shop.percent.id, shop.fixed.id])
})
