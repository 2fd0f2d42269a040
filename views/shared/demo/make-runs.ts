import { createTestPlan } from '../../../contract/plans/plans.ts'
import { sendRunCommands, type SentRunCommand } from '../../../contract/runs/commands.ts'
import { closeTestRun, createTestRun } from '../../../contract/runs/runs.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { inShop, madeBefore, type ShopWorld } from './shop-world.ts'
import { SHOP_SUITES } from './shop-cases.ts'
import { SHOP_PLAN, type SampleResult, type SampleRun } from './shop-run.ts'
import { SHOP_BROWSERS, SHOP_REQUIREMENTS } from './shop-settings.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const idsOf = (world: ShopWorld, titles: readonly string[]): Promise<number[]> =>
  Promise.all(titles.map((title) => madeBefore(world, `case ${title}`)))

const browser = async (world: ShopWorld, optionName: string) => ({
  groupId: await madeBefore(world, 'browsers'),
  optionId: await madeBefore(world, `browser ${optionName}`),
  groupName: SHOP_BROWSERS.name,
  optionName,
})

/** Creates a run with results over several days. */
export const makeRun = async (world: ShopWorld, run: SampleRun): Promise<void> => {
  const { send, memory } = world
  const params = inShop(world)
  const { title, description } = run
  const runId = await memory.once(`run ${title}`, async () => {
    const cases = await idsOf(
      world,
      SHOP_SUITES.flatMap((suite) => suite.cases).map((one) => one.title),
    )
    const done = new Set(
      await idsOf(
        world,
        run.results.map((result) => result.title),
      ),
    )
    const body = {
      title,
      description,
      requirements: SHOP_REQUIREMENTS.slice(0, 4).map(({ key }) => key),
      milestoneId: await madeBefore(world, `milestone ${run.milestone}`),
      environment: { id: await madeBefore(world, `environment ${run.environment}`) },
      configurations: [await browser(world, 'Chrome')],
      testCases: cases
        .filter((id) => !run.isClosed || done.has(id))
        .map((id, turn) => ({ id, assigneeId: turn % 3 === 0 ? null : world.userId })),
    }
    return (await send(createTestRun, { params, body })).data.id
  })
  await record(world, { runId, name: title, results: run.results })
  if (run.isClosed)
    await memory.once(`closed ${title}`, async () => {
      return (await send(closeTestRun, { params: { ...params, runId } })).data.id
    })
}

/** Creates a plan with one run per browser. */
export const makePlan = async (world: ShopWorld): Promise<void> => {
  const { send, memory } = world
  const params = inShop(world)
  const { title, description, milestone, environment, cases, results } = SHOP_PLAN
  const browsers = Object.keys(results)
  const runs = await memory.once('plan', async () => {
    const configurations = await Promise.all(browsers.map((name) => browser(world, name)))
    const [first] = configurations
    const { data } = await send(createTestPlan, {
      params,
      body: {
        title,
        description,
        milestoneId: await madeBefore(world, `milestone ${milestone}`),
        environment: { id: await madeBefore(world, `environment ${environment}`) },
        configurations: [
          {
            id: first?.groupId ?? 0,
            name: SHOP_BROWSERS.name,
            options: configurations.map(({ optionId, optionName }) => ({ id: optionId, name: optionName })),
          },
        ],
        baseTestCaseIds: await idsOf(world, cases),
        strategy: 'all',
        rules: [],
        testRuns: configurations.map((configuration) => ({
          title: `${title}: ${configuration.optionName}`,
          configurations: [configuration],
          testCaseIds: null,
          assigneeId: null,
        })),
      },
    })
    return data.testRuns.map(({ id }) => id).join(',')
  })
  for (const [place, runId] of runs.split(',').map(Number).entries()) {
    const name = browsers[place] ?? ''
    await record(world, { runId, name: `${title}: ${name}`, results: results[name] ?? [] })
  }
}

interface Recorded {
  runId: number
  name: string
  results: readonly SampleResult[]
}

/** Submits results of several days, each once: idempotency keys and ids are stored before they are sent. */
const record = async (world: ShopWorld, { runId, name, results }: Recorded): Promise<void> => {
  const { send, memory, now } = world
  const params = inShop(world)
  const { data } = await send(getResultStatuses, { params })
  const commands: SentRunCommand[] = []
  const seen = new Map<number, string>()
  for (const [turn, { title, status, daysAgo, seconds, comment = '', defects = [] }] of results.entries()) {
    const statusId = data.resultStatuses.find((one) => one.name === status)?.id
    // A user has switched the status off meanwhile.
    if (statusId === undefined) continue
    const caseId = await madeBefore(world, `case ${title}`)
    const resultId = await memory.once(`result ${name} ${turn}`, () => crypto.randomUUID())
    commands.push({
      key: await memory.once(`command ${name} ${turn}`, () => crypto.randomUUID()),
      at: new Date(now() - daysAgo * DAY_MS - (results.length - turn) * 6 * MINUTE_MS).toISOString(),
      command: {
        type: 'results/record' as const,
        runId,
        entries: [{ resultId, caseId, seenResultId: seen.get(caseId) ?? null }],
        values: { statusId, comment, durationMs: seconds * 1000, steps: [], defects: [...defects], attachments: [] },
      },
    })
    seen.set(caseId, resultId)
  }
  await memory.once(`recorded ${name}`, async () => {
    const { outcomes } = await send(sendRunCommands, { params, body: { commands } })
    const refused = outcomes.find((one) => one.outcome === 'refused')
    if (refused) throw new Error(refused.refusal.message)
    return outcomes.length
  })
}
