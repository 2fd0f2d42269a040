import type { Page, Route } from '@playwright/test'
import { getInitialSnapshot, getNextSnapshot, type SnapshotFrom } from 'xstate'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import type { RunChange } from '../../../contract/runs/changes.ts'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import { createTestRun, deleteTestRun, updateTestRun, type TestRun } from '../../../contract/runs/runs.ts'
import {
  getResultStatuses,
  type ResultStatuses,
  type StoredResultStatus,
} from '../../../contract/settings/result-statuses.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  execution,
  type ExecutionEvent,
  type OpenedRun,
  type RunChanges,
  type RunPart,
} from '../../../machines/runs/execution.machine.ts'
import { toursOfPlay } from '../../model/support/paths.ts'
import { aRunCase, aTestRun } from '../../unit/runs/support.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { TEAM } from '../support/people.ts'
import { drawnByBrowser } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

/** One more than a run loads first, so that there is a second part. */
const CASES = LIMITS.runFirstCases + 1
const MAX_RESULTS = 3
const MAX_EDITS = 3

/** Answers of the server, actions of others, and the tester's reactions. */
const steps = ['ANSWER', 'FAIL', 'RETRY', 'WAIT', 'RECORD', 'EDIT', 'DELETE'] as const
type Step = (typeof steps)[number]

const machine = execution({ jitter: () => 1, isMissing: () => false })
type Snapshot = SnapshotFrom<typeof machine>
/** The machine of the page, and the state of the server. */
interface World {
  page: Snapshot
  /** Attempts at the first case. */
  results: number
  revision: number
}

type Server = Omit<World, 'page'>
const resultOf = ({ results, revision }: Server): RunCase => aRunCase(1, { revision, attempts: results })
const runOf = ({ revision }: Server): TestRun => aTestRun({ revision })
const requested = (page: Snapshot): 'open' | 'readPart' | 'readChanges' | null =>
  page.matches('opening')
    ? 'open'
    : page.matches({ shown: 'filling' })
      ? 'readPart'
      : page.matches({ shown: 'catchingUp' })
        ? 'readChanges'
        : null
const answers = {
  open: (server: Server): OpenedRun => ({
    run: runOf(server),
    suites: [],
    people: [],
    items: [resultOf(server)],
    revision: server.revision,
    isLast: false,
  }),
  readPart: (): RunPart => ({ items: [aRunCase(2)], isLast: true }),
  readChanges: (server: Server): RunChanges => ({
    run: runOf(server),
    items: [resultOf(server)],
    removed: [],
    revision: server.revision,
  }),
}
const changeTo = (server: Server): RunChange => ({
  runId: 1,
  planId: null,
  isDeleted: false,
  isWhole: false,
  state: { id: 1, revision: server.revision, closed: false, caseStatusStatistics: [] },
  cases: [resultOf(server)],
})

const next = ({ page, ...server }: World, { type }: { type: Step }): World => {
  const after = (event: object, now = server): World => ({
    page: getNextSnapshot(machine, page, event as ExecutionEvent) as Snapshot,
    ...now,
  })
  const awaited = requested(page) ?? 'open'
  const recorded = { results: server.results + 1, revision: server.revision + 1 }
  const edited = { ...server, revision: server.revision + 1 }
  switch (type) {
    case 'ANSWER':
      return after({ type: `xstate.done.actor.${awaited}`, output: answers[awaited](server) })
    case 'FAIL':
      return after({ type: `xstate.error.actor.${awaited}`, error: 'unreachable' })
    case 'RETRY':
      return after({ type: 'run/retry' })
    case 'WAIT':
      return after({ type: 'xstate.after.backOff.execution.shown.waiting' })
    case 'RECORD':
      return after({ type: 'run/changed', change: changeTo(recorded) }, recorded)
    // The message does not contain the change, so the page loads the run again.
    case 'EDIT':
      return after({ type: 'run/changed', change: { ...changeTo(edited), isWhole: true, cases: null } }, edited)
    case 'DELETE':
      return after({ type: 'run/changed', change: { ...changeTo(server), isDeleted: true, state: null, cases: null } })
  }
}

