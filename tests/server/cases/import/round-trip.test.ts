import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCase } from '../../../../contract/cases/cases.ts'
import { exportTestCases, MAX_WORKBOOK_CELL } from '../../../../contract/cases/export.ts'
import { createTestCaseField } from '../../../../contract/settings/test-case-fields.ts'
import { workbookOf } from '../../../../views/shared/workbook/workbook.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, firstTab } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

type Importer = Awaited<ReturnType<typeof anImporter>>

/** A field of several options, one of text, one of users: equal in both projects, with other ids. */
const addFields = async ({ params }: Importer) => {
  const tabId = await firstTab(app, owner, { params })
  const add = async (name: string, typed: object) =>
    ask(app, createTestCaseField, {
      token: owner.token,
      params,
      body: { name, systemName: name.toLowerCase(), description: '', tabId, ...typed } as never,
    })
  const option = (name: string, i: number) => ({ id: null, name, isDefault: i === 0, relativePosition: i + 1 })
  const areas = await add('Areas', {
    dataType: 'MULTI_SELECT',
    value: { hasDefault: true, options: ['Basket', 'Cards, gift', 'Post'].map(option) },
  })
  const hint = await add('Hint', { dataType: 'TEXT', value: { hasDefault: true, default: 'Look twice' } })
  const keeper = await add('Keeper', { dataType: 'USER', value: { default: null } })
  const options = areas.dataType === 'MULTI_SELECT' ? areas.value.options.map(({ id }) => Number(id)) : []
  return { areas: areas.id, options, hint: hint.id, keeper: keeper.id }
}

/** Cases with everything that is difficult to write into a cell. */
const fill = async (from: Importer): Promise<void> => {
  const { areas, options, hint, keeper } = await addFields(from)
  const step = (id: string, action: string, expectedResult: string) => ({
    kind: 'step' as const,
    id,
    action,
    expectedResult,
    attachments: [],
  })
  const checkout = await from.suite('Checkout')
  const cards = await from.suite(String.raw`Cards > gift \ old`, checkout)
  const formula = await from.suite('=SUM(A1)')
  await from.case(cards, '=1+1', {
    draft: true,
    description: 'One, "two"\n\n\tthree _x0041_ <b>&amp;',
    preConditions: '- a list\n- of things',
    postConditions: '@somebody',
    steps: [
      step('a', 'Open\n\n   the page', '+1'),
      step('b', '2. is not the next item', ''),
      step('c', '', 'Only seen'),
      step('e', '"Quoted"', '"too"'),
    ],
    customFields: { [areas]: [options[2] ?? 0, options[1] ?? 0], [hint]: '1. One\n2. Two', [keeper]: owner.id },
  })
  await from.case(formula, "'=it''s", { deprecated: true, customFields: { [areas]: null, [hint]: null } })
  await from.case(checkout, 'Plain, with a comma', { steps: [step('d', '1. One\n2. Two', 'Both')] })
}

/** All user-written content of a case, with names in place of ids. */
const textOf = (cases: readonly TestCase[], { targets }: Awaited<ReturnType<Importer['given']>>) =>
  cases.map((one) => ({
    title: one.title,
    draft: one.draft,
    deprecated: one.deprecated,
    description: one.description,
    preConditions: one.preConditions,
    postConditions: one.postConditions,
    steps: one.steps.map((step) => (step.kind === 'step' ? [step.action, step.expectedResult] : [])),
    fields: Object.fromEntries(
      targets.flatMap(({ target, name, options }) => {
        const value = one.customFields[target.slice('field:'.length)]
        if (!target.startsWith('field:') || value === null || value === undefined) return []
        const nameOf = (id: unknown) => options?.find((option) => option.id === id)?.name ?? id
        return [[name, Array.isArray(value) ? new Set(value.map(nameOf)) : nameOf(value)]]
      }),
    ),
  }))

const exported = async ({ params, cases }: Importer, form: 'csv' | 'rows') => {
  const ids = (await cases()).map(({ id }) => id)
  return (await ask(app, exportTestCases, { token: owner.token, params, body: { ids, hasHead: true, form } })).data
}

const HEAD_ONLY = 'Title\nA\n'

test.each(['csv', 'xlsx'] as const)(
  '[IMPT-03] [BULK-05] an export as %s can be imported again without changes',
  async (format) => {
    const from = await anImporter(app, owner)
    await fill(from)
    const { csv, rows } = await exported(from, format === 'csv' ? 'csv' : 'rows')
    const content = format === 'csv' ? csv : new Uint8Array(Buffer.concat(await workbookOf([rows])))
    const to = await anImporter(app, owner)
    await addFields(to)
    const file = await to.given(content, `cases.${format}`)
    expect(file.source).toBe('assay')
    expect(await to.check(file)).toMatchObject({ problems: [], counts: { created: 3, suites: 3 } })
    await to.run(file)
    expect(await to.tree()).toEqual(await from.tree())
    expect(textOf(await to.cases(), file)).toEqual(textOf(await from.cases(), await from.given(HEAD_ONLY)))
    // Importing it into its own project changes nothing.
    expect((await from.check(await from.given(content, `cases.${format}`))).counts).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    })
  },
)

test('a text that exceeds the limit of a workbook cell is omitted and reported', async () => {
  const from = await anImporter(app, owner)
  const suite = await from.suite('A')
  const step = (id: string) => ({
    kind: 'step' as const,
    id,
    action: 'x'.repeat(MAX_WORKBOOK_CELL / 2),
    expectedResult: '',
    attachments: [],
  })
  const long = await from.case(suite, 'Long', { steps: [step('a'), step('b')] })
  await from.case(suite, 'Short')
  const { rows, failed } = await exported(from, 'rows')
  expect(rows.map(([, title]) => title)).toEqual(['Title', 'Short'])
  expect(failed.map(({ id }) => id)).toEqual([long.id])
  expect((await exported(from, 'csv')).failed).toEqual([])
})
