import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_COLUMNS, exportTestCases } from '../../../contract/cases/export.ts'
import { ALL_SYSTEM_FIELDS, listTestCaseFields, type SystemField } from '../../../contract/settings/test-case-fields.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { anImporter } from './import/support.ts'
import { aRepository, switchFieldsOff } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

type In = { params: { projectKey: string } }

const fieldsOf = ({ params }: In) => ask(app, listTestCaseFields, { token: owner.token, params })
const switchOff = ({ params }: In, ...off: readonly SystemField[]) => switchFieldsOff(app, owner, params, off)

const sorted = (names: readonly string[]) => [...names].sort()

test('[TCASE-03] a project lists the fields that are on: all at first, then those that were not switched off', async () => {
  const project = await aRepository(app, owner)
  expect(sorted((await fieldsOf(project)).data.enabledFields)).toEqual(
    sorted([
      'DESCRIPTION',
      'PRE_CONDITIONS',
      'POST_CONDITIONS',
      'CREATED_ON',
      'AUTHOR',
      'PRIORITY',
      'AUTOMATION_STATE',
      'DRAFT',
      'DEPRECATED',
      'STEPS',
      'ATTACHMENTS',
    ]),
  )
  for (const off of ALL_SYSTEM_FIELDS) {
    const { data } = await switchOff(project, off)
    expect(sorted(data.enabledFields)).toEqual(sorted(ALL_SYSTEM_FIELDS.filter((one) => one !== off)))
  }
  expect((await switchOff(project, ...ALL_SYSTEM_FIELDS)).data.enabledFields).toEqual([])
})

test('[TCASE-03] cases keep values of a disabled field, and accept new ones', async () => {
  const project = await aRepository(app, owner)
  const suite = await project.suite('Checkout')
  const before = await project.case(suite, 'Pay', { draft: true, deprecated: true, description: 'With a card' })
  await switchOff(project, ...ALL_SYSTEM_FIELDS)
  expect(await project.get(before.id)).toEqual(before)
  const renamed = await project.update(before.id, before.version, { title: 'Pay now' })
  expect(renamed).toMatchObject({
    draft: true,
    deprecated: true,
    description: 'With a card',
    priority: before.priority,
  })
  const changed = await project.update(before.id, renamed.version, { draft: false, priority: null })
  await project.edit([before.id], { deprecated: false })
  await switchOff(project)
  expect(await project.get(before.id)).toMatchObject({
    draft: false,
    deprecated: false,
    priority: null,
    createdAt: before.createdAt,
    createdBy: before.createdBy,
    version: changed.version + 1,
  })
})

const COLUMNS: Record<SystemField, readonly string[]> = {
  DESCRIPTION: ['Description'],
  PRE_CONDITIONS: ['Pre-conditions'],
  POST_CONDITIONS: ['Post-conditions'],
  CREATED_ON: ['Created at'],
  AUTHOR: ['Created by'],
  PRIORITY: ['Priority'],
  AUTOMATION_STATE: ['Automation state'],
  DRAFT: ['Draft'],
  DEPRECATED: ['Deprecated'],
  STEPS: ['Steps', 'Expected results'],
  ATTACHMENTS: [],
}

test('[TCASE-03] an export has no columns for disabled fields', async () => {
  const project = await aRepository(app, owner)
  const { id } = await project.case(await project.suite('Checkout'), 'Pay', { draft: true })
  const rows = async () => {
    const body = { ids: [id], hasHead: true, form: 'rows' }
    return (await ask(app, exportTestCases, { token: owner.token, params: project.params, body })).data.rows
  }
  for (const off of ALL_SYSTEM_FIELDS) {
    await switchOff(project, off)
    const [head = [], cells] = await rows()
    expect(head).toEqual(EXPORT_COLUMNS.filter((name) => !COLUMNS[off].includes(name)))
    expect(cells).toHaveLength(head.length)
    const updated = (await project.get(id)).lastModifiedAt
    expect(cells?.at(-1)).toBe(updated)
  }
})

test('[TCASE-03] an import maps no column to a disabled field, and importing our own export leaves disabled fields unchanged', async () => {
  const project = await anImporter(app, owner)
  const suite = await project.suite('Shop > out')
  const made = await project.case(suite, 'Pay', { draft: true, description: 'With a card' })
  await switchOff(project, 'DRAFT', 'STEPS', 'PRIORITY', 'AUTHOR')
  const body = { ids: [made.id], hasHead: true, form: 'csv' }
  const { csv } = (await ask(app, exportTestCases, { token: owner.token, params: project.params, body })).data
  const file = await project.given(csv.replace('With a card', 'In cash'))
  expect(file.source).toBe('assay')
  expect(file.targets.map(({ target }) => target)).toEqual([
    'key',
    'title',
    'suite',
    'description',
    'preConditions',
    'postConditions',
    'automationState',
    'deprecated',
  ])
  expect((await project.run(file)).counts).toMatchObject({ updated: 1, suites: 0 })
  expect(await project.get(made.id)).toMatchObject({ description: 'In cash', draft: true, priority: made.priority })

  const whole = await project.given('Key,Title,Draft,Steps\n,Refund,yes,1. Go\n')
  expect(project.guessed(whole)).toEqual({ Key: 'key', Title: 'title', Draft: null, Steps: null })
  await switchOff(project)
  const again = await project.given('Key,Title,Draft,Steps\n,Refund,yes,1. Go\n')
  expect(project.guessed(again)).toEqual({ Key: 'key', Title: 'title', Draft: 'draft', Steps: 'steps' })
})