const isPossible = ({ page, results, revision }: World, type: Step): boolean => {
  // Before all cases are read the live channel may not be connected, and later changes are read with the run.
  const isRead = page.matches('shown') && page.context.isComplete
  switch (type) {
    case 'ANSWER':
      return requested(page) !== null
    case 'FAIL':
      return requested(page) !== null && page.context.failures === 0
    case 'RETRY':
      return page.matches('failed')
    case 'WAIT':
      return page.matches({ shown: 'waiting' })
    case 'RECORD':
      return isRead && results < MAX_RESULTS
    case 'EDIT':
      return page.matches({ shown: 'current' }) && revision - results < MAX_EDITS
    case 'DELETE':
      return isRead && !page.matches({ shown: 'waiting' })
  }
}

/** Requests of the page without a further step: while it waits, those after the pause. */
const asksNext = (world: World): ReturnType<typeof requested> =>
  requested(world.page.matches({ shown: 'waiting' }) ? next(world, { type: 'WAIT' }).page : world.page)

/** Attempts at the first case that the page has loaded. */
const knownOf = ({ page: { context } }: World): number => context.rows.list[0]?.attempts ?? 0
const placeOf = ({ page: { value } }: World): string => (typeof value === 'string' ? value : value.shown)
const faceOf = (world: World): string => {
  const { page } = world
  return page.matches('shown') ? `shown with ${knownOf(world)}` : placeOf(world)
}

const tours = toursOfPlay<World, { type: Step }>({
  first: { page: getInitialSnapshot(machine) as Snapshot, results: 0, revision: 1 },
  stepsOf: (world) => steps.filter((type) => isPossible(world, type)).map((type) => ({ type })),
  next,
  keyOf: (world) => JSON.stringify([placeOf(world), world.results, world.revision, world.page.context]),
  labelOf: (from, { type }, to) => `${placeOf(from)}: ${type} → ${placeOf(to)}, behind ${to.results - knownOf(to)}`,
  faceOf,
})

/** Calls of the page about a run: all pass except the one that the machine waits for. */
const holdCalls = async (page: Page) => {
  let requestedValues: ReturnType<typeof requested> = null
  const held: { route: Route | null } = { route: null }
  let isAhead = true
  const kindOf = (url: URL): ReturnType<typeof requested> => {
    const [, of] = url.pathname.split('/test-runs/')[1]?.split('/') ?? []
    if (of === 'opened') return 'open'
    if (of === undefined) return 'readChanges'
    return of === 'cases' && !url.searchParams.has('since') ? 'readPart' : null
  }
  await page.route(/\/api\/projects\/[^/]+\/test-runs\/\d+(\/opened|\/cases)?(\?|$)/, (route) => {
    const isWanted =
      held.route === null && kindOf(new URL(route.request().url())) === requestedValues && requestedValues !== null
    if (!isWanted) return route.continue()
    held.route = route
    return undefined
  })
  const taken = async (): Promise<Route> => {
    await expect.poll(() => held.route !== null, { intervals: [20] }).toBe(true)
    const { route } = held
    if (route === null) throw new Error('no call is held')
    held.route = null
    return route
  }
  return {
    /** Calls that an earlier visit waited for are released. */
    begin: (call: ReturnType<typeof requested>) => {
      requestedValues = call
      held.route = null
      isAhead = true
    },
    /** From now on the next such call is held. */
    hold: (call: ReturnType<typeof requested>) => {
      requestedValues = call
    },
    /** The machine waits for the call now. */
    expectAsked: () => expect.poll(() => held.route !== null, { intervals: [20] }).toBe(true),
    answer: async () => {
      isAhead = false
      await (await taken()).continue()
    },
    /**
     * The first call of a visit was sent ahead of the page, which repeats it: that is cut, too. `following` is held before the cut, because
     * the page may send it at any moment after.
     */
    fail: async (following: ReturnType<typeof requested>) => {
      const cut = await taken()
      if (!isAhead) {
        requestedValues = following
        await cut.abort('connectionfailed')
        return
      }
      isAhead = false
      await cut.abort('connectionfailed')
      const repeated = await taken()
      requestedValues = following
      await repeated.abort('connectionfailed')
    },
  }
}

