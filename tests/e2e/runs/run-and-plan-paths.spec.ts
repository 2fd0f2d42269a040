import { randomUUID } from 'node:crypto'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { closeTestPlan, closeTestPlans, createTestPlan } from '../../../contract/plans/plans.ts'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { closeTestRun, closeTestRuns, createTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
import { getResultStatuses, type ResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { closingTours, goClosingTours, PAIRS, type ClosedThings } from './paths/closing.ts'
import { goOfflineTours, offlineTours, CASES } from './paths/offline-availability.ts'
import { goPlanEditorTours, OPTIONS, planEditorTours } from './paths/plan-editor.ts'
import { EDITED, goRunEditorTours, runEditorTours } from './paths/run-editor.ts'

test.use({ environment: unattended, people: TEAM })

type Calls = Awaited<ReturnType<typeof callsAs>>
interface Made {
  id: number
}

/** Cases of one suite. */
let testCases: { id: number }[] = []
let groupId = 0
let optionIds: number[] = []
const GROUP = 'Device'

test.beforeEach(async ({ page, assay }) => {
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  if (testCases.length > 0) return
  const call = await callsAs(assay, 'emil')
  const suite = await call<Made>(createSuite, {}, { title: 'Checkout' })
  for (let n = 1; n <= CASES; n++) {
    const { data } = await call<{ data: Made }>(createTestCase, {}, { title: `Case ${n}`, testSuiteId: suite.id })
    testCases = [...testCases, { id: data.id }]
  }
  const admin = await callsAs(assay, 'adam')
  groupId = (await admin<Made>(createConfigurationGroup, {}, { name: GROUP })).id
  for (let n = 1; n <= OPTIONS; n++)
    optionIds = [...optionIds, (await admin<Made>(createConfigurationOption, { groupId }, { name: `Phone ${n}` })).id]
})

const aRun = async (call: Calls, title: string, values: object = {}): Promise<number> =>
  (await call<{ data: Made }>(createTestRun, {}, { title, testCases, ...values })).data.id

const aPlan = async (call: Calls, title: string, runs = 1): Promise<number> => {
  const options = optionIds.slice(0, runs).map((id, at) => ({ id, name: `Phone ${at + 1}` }))
  const plan = {
    title,
    configurations: [{ id: groupId, name: GROUP, options }],
    baseTestCaseIds: testCases.map(({ id }) => id),
    testRuns: options.map(({ id: optionId, name: optionName }) => ({
      title,
      configurations: [{ groupId, optionId, groupName: GROUP, optionName }],
    })),
  }
  return (await call<{ data: Made }>(createTestPlan, {}, plan)).data.id
}

const figures = (name: string, { tours }: { tours: readonly { steps: readonly unknown[] }[] }) =>
  console.info(`${name}: ${tours.map(({ steps }) => steps.length).join(' and ')} steps`)

test(
  '[RUNS-49] a run is made available offline, downloaded again and removed on every path of its machine',
  { tag: '@full' },
  async ({ page, assay }) => {
    test.setTimeout(180_000)
    expect(offlineTours.missed).toEqual({ control: [] })
    const call = await callsAs(assay, 'emil')
    const { user } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
    const runId = await aRun(call, 'Offline, revision 1')
    await goOfflineTours({ page, call, runId, userId: user.id })
    figures('offline availability', offlineTours)
  },
)

test(
  '[RUNS-28] [PLANS-40] runs and plans are closed on every path of the machine that closes them',
  { tag: '@full' },
  async ({ page, assay }) => {
    test.setTimeout(180_000)
    expect(closingTours.missed).toEqual({ closing: [] })
    const call = await callsAs(assay, 'emil')
    const pairs = async (noun: string, make: (title: string) => Promise<number>) => {
      const titlesOf = (pair: number) => [`${noun} ${pair} a`, `${noun} ${pair} b`] as const
      const firsts: number[] = []
      for (let pair = 0; pair < PAIRS; pair++) {
        const [first, second] = titlesOf(pair)
        firsts.push(await make(first))
        await make(second)
      }
      return { titlesOf, firsts }
    }
    const runs = await pairs('Run', (title) => aRun(call, title))
    const plans = await pairs('Plan', (title) => aPlan(call, title))
    const things: Record<string, ClosedThings> = {
      '[RUNS-47] runs': {
        ...runs,
        list: 'test-runs',
        close: closeTestRuns,
        closeFirst: (pair) => call(closeTestRun, { runId: runs.firsts[pair] }),
        question: 'Close 2 test runs?',
        confirm: 'Close 2 test runs',
        account: /left out/,
      },
      '[PLANS-41] plans': {
        ...plans,
        list: 'test-plans',
        close: closeTestPlans,
        closeFirst: (pair) => call(closeTestPlan, { testPlanId: plans.firsts[pair] }),
        question: 'Close 2 test plans?',
        confirm: 'Close 2 test plans',
        account: /left out/,
      },
    }
    for (const [name, one] of Object.entries(things)) await test.step(name, () => goClosingTours(page, one))
    figures('closing, of runs and of plans', closingTours)
  },
)

test(
  '[RUNED-01] [PLANED-01] runs and plans are written on every path of their editors',
  { tag: '@full' },
  async ({ page, assay }) => {
    test.setTimeout(180_000)
    const call = await callsAs(assay, 'emil')
    const admin = await callsAs(assay, 'adam')
    await test.step('[RUNED-12] [RUNED-14] [RUNED-15] a run: new, changed, and run again', async () => {
      expect(runEditorTours.missed).toEqual({ editor: [], rerun: [] })
      const environment = await admin<Made>(createEnvironment, {}, { name: 'Old', key: 'old', description: '' })
      const runs: Record<string, number> = {
        Whole: await aRun(call, 'Whole'),
        Less: await aRun(call, 'Less', { environment: { id: environment.id } }),
      }
      for (let n = 0; n < EDITED; n++) runs[`Edited ${n}`] = await aRun(call, `Edited ${n}`)
      await admin(deleteEnvironment, { environmentId: environment.id })
      const { data } = await call<ResultStatuses>(getResultStatuses)
      const statusId = data.resultStatuses.find(({ name }) => name === 'Failed')?.id
      const command = (runId: number | undefined) => ({
        key: randomUUID(),
        at: new Date().toISOString(),
        command: {
          type: 'results/record',
          runId,
          entries: [{ resultId: randomUUID(), caseId: testCases[0]?.id }],
          values: { statusId },
        },
      })
      await call(sendRunCommands, {}, { commands: [command(runs['Whole']), command(runs['Less'])] })
      await goRunEditorTours({ page, call, runs })
      figures('editor of runs', runEditorTours)
    })
    await test.step('[PLANED-08] [PLANED-19] [PLANED-20] [PLANED-22] a plan, and its confirmation', async () => {
      expect(planEditorTours.missed).toEqual({ editor: [], confirmation: [] })
      await goPlanEditorTours(page, GROUP)
      figures('editor of plans', planEditorTours)
    })
  },
)
