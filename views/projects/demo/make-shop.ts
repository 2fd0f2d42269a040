/** Makes the demo project, a sample shop, one part after the other. */
import { z } from 'zod/mini'
import { defineCall } from '../../../contract/call.ts'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { sendExploratoryCommands, type ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { getPriorities } from '../../../contract/settings/case-attributes.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import type { FoundCases } from '../../../machines/models/case-model.machine.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { createCaseModelsService } from '../../../services/models/case-models.ts'
import type { Send } from '../../../services/http/http.ts'
import { readInWorker, searchInWorker } from '../../shared/models/worker-calls.ts'
import { SHOP_SUITES, type SampleSuite } from './shop-cases.ts'
import { SHOP_LAUNCHES, type SampleLaunch } from './shop-launches.ts'
import { SHOP_MODEL } from './shop-model.ts'
import { SHOP_RUN } from './shop-run.ts'
import { SHOP_SESSION } from './shop-session.ts'

/** The project comes first; the others are put into it. Launches name cases, so they come after them. */
export type ShopPart = 'project' | SampleSuite | 'model' | SampleLaunch | 'run' | 'session'
export const SHOP_PARTS: readonly ShopPart[] = ['project', ...SHOP_SUITES, 'model', ...SHOP_LAUNCHES, 'run', 'session']

const KEYS = ['SHOP', ...Array.from({ length: 8 }, (_, i) => `SHOP${i + 2}`)]
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** A call of the reporting protocol, which agents make in many shapes; its body is checked by the server alone. */
const report = (method: 'POST' | 'PUT', path: string) =>
  defineCall({
    name: 'report',
    summary: 'Reports to a launch',
    method,
    path: `/api/reporting/v1${path}`,
    access: 'signed-in',
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    query: z.record(z.string(), z.string()),
    body: z.unknown(),
    answer: z.nullish(z.object({ id: z.int() })),
  })
const startLaunch = report('POST', '/test-runs')
const finishLaunch = report('PUT', '/test-runs/:launchId')
const startTest = report('POST', '/test-runs/:launchId/tests')
const finishTest = report('PUT', '/test-runs/:launchId/tests/:testId')
const nameCases = report('POST', '/test-runs/:launchId/tests/:testId/test-cases:upsert')
const sendLogs = report('POST', '/test-runs/:launchId/logs')

export const shopMaker = (send: Send, now: () => number = Date.now) => {
  const models = createCaseModelsService(send)
  const caseKeys = new Map<string, string>()
  const caseIds = new Map<string, number>()
  let key: string | null = null
  const inShop = () => {
    if (key === null) throw new Error('The project could not be created')
    return { projectKey: key }
  }

  const makeProject = async (): Promise<void> => {
    for (const wanted of KEYS)
      try {
        const made = await send(createProject, {
          body: { name: 'Sample shop', key: wanted, publiclyAccessible: false },
        })
        key = made.key
        return
      } catch (error) {
        const isTaken = error instanceof ApiError && error.status === 409
        if (!isTaken || wanted === KEYS.at(-1)) throw error
      }
  }

  const makeSuite = async ({ title, description, cases }: SampleSuite): Promise<void> => {
    const params = inShop()
    const { items: priorities } = await send(getPriorities, { params })
    const suite = await send(createSuite, { params, body: { title, description, parentSuiteId: null } })
    for (const { steps, priority, ...rest } of cases) {
      const id = priorities.find(({ name }) => name === priority)?.id
      const body = {
        ...rest,
        testSuiteId: suite.id,
        ...(id === undefined ? {} : { priority: { id } }),
        steps: steps.map(([action, expectedResult], n) => ({
          kind: 'step' as const,
          id: `s${n + 1}`,
          action,
          expectedResult,
          attachments: [],
        })),
      }
      const { data } = await send(createTestCase, { params, body })
      caseKeys.set(data.title, data.key)
      caseIds.set(data.title, data.id)
    }
  }

  const makeModel = async (signal: AbortSignal): Promise<void> => {
    const { title, source, options } = SHOP_MODEL
    const reading = await readInWorker('xstate', source, signal)
    if (!('read' in reading)) throw new Error(reading.problems[0]?.message ?? 'The model could not be read')
    const { model } = reading.read
    const { cases } = await new Promise<FoundCases>((resolve, reject) => {
      const stop = searchInWorker(model, options, (event) => {
        if (event.type === 'search/found') resolve(event.result)
        if (event.type === 'search/failed') reject(event.error as Error)
        if (event.type !== 'search/progressed') stop()
      })
      signal.addEventListener('abort', stop)
    })
    const suite = { title, parentSuiteId: null }
    const body = { operationId: crypto.randomUUID(), suite, format: 'xstate' as const, source, model, options }
    await models.create(inShop().projectKey, { ...body, cases: [...cases] })
  }

  const makeLaunch = async ({ name, build, hoursAgo, tests }: SampleLaunch): Promise<void> => {
    let at = now() - hoursAgo * HOUR_MS
    const timeNow = () => new Date(at).toISOString()
    const idOf = (answer: { id: number } | null | undefined) => answer?.id ?? 0
    const launch = {
      name,
      startedAt: timeNow(),
      framework: 'playwright',
      config: { build, environment: 'STAGE', treatSkipsAsFailures: false },
    }
    const launchId = idOf(await send(startLaunch, { query: inShop(), body: launch }))
    for (const { className, name: title, seconds, testCase, failure, isSkipped } of tests) {
      const params = { launchId }
      const started = { name: title, className, methodName: title, maintainer: 'shop-team', startedAt: timeNow() }
      const testId = idOf(await send(startTest, { params, body: started }))
      const testCaseId = testCase === undefined ? undefined : caseKeys.get(testCase)
      if (testCaseId !== undefined)
        await send(nameCases, { params: { launchId, testId }, body: { items: [{ tcmType: 'ZEBRUNNER', testCaseId }] } })
      const opened = {
        testId,
        level: 'INFO',
        timestamp: at,
        message: `Opened https://shop.example.com (build ${build})`,
      }
      at += seconds * 1000
      const ended = failure === undefined ? [] : [{ testId, level: 'ERROR', timestamp: at, message: failure }]
      await send(sendLogs, { params, body: [opened, ...ended] })
      const result = failure === undefined ? (isSkipped ? 'SKIPPED' : 'PASSED') : 'FAILED'
      const reason = failure ?? (isSkipped ? 'Invoices are switched off on STAGE' : undefined)
      await send(finishTest, { params: { launchId, testId }, body: { endedAt: timeNow(), result, reason } })
    }
    await send(finishLaunch, { params: { launchId }, body: { endedAt: timeNow() } })
  }

  const makeRun = async (): Promise<void> => {
    const params = inShop()
    const { group, results, ...values } = SHOP_RUN
    const { id: groupId, name: groupName } = await send(createConfigurationGroup, {
      params,
      body: { name: group.name },
    })
    const options = []
    for (const name of group.options)
      options.push(await send(createConfigurationOption, { params: { ...params, groupId }, body: { name } }))
    const [first] = options
    const configurations = first ? [{ groupId, optionId: first.id, groupName, optionName: first.name }] : []
    const { data: run } = await send(createTestRun, {
      params,
      body: {
        ...values,
        requirements: [],
        milestoneId: null,
        environment: null,
        configurations,
        testCases: [...caseIds.values()].map((id) => ({ id, assigneeId: null })),
      },
    })
    const { data } = await send(getResultStatuses, { params })
    const commands = results.flatMap(({ title, status, seconds, comment = '' }, turn) => {
      const caseId = caseIds.get(title)
      const statusId = data.resultStatuses.find(({ name }) => name === status)?.id
      if (caseId === undefined || statusId === undefined) return []
      return {
        key: crypto.randomUUID(),
        at: new Date(now() - (results.length - turn) * 6 * MINUTE_MS).toISOString(),
        command: {
          type: 'results/record' as const,
          runId: run.id,
          entries: [{ resultId: crypto.randomUUID(), caseId, seenResultId: null }],
          values: { statusId, comment, durationMs: seconds * 1000, steps: [], defects: [], attachments: [] },
        },
      }
    })
    await send(sendRunCommands, { params, body: { commands } })
  }

  const makeSession = async (): Promise<void> => {
    const params = inShop()
    const { items: types } = await send(getObservationTypes, { params })
    const { minutes, notes, ...values } = SHOP_SESSION
    const sessionId = crypto.randomUUID()
    const begun = now() - (minutes + 60) * MINUTE_MS
    const done: { minute: number; command: ExploratoryCommand }[] = [
      {
        minute: 0,
        command: {
          type: 'session/create',
          sessionId,
          values: {
            ...values,
            assigneeId: null,
            milestoneId: null,
            environmentId: null,
            configurations: [],
            requirements: [],
          },
        },
      },
      ...notes.map(({ minute, type, description }) => ({
        minute,
        command: {
          type: 'observation/create' as const,
          sessionId,
          observationId: crypto.randomUUID(),
          clockMillis: minute * MINUTE_MS,
          values: {
            typeId: (types.find(({ name }) => name === type) ?? types[0])?.id ?? 0,
            description,
            elapsedTimeInMillis: null,
            attachments: [],
            issueId: null,
            issueType: null,
            improvementId: null,
            improvementType: null,
          },
        },
      })),
      {
        minute: minutes,
        command: {
          type: 'clock/measured',
          sessionId,
          stretchId: crypto.randomUUID(),
          elapsedMillis: minutes * MINUTE_MS,
          isRunning: false,
        },
      },
    ]
    const { outcomes } = await send(sendExploratoryCommands, {
      params,
      body: {
        commands: done.map(({ minute, command }) => ({
          key: crypto.randomUUID(),
          at: new Date(begun + minute * MINUTE_MS).toISOString(),
          command,
        })),
      },
    })
    const refused = outcomes.find((outcome) => outcome.outcome === 'refused')
    if (refused) throw new Error(refused.refusal.message)
  }

  return {
    /** Of the project, once it exists. */
    key: () => key,
    make: async (part: ShopPart, signal: AbortSignal): Promise<void> => {
      if (part === 'project') return makeProject()
      if (part === 'model') return makeModel(signal)
      if (part === 'run') return makeRun()
      if (part === 'session') return makeSession()
      return 'cases' in part ? makeSuite(part) : makeLaunch(part)
    },
  }
}
