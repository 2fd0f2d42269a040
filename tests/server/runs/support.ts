import { sendRunCommands, type RunCommand, type RunCommandRefusal } from '../../../contract/runs/commands.ts'
import { listCaseResults, type ResultValues } from '../../../contract/runs/results.ts'
import { listRunCaseContents, listRunCases, openTestRun } from '../../../contract/runs/run-cases.ts'
import { createTestRun, getTestRun, listTestRuns, updateTestRun, TestRunValues } from '../../../contract/runs/runs.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { aRepository } from '../cases/support.ts'
import { ask, refusalOf, type Asked, type TestApp } from '../support/app.ts'
import type { TestUser } from '../support/people.ts'

type Values = Partial<TestRunValues> & { title?: string }

/** A new project with the calls of its repository and of its runs, made by `user`. */
export const aProjectWithRuns = async (app: TestApp, user: TestUser) => {
  const repository = await aRepository(app, user)
  const { projectId, projectKey } = repository
  return { projectId, projectKey, repository, ...(await runsOf(app, user, projectKey)) }
}

/** A project with two suites of two cases each. */
export const aShop = async (app: TestApp, owner: TestUser) => {
  const project = await aProjectWithRuns(app, owner)
  const { suite, case: add } = project.repository
  const checkout = await suite('Checkout')
  const vouchers = await suite('Vouchers', checkout)
  const card = await add(checkout, 'Pay by card')
  const later = await add(checkout, 'Pay later')
  const percent = await add(vouchers, 'Percentage')
  const fixed = await add(vouchers, 'Fixed amount')
  return {
    ...project,
    checkout,
    vouchers,
    card,
    later,
    percent,
    fixed,
    ids: [card, later, percent, fixed].map(({ id }) => id),
  }
}

/** The calls of a project's runs, made by `user`. */
export const runsOf = async (app: TestApp, { token }: TestUser, projectKey: string) => {
  const at = { token, params: { projectKey } }
  const of = (runId: number) => ({ token, params: { projectKey, runId } })
  const { data } = await ask(app, getResultStatuses, at)
  const statuses = new Map(data.resultStatuses.map((status) => [status.name, status.id]))
  const status = (name: string): number => statuses.get(name) ?? -1
  const bodyOf = (caseIds: readonly number[], values: Values = {}) => ({
    ...TestRunValues.parse({ title: 'Before the release', ...values }),
    testCases: caseIds.map((id) => ({ id, assigneeId: null })),
  })
  const send = (commands: readonly RunCommand[], more: { keys?: readonly string[]; at?: Date } = {}) =>
    ask(app, sendRunCommands, {
      ...at,
      body: {
        commands: commands.map((command, turn) => ({
          key: more.keys?.[turn] ?? crypto.randomUUID(),
          at: (more.at ?? new Date()).toISOString(),
          command,
        })),
      },
    })
  return {
    at,
    of,
    status,
    resultStatuses: data.resultStatuses,
    bodyOf,
    create: async (caseIds: readonly number[], values: Values = {}) =>
      (await ask(app, createTestRun, { ...at, body: bodyOf(caseIds, values) })).data,
    createRefused: (body: unknown) => refusalOf(app, createTestRun, { ...at, body }),
    update: async (runId: number, body: Asked<unknown>['body']) =>
      (await ask(app, updateTestRun, { ...of(runId), body: { addCases: [], removeCaseIds: [], ...(body as object) } }))
        .data,
    updateRefused: (runId: number, body: unknown) => refusalOf(app, updateTestRun, { ...of(runId), body }),
    get: async (runId: number) => (await ask(app, getTestRun, of(runId))).data,
    list: (query: NonNullable<Asked<unknown>['query']> = {}) => ask(app, listTestRuns, { ...at, query }),
    titles: async (query: NonNullable<Asked<unknown>['query']> = {}) =>
      (await ask(app, listTestRuns, { ...at, query })).items.map(({ title }) => title),
    open: (runId: number) => ask(app, openTestRun, of(runId)),
    cases: (runId: number, query: NonNullable<Asked<unknown>['query']> = {}) =>
      ask(app, listRunCases, { ...of(runId), query }),
    contents: async (runId: number) => (await ask(app, listRunCaseContents, of(runId))).items,
    results: async (runId: number, caseId: number) =>
      (await ask(app, listCaseResults, { token, params: { projectKey, runId, caseId } })).items,
    send,
    /** The rejection that ends the commands. */
    refused: async (...commands: RunCommand[]): Promise<RunCommandRefusal> => {
      const { outcomes } = await send(commands)
      const last = outcomes.at(-1)
      if (last?.outcome !== 'refused') throw new Error('nothing was refused')
      return last.refusal
    },
  }
}
export type Runs = Awaited<ReturnType<typeof runsOf>>

/** A command that records one result of a case. */
export const recorded = (
  runId: number,
  caseId: number,
  values: Partial<ResultValues> & { statusId: number },
  { resultId = crypto.randomUUID(), seenResultId = null }: { resultId?: string; seenResultId?: string | null } = {},
): Extract<RunCommand, { type: 'results/record' }> => ({
  type: 'results/record',
  runId,
  entries: [{ resultId, caseId, seenResultId }],
  values: { comment: '', durationMs: null, steps: [], defects: [], attachments: [], ...values },
})
