/** Steps that create the demo project. Each can be repeated: what exists already is skipped. */
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { linkRequirements, createRequirement } from '../../../contract/requirements/requirements.ts'
import { getAutomationStates, getPriorities } from '../../../contract/settings/case-attributes.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { makeLaunch } from './make-launch.ts'
import { makeModel } from './make-model.ts'
import { makePlan, makeRun } from './make-runs.ts'
import { makeSession } from './make-session.ts'
import { SHOP_SUITES, type SampleSuite } from './shop-cases.ts'
import { SHOP_TESTS } from './shop-failures.ts'
import { SHOP_LAUNCHES } from './shop-launches.ts'
import { SHOP_RUNS } from './shop-run.ts'
import { SHOP_SESSIONS } from './shop-session.ts'
import { inShop, madeBefore, type ShopWorld } from './shop-world.ts'
import { SHOP_BROWSERS, SHOP_ENVIRONMENTS, SHOP_MILESTONES, SHOP_REQUIREMENTS } from './shop-settings.ts'

export interface ShopPart {
  name: string
  make: (signal: AbortSignal) => Promise<unknown>
}

const KEYS = ['SHOP', ...Array.from({ length: 8 }, (_, i) => `SHOP${i + 2}`)]
const DAY_MS = 86_400_000

/** Returns the steps for the workspace's features, in order. */
export const shopParts = (world: ShopWorld): ShopPart[] => {
  const { isOn } = world
  const hasCases = isOn('test-case-management')
  return [
    { name: 'project', make: () => makeProject(world) },
    { name: 'milestones', make: () => makeMilestones(world) },
    { name: 'environments', make: () => makeEnvironments(world) },
    ...(hasCases ? SHOP_SUITES.map((suite) => ({ name: suite.title, make: () => makeSuite(world, suite) })) : []),
    ...(isOn('test-automation')
      ? SHOP_LAUNCHES.map((launch, turn) => ({ name: `launch ${turn}`, make: () => makeLaunch(world, launch, turn) }))
      : []),
    ...(hasCases && isOn('requirements-mapping')
      ? [{ name: 'requirements', make: () => makeRequirements(world) }]
      : []),
    ...(hasCases
      ? [
          { name: 'model', make: (signal: AbortSignal) => makeModel(world, signal) },
          ...SHOP_RUNS.map((run) => ({ name: run.title, make: () => makeRun(world, run) })),
          ...(isOn('plans') ? [{ name: 'plan', make: () => makePlan(world) }] : []),
          ...SHOP_SESSIONS.map((session) => ({ name: session.title, make: () => makeSession(world, session) })),
        ]
      : []),
  ]
}

/** Returns the day as `YYYY-MM-DD` a number of days after today. */
const dayAfter = (now: number, days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10)

const makeProject = async ({ send, memory }: ShopWorld): Promise<void> => {
  if (memory.projectKey() !== null) return
  for (const wanted of KEYS)
    try {
      const made = await send(createProject, { body: { name: 'Sample shop', key: wanted, publiclyAccessible: false } })
      memory.startProject(made.key)
      return
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409
      if (!isTaken || wanted === KEYS.at(-1)) throw error
    }
}

const makeMilestones = async (world: ShopWorld): Promise<void> => {
  const { send, memory, now } = world
  const params = inShop(world)
  for (const { name, description, start, due, isCompleted } of SHOP_MILESTONES) {
    const startDate = dayAfter(now(), start)
    const dueDate = dayAfter(now(), due)
    const milestoneId = await memory.once(`milestone ${name}`, async () => {
      const { id } = await send(createMilestone, { params, body: { name, description, startDate, dueDate } })
      return id
    })
    if (isCompleted)
      await memory.once(`completed ${name}`, async () => {
        const body = { completed: true, expected: { completed: false } }
        return (await send(updateMilestone, { params: { ...params, milestoneId }, body })).id
      })
  }
}

const makeEnvironments = async (world: ShopWorld): Promise<void> => {
  const { send, memory } = world
  const params = inShop(world)
  for (const body of SHOP_ENVIRONMENTS)
    await memory.once(`environment ${body.key}`, async () => (await send(createEnvironment, { params, body })).id)
  const { name, options } = SHOP_BROWSERS
  const groupId = await memory.once('browsers', async () => {
    return (await send(createConfigurationGroup, { params, body: { name } })).id
  })
  for (const option of options)
    await memory.once(`browser ${option}`, async () => {
      return (await send(createConfigurationOption, { params: { ...params, groupId }, body: { name: option } })).id
    })
}

const isAutomated = (title: string): boolean => SHOP_TESTS.some(({ testCase }) => testCase === title)

const makeSuite = async (world: ShopWorld, { title, description, cases }: SampleSuite): Promise<void> => {
  const { send, memory } = world
  const params = inShop(world)
  const testSuiteId = await memory.once(`suite ${title}`, async () => {
    return (await send(createSuite, { params, body: { title, description, parentSuiteId: null } })).id
  })
  const [{ items: priorities }, { items: states }] = await Promise.all([
    send(getPriorities, { params }),
    send(getAutomationStates, { params }),
  ])
  for (const { steps, priority, ...rest } of cases) {
    const id = priorities.find(({ name }) => name === priority)?.id
    const state = isAutomated(rest.title) ? states.find(({ name }) => name === 'Automated')?.id : undefined
    const body = {
      ...rest,
      testSuiteId,
      ...(id === undefined ? {} : { priority: { id } }),
      ...(state === undefined ? {} : { automationState: { id: state } }),
      steps: steps.map(([action, expectedResult], n) => ({
        kind: 'step' as const,
        id: `s${n + 1}`,
        action,
        expectedResult,
        attachments: [],
      })),
    }
    // Launches refer to a case by key, runs by id.
    await memory.once(`key ${rest.title}`, async () => {
      const { data } = await send(createTestCase, { params, body })
      await memory.once(`case ${rest.title}`, () => data.id)
      return data.key
    })
  }
}

const makeRequirements = async (world: ShopWorld): Promise<void> => {
  const { send, memory } = world
  const params = inShop(world)
  for (const { key, title, cases } of SHOP_REQUIREMENTS) {
    await memory.once(`requirement ${key}`, async () => {
      const url = `https://shop.example.com/requirements/${key}`
      return (await send(createRequirement, { params, body: { key, title, url } })).data.id
    })
    for (const name of cases) {
      const caseId = await madeBefore(world, `case ${name}`)
      await send(linkRequirements, { params: { ...params, caseId }, body: { add: [key], remove: [] } })
    }
  }
}
