/** Removes each kind of entry that test runs refer to, and continues to work with the runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRerun } from '../../../contract/runs/runs.ts'
import { assignRunCases } from '../../../contract/runs/run-cases.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationGroup,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
import { deleteMember } from '../../../contract/settings/members.ts'
import { createMilestone, deleteMilestone } from '../../../contract/settings/milestones.ts'
import { getResultStatuses, saveResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { rerunValues } from '../../../machines/runs/run-values.ts'
import { missingIn } from '../../../machines/runs/rerun.machine.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aShop, recorded } from '../runs/support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const aUsedRun = async () => {
  const shop = await aShop(app, owner)
  const { at, projectKey, projectId, ids } = shop
  const milestone = await ask(app, createMilestone, { ...at, body: { name: 'July' } as never })
  const environment = await ask(app, createEnvironment, {
    ...at,
    body: { name: 'Staging', key: 'staging', description: '' },
  })
  const group = await ask(app, createConfigurationGroup, { ...at, body: { name: 'Browser' } })
  const inGroup = { projectKey, groupId: group.id }
  const option = await ask(app, createConfigurationOption, {
    token: owner.token,
    params: inGroup,
    body: { name: 'Chrome' },
  })
  const member = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  const run = await shop.create(ids, {
    milestoneId: milestone.id,
    environment: { id: environment.id },
    configurations: [{ groupId: group.id, optionId: option.id, groupName: 'Browser', optionName: 'Chrome' }],
  })
  await ask(app, assignRunCases, {
    ...shop.of(run.id),
    body: { assignments: ids.map((caseId) => ({ caseId, assigneeId: member.id })) },
  })
  const blocked = shop.status('Blocked')
  await shop.send([recorded(run.id, shop.card.id, { statusId: blocked })])
  const params = { projectKey }
  return {
    shop,
    run,
    blocked,
    removals: {
      milestone: () =>
        ask(app, deleteMilestone, { token: owner.token, params: { ...params, milestoneId: milestone.id } }),
      environment: () =>
        ask(app, deleteEnvironment, { token: owner.token, params: { ...params, environmentId: environment.id } }),
      configuration: () => ask(app, deleteConfigurationGroup, { token: owner.token, params: inGroup }),
      member: () => ask(app, deleteMember, { token: owner.token, params: { ...params, userId: member.id } }),
      status: async () => {
        const { version, data } = await ask(app, getResultStatuses, at)
        const resultStatuses = data.resultStatuses
          .filter(({ id }) => id !== blocked)
          .map(({ isAssignable: _, isUntested: __, ...status }, i) => ({ ...status, relativePosition: i + 1 }))
        await ask(app, saveResultStatuses, { ...at, body: { version, resultStatuses } })
      },
    },
  }
}

type Removal = keyof Awaited<ReturnType<typeof aUsedRun>>['removals']
const LEFT_OUT: Record<Removal, string[]> = {
  milestone: ['milestone July'],
  environment: ['environment Staging'],
  configuration: ['Browser: Chrome'],
  member: [],
  status: [],
}

test.each(Object.keys(LEFT_OUT) as Removal[])(
  '[RUNED-13] [RUNED-14] a run stays readable and editable and can be rerun when its %s was removed',
  async (kind) => {
    const { shop, run, blocked, removals } = await aUsedRun()
    await removals[kind]()

    const opened = await shop.open(run.id)
    expect(opened.run).toMatchObject({ milestone: { name: 'July' }, environment: { name: 'Staging' } })
    expect(opened.run.configurations).toMatchObject([{ optionName: 'Chrome' }])
    expect(opened.run.caseStatusStatistics.map(({ status }) => status.name)).toContain('Blocked')
    const { title, milestoneId, environment, configurations } = await shop.get(run.id)
    const edited = await shop.update(run.id, {
      title: 'After the removal',
      milestoneId,
      environment: environment && { id: environment.id },
      configurations,
      expected: { title },
    })
    expect(edited).toMatchObject({ title: 'After the removal', milestone: { name: 'July' } })
    expect((await shop.results(run.id, shop.card.id)).map(({ statusId }) => statusId)).toEqual([blocked])
    await shop.send([recorded(run.id, shop.later.id, { statusId: shop.status('Passed') })])

    const { data: rerun } = await ask(app, getRerun, shop.of(run.id))
    expect(missingIn(rerun)).toEqual(LEFT_OUT[kind])
    const { cases, revision: _, ...values } = rerunValues(rerun, 'all')
    expect(cases).toHaveLength(shop.ids.length)
    const assignees = new Map(cases)
    const created = await shop.create([...assignees.keys()], values)
    expect(created.configurations).toEqual(values.configurations)
  },
)
