import { randomUUID } from 'node:crypto'
import type { TestCase } from '../../contract/cases/cases.ts'
import type { SentRunCommand } from '../../contract/runs/commands.ts'
import { createPlan } from '../plans/plans.ts'
import { closeRun, createRecorder, createRun } from '../runs/runs.ts'
import type { DemoSettings } from './settings.ts'
import { SHOP_PLAN, SHOP_RUNS, type SampleResult } from './shop/runs.ts'
import { SHOP_BROWSERS, SHOP_REQUIREMENTS } from './shop/settings.ts'
import { DAY_MS, entryOf, idsByName, MINUTE_MS, type DemoProject } from './demo.ts'

/** Number of the project's first requirements that the runs cover. */
const COVERED_REQUIREMENTS = 4
/** Time between two results of a run. */
const RESULT_MS = 6 * MINUTE_MS

type Cases = ReadonlyMap<string, TestCase>

const browserIn = (settings: DemoSettings, optionName: string) => ({
  groupId: settings.browserGroupId,
  optionId: entryOf(settings.browsers, optionName),
  groupName: SHOP_BROWSERS.name,
  optionName,
})

/** Adds runs with results of several days. */
export const addRuns = async (demo: DemoProject, settings: DemoSettings, cases: Cases): Promise<void> => {
  const { db, project, userId, features } = demo
  const where = { project, userId }
  const requirements = features.includes('requirements-mapping')
    ? SHOP_REQUIREMENTS.slice(0, COVERED_REQUIREMENTS).map(({ key }) => key)
    : []
  for (const { title, description, milestone, environment, isClosed, results } of SHOP_RUNS) {
    const executed = new Set(results.map((result) => result.title))
    const { id } = await createRun(db, where, features, {
      title,
      description,
      requirements,
      milestoneId: entryOf(settings.milestones, milestone),
      environment: { id: entryOf(settings.environments, environment) },
      configurations: [browserIn(settings, 'Chrome')],
      testCases: [...cases.values()]
        .filter((one) => !isClosed || executed.has(one.title))
        .map((one, index) => ({ id: one.id, assigneeId: index % 3 === 0 ? null : userId })),
    })
    await recordResults(demo, id, results, cases)
    if (isClosed) await closeRun(db, where, id)
  }
}

/** Adds a plan with one run for each browser. */
export const addPlan = async (demo: DemoProject, settings: DemoSettings, cases: Cases): Promise<void> => {
  const { db, project, userId, features } = demo
  const { title, description, milestone, environment, cases: titles, results } = SHOP_PLAN
  const browsers = Object.keys(results).map((name) => browserIn(settings, name))
  const { testRuns } = await createPlan(db, { project, userId }, features, {
    title,
    description,
    milestoneId: entryOf(settings.milestones, milestone),
    environment: { id: entryOf(settings.environments, environment) },
    configurations: [
      {
        id: settings.browserGroupId,
        name: SHOP_BROWSERS.name,
        options: browsers.map(({ optionId, optionName }) => ({ id: optionId, name: optionName })),
      },
    ],
    baseTestCaseIds: titles.map((name) => entryOf(cases, name).id),
    strategy: 'all',
    rules: [],
    testRuns: browsers.map((browser) => ({
      title: `${title}: ${browser.optionName}`,
      configurations: [browser],
      testCaseIds: null,
      assigneeId: null,
    })),
  })
  for (const [index, { id }] of testRuns.entries())
    await recordResults(demo, id, results[browsers[index]?.optionName ?? ''] ?? [], cases)
}

const recordResults = async (
  demo: DemoProject,
  runId: number,
  results: readonly SampleResult[],
  cases: Cases,
): Promise<void> => {
  const { db, project, userId, features, now } = demo
  const statuses = await idsByName(demo, 'result_status')
  const seen = new Map<number, string>()
  const commands = results.map(
    ({ title, status, daysAgo, seconds, comment = '', defects = [] }, index): SentRunCommand => {
      const resultId = randomUUID()
      const caseId = entryOf(cases, title).id
      const seenResultId = seen.get(caseId) ?? null
      seen.set(caseId, resultId)
      return {
        key: randomUUID(),
        at: new Date(now - daysAgo * DAY_MS - (results.length - index) * RESULT_MS).toISOString(),
        command: {
          type: 'results/record',
          runId,
          entries: [{ resultId, caseId, seenResultId }],
          values: {
            statusId: entryOf(statuses, status),
            comment,
            durationMs: seconds * 1000,
            steps: [],
            defects: [...defects],
            attachments: [],
          },
        },
      }
    },
  )
  const doer = { projectId: project.id, projectKey: project.key, userId, features }
  const { outcomes } = await createRecorder(db).carryOut({ project, doer, commands })
  for (const outcome of outcomes) if (outcome.outcome === 'refused') throw new Error(outcome.refusal.message)
}