test(
  '[RUNS-44] [RUNS-45] the page shows each state of the machine that executes a run, after every step',
  { tag: '@full' },
  async ({ page, assay }) => {
    test.setTimeout(240_000)
    const call = await callsAs(assay, 'emil')
    const suite = await call<{ id: number }>(createSuite, {}, { title: 'Checkout' })
    const testCases: { id: number }[] = []
    const aCase = async (n: number) => {
      const { data } = await call<{ data: { id: number } }>(
        createTestCase,
        {},
        { title: `Case ${n}`, testSuiteId: suite.id },
      )
      testCases.push(data)
    }
    await aCase(1)
    for (let from = 2; from <= CASES; from += 20)
      await Promise.all(Array.from({ length: Math.min(20, CASES + 1 - from) }, (_, i) => aCase(from + i)))
    await signInDirectly(page)
    const { data } = await call<ResultStatuses>(getResultStatuses)
    const statuses = data.resultStatuses
      .filter(({ isUntested, isAssignable }) => isAssignable && !isUntested)
      .slice(0, MAX_RESULTS)
    await drawnByBrowser(page)
    const calls = await holdCalls(page)
    for (const [number, tour] of tours.entries()) {
      const title = `Tour ${number + 1}`
      const { data: run } = await call<{ data: TestRun }>(createTestRun, {}, { title, testCases })
      await walk(tour, { page, calls, call, runId: run.id, caseId: testCases[0]?.id ?? 0, statuses })
    }
  },
)

interface Scene {
  page: Page
  calls: Awaited<ReturnType<typeof holdCalls>>
  call: Awaited<ReturnType<typeof callsAs>>
  runId: number
  caseId: number
  /** Each result of a tour differs, so that the page shows which one it has. */
  statuses: readonly StoredResultStatus[]
}

async function walk(
  tour: (typeof tours)[number],
  { page, calls, call, runId, caseId, statuses }: Scene,
): Promise<void> {
  const record = async (statusId: number | undefined) => {
    const values = { statusId, comment: '', durationMs: null, steps: [], defects: [], attachments: [] }
    const entries = [{ resultId: crypto.randomUUID(), caseId }]
    const command = { type: 'results/record', runId, entries, values }
    await call(sendRunCommands, {}, { commands: [{ key: crypto.randomUUID(), at: new Date().toISOString(), command }] })
  }
  const does: Record<Step, (after: World) => Promise<unknown>> = {
    ANSWER: calls.answer,
    FAIL: (after) => calls.fail(asksNext(after)),
    RETRY: () => page.getByRole('button', { name: 'Retry' }).click(),
    // The pause between two attempts ends by itself.
    WAIT: () => Promise.resolve(),
    RECORD: () => record(statuses[before.results]?.id),
    EDIT: () => call(updateTestRun, { runId }, { description: `Revision ${before.revision + 1}` }),
    DELETE: () => call(deleteTestRun, { runId }),
  }
  const row = page.getByRole('list', { name: 'Cases' }).getByRole('listitem').nth(1)
  const attempts = (count: number) => () =>
    expect(row.getByLabel(statuses[count - 1]?.name ?? 'Untested', { exact: true })).toBeVisible()
  const states = {
    opening: () => expect(page.locator('[aria-busy=true]').first()).toBeVisible(),
    failed: () => expect(page.getByText('The test run did not load')).toBeVisible(),
    gone: () => expect(page.getByText('This test run was deleted.')).toBeVisible(),
    ...Object.fromEntries(Array.from({ length: MAX_RESULTS + 1 }, (_, n) => [`shown with ${n}`, attempts(n)])),
  }
  let before = tour.first
  calls.begin(requested(before.page))
  await page.goto(`/projects/${PROJECT_KEY}/test-runs/${runId}`)
  await calls.expectAsked()
  const plays = steps.map((type) => [
    type,
    ({ state }: { state: World }) =>
      test.step(`${placeOf(before)}: ${type} → ${placeOf(state)}`, async () => {
        if (type !== 'FAIL') calls.hold(asksNext(state))
        await does[type](state)
        if (requested(state.page) !== null && placeOf(state) !== placeOf(before)) await calls.expectAsked()
        before = state
      }),
  ])
  await tour.test({ events: Object.fromEntries(plays), states })
}
