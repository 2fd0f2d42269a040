import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { getRerun } from '../../../contract/runs/runs.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationOption,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aShop, recorded } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

describe('creating', () => {
  test('[RUNS-19][RUNED-18] keeps the cases in the order of the repository, with the values given', async () => {
    const shop = await aShop(app, owner)
    const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browsers' } })
    const option = await ask(app, createConfigurationOption, {
      token: owner.token,
      params: { ...shop.at.params, groupId: group.id },
      body: { name: 'Chrome' },
    })
    const environment = await ask(app, createEnvironment, {
      ...shop.at,
      body: { name: 'Staging', key: 'STAGING', description: '' },
    })
    const run = await shop.create([shop.fixed.id, shop.card.id], {
      title: '  Release 2.41 ',
      description: 'Sign-off',
      environment: { id: environment.id },
      configurations: [{ groupId: group.id, optionId: option.id, groupName: '', optionName: '' }],
      requirements: ['PRD-88'],
    })
    expect(run).toMatchObject({
      title: 'Release 2.41',
      description: 'Sign-off',
      closed: false,
      environment: { id: environment.id, key: 'STAGING', deleted: false },
      configurations: [{ groupName: 'Browsers', optionName: 'Chrome' }],
      requirements: ['PRD-88'],
      testPlan: null,
      caseStatusStatistics: [{ status: { isUntested: true, isCompleted: false }, count: 2 }],
    })
    const { suites, cases } = await shop.open(run.id)
    expect(cases.items.map(({ title }) => title)).toEqual(['Pay by card', 'Fixed amount'])
    expect(suites.map(({ path }) => path)).toEqual([['Checkout'], ['Checkout', 'Vouchers']])
  })

  test('[RUNED-06][RUNED-07] names every invalid field in one answer', async () => {
    const shop = await aShop(app, owner)
    const refusal = await shop.createRefused({
      title: ' ',
      description: 'x'.repeat(2048),
      testCases: [],
    })
    expect(refusal).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([
        { field: 'title', message: 'Must be between 1 and 255 characters' },
        { field: 'description', message: 'Must be between 0 and 2047 characters' },
        { field: 'testCases', message: RUN_TEXTS.noCases },
      ]),
    })
    const unknown = await shop.createRefused({
      ...shop.bodyOf([shop.card.id]),
      milestoneId: 999_999,
      testCases: [{ id: shop.card.id, assigneeId: 999_999 }, { id: 999_999 }, { id: shop.card.id }],
    })
    expect(unknown.errors?.map(({ field }) => field)).toEqual([
      'milestoneId',
      'testCases.0.assigneeId',
      'testCases.1.id',
      'testCases.2.id',
    ])
  })

  test('[RUNED-17] requirements need their feature; those that are there stay without it', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id], { requirements: ['PRD-1'] })
    const switched = (on: boolean) =>
      ask(app, switchFeature, { token: owner.token, params: { feature: 'requirements-mapping' }, body: { on } })
    await switched(false)
    try {
      const refused = await shop.createRefused(shop.bodyOf([shop.card.id], { requirements: ['PRD-1'] }))
      expect(refused.errors?.map(({ field }) => field)).toEqual(['requirements'])
      expect(await shop.update(run.id, { title: 'Without' })).toMatchObject({ requirements: ['PRD-1'] })
      expect((await shop.updateRefused(run.id, { requirements: ['PRD-2'] })).status).toBe(400)
    } finally {
      await switched(true)
    }
  })

  test('[RUNED-03] allows one option of a group', async () => {
    const shop = await aShop(app, owner)
    const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browsers' } })
    const params = { ...shop.at.params, groupId: group.id }
    const options = []
    for (const name of ['Chrome', 'Firefox'])
      options.push(await ask(app, createConfigurationOption, { token: owner.token, params, body: { name } }))
    const configurations = options.map(({ id }) => ({ groupId: group.id, optionId: id, groupName: '', optionName: '' }))
    const refusal = await shop.createRefused({ ...shop.bodyOf([shop.card.id]), configurations })
    expect(refusal.errors).toMatchObject([{ field: 'configurations.1' }])
  })
})

test('[RUNED-05][RUNED-13][RUNED-14] a rerun begins with the unfinished cases, and names missing ones', async () => {
  const shop = await aShop(app, owner)
  const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browser' } })
  const params = { ...shop.at.params, groupId: group.id }
  const option = await ask(app, createConfigurationOption, { token: owner.token, params, body: { name: 'Chrome' } })
  const configuration = { groupId: group.id, optionId: option.id, groupName: 'Browser', optionName: 'Chrome' }
  const run = await shop.create(shop.ids, { configurations: [configuration] })
  await shop.send([
    recorded(run.id, shop.card.id, { statusId: shop.status('Failed') }),
    recorded(run.id, shop.later.id, { statusId: shop.status('Passed') }),
  ])
  await ask(app, deleteTestCases, { ...shop.at, body: { operationId: crypto.randomUUID(), ids: [shop.fixed.id] } })
  await ask(app, deleteConfigurationOption, { token: owner.token, params: { ...params, optionId: option.id } })
  expect((await shop.get(run.id)).configurations).toEqual([configuration])
  const { data } = await ask(app, getRerun, shop.of(run.id))
  expect(data).toMatchObject({
    run: { id: run.id },
    missingCases: 1,
    missingConfigurations: [configuration],
    missingEnvironment: false,
    isMilestoneCompleted: false,
    missingMilestone: false,
  })
  expect(data.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
    [shop.card.id, 'failed'],
    [shop.later.id, 'other'],
    [shop.percent.id, 'untested'],
  ])
})

test('[RUNED-13] a rerun knows that the milestone of the earlier run is completed', async () => {
  const shop = await aShop(app, owner)
  const { id: milestoneId } = await ask(app, createMilestone, {
    ...shop.at,
    body: { name: '2.4', description: '', startDate: null, dueDate: null },
  })
  const run = await shop.create(shop.ids, { milestoneId })
  const isCompleted = async () => (await ask(app, getRerun, shop.of(run.id))).data.isMilestoneCompleted
  expect(await isCompleted()).toBe(false)
  const params = { ...shop.at.params, milestoneId }
  await ask(app, updateMilestone, { ...shop.at, params, body: { completed: true, expected: {} } })
  expect(await isCompleted()).toBe(true)
})
