import type { Page } from '@playwright/test'
import { getNextSnapshot } from 'xstate'
import { LaunchesQuery, type Launch } from '../../../contract/launches/launches.ts'
import { launchesList } from '../../../machines/launches/launches-list.machine.ts'
import {
  faceOfList,
  isBusy,
  type ListPage,
  type PagedListEvent,
} from '../../../machines/patterns/paged-list.machine.ts'
import { pathsOf, type Path } from '../../model/support/paths.ts'
import { aLaunch } from '../../unit/store/support/launches.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent, type Agent } from '../support/agent.ts'
import { holdAnswers, type HeldAnswers } from '../support/held-answers.ts'
import { drawnByBrowser } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const LAUNCHES = 26 // one more than fits on a page
const query = LaunchesQuery.parse({})
const secondPage = LaunchesQuery.parse({ page: '2' })
const full: ListPage<Launch> = { rows: [aLaunch({ status: 'PASSED' })], total: LAUNCHES }
const none: ListPage<Launch> = { rows: [], total: 0 }
// The same machine and the same kinds of events as in the model test; each value is one that a user or the world can cause.
const events = [
  { type: 'query/opened', query },
  { type: 'query/opened', query: secondPage },
  { type: 'page/opened', page: 2 },
  { type: 'filter/changed', filter: { status: ['FAILED'] } },
  { type: 'search/typed', q: 'zz' },
  { type: 'search/submitted' },
  { type: 'list/refresh' },
  { type: 'tab/shown' },
  { type: 'page/patched', query, page: full },
  { type: 'xstate.after.typing.pagedList.question.typing' },
  ...['load', 'reload'].flatMap((id) => [
    ...[full, none].map((output) => ({ type: `xstate.done.actor.${id}`, output })),
    { type: `xstate.error.actor.${id}`, error: 'unreachable' },
  ]),
] as unknown as PagedListEvent<Launch, LaunchesQuery>[]
type Event = (typeof events)[number]
type State = Path<typeof launchesList>['steps'][number]['state']

const isTyping = (state: State) => state.matches({ question: 'typing' })
const isPlain = ({ page, q, status }: LaunchesQuery) => page === 1 && q === '' && status.length === 0
const keyOf = (requested: LaunchesQuery) => JSON.stringify([requested.page, requested.q, requested.status])

/** Events of the user and the world that are possible in this state of the list. */
const isPossible = (before: State, event: Event): boolean => {
  const type: string = event.type
  const requested = before.context.query
  // Half a second is too short for another step to be certain.
  if (isTyping(before)) return type === 'search/submitted' || type.startsWith('xstate.after')
  switch (event.type) {
    case 'search/submitted':
      return false
    case 'page/opened':
      return faceOfList(before) === 'shown' && isPlain(requested)
    case 'filter/changed':
      return requested.status.length === 0 && faceOfList(before) !== 'empty'
    case 'search/typed':
      return faceOfList(before) !== 'empty'
    case 'list/refresh':
      return faceOfList(before) === 'failed'
    case 'page/patched':
      return before.context.isCurrent && isPlain(requested) && !isBusy(before)
    case 'query/opened':
      return keyOf(event.query) !== keyOf(requested)
    default:
      // Nothing matches these filters, so the server has no rows for them.
      return !type.startsWith('xstate.done') || isPlain(requested) || requested.page === 2 || outputOf(event) === none
  }
}

const outputOf = (event: object) => (event as { output?: ListPage<Launch> }).output

/** The machine's actual state after an event: what the local log knows of the query is shown immediately (the page's `window`). */
const after = (before: State, event: Event, known: ReadonlyMap<string, ListPage<Launch>>): State => {
  const state = getNextSnapshot(launchesList, before, event) as State
  const page = known.get(keyOf(state.context.query))
  if (page === undefined || !isBusy(state)) return state
  return getNextSnapshot(launchesList, state, { type: 'page/patched', query: state.context.query, page }) as State
}

/** Possible paths that together take every step, each as short as possible. */
const chosen = (): Path<typeof launchesList>[] => {
  const taken = new Set<string>()
  const stopWhen = ({ context }: State) => context.failure !== null && context.query.page === 2
  const visits = events.filter(({ type }) => !/^query|^filter|^page.opened|^search|after/.test(type))
  const possible = [
    ...pathsOf(launchesList, { input: { query }, events, stopWhen }),
    // The path of a visitor who only waits, refreshes and retries: the shortest paths to the same states begin otherwise.
    ...pathsOf(launchesList, { input: { query }, events: visits, isPossible: isPossible as never, stopWhen }),
  ]
    .filter(({ steps }) => steps.slice(1).every(({ event }, i) => isPossible(steps[i]?.state as State, event as Event)))
    .filter(({ steps }) => !isTyping(steps.at(-1)?.state as State))
    .sort((a, b) => b.steps.length - a.steps.length)
  const stepsOf = ({ steps }: Path<typeof launchesList>) =>
    steps.slice(1).map(({ event, state }, i) => {
      const { type } = event
      const from = steps[i]?.state as State
      return [from.value, faceOfList(from), type, outputOf(event)?.rows.length, state.value, faceOfList(state)]
        .map((part) => JSON.stringify(part))
        .join(' ')
    })
  return possible.filter((path) => {
    const fresh = stepsOf(path).filter((step) => !taken.has(step))
    for (const step of fresh) taken.add(step)
    return fresh.length > 0
  })
}

const paths = chosen()

/** Whether the page now sends a request. */
const asks = (before: State, event: Event, state: State): boolean => {
  const type: string = event.type
  if (type === 'search/typed' || type === 'page/patched' || type.startsWith('xstate.error')) return false
  if (type === 'search/submitted' || type.startsWith('xstate.after'))
    return before.context.typed !== before.context.query.q
  return !type.startsWith('xstate.done') || keyOf(before.context.query) !== keyOf(state.context.query)
}

const asksFor = (requestedValues: LaunchesQuery) => (question: URLSearchParams) =>
  (question.get('page') ?? '1') === String(requestedValues.page) &&
  (question.get('q') ?? '') === requestedValues.q &&
  question.getAll('status').join() === requestedValues.status.join()

// One browser for all: signing in and loading the page's code again for each path would take most of the time.
let agent: Agent
let page: Page
test.beforeAll(async ({ assay, browser }) => {
  agent = await anAgent(assay.url)
  for (let number = 1; number <= LAUNCHES; number += 1) await aPassedLaunch(`Nightly ${number}`)
  page = await browser.newPage({ baseURL: assay.url })
  await signInDirectly(page)
})
test.afterAll(() => page.close())

const aPassedLaunch = async (name: string): Promise<number> => {
  const launch = await agent.startLaunch(name)
  await launch.test('one')
  await launch.finish()
  return launch.id
}

/** The list as a new user opens it, with the first answer held. */
const visit = async (): Promise<HeldAnswers> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/api/health')
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })
  await drawnByBrowser(page)
  const answers = await holdAnswers(page, '**/api/projects/*/launches?*')
  await launchesPage(page).open()
  await answers.expectAsked(asksFor(query))
  return answers
}

const bring = async (answers: HeldAnswers, before: State, event: Event): Promise<unknown> => {
  const list = launchesPage(page)
  if (event.type.startsWith('xstate.error')) return answers.fail()
  if (event.type.startsWith('xstate.done')) {
    const hasRows = outputOf(event) === full
    const { query: requested } = before.context
    return hasRows || requested.q !== '' || requested.status.length > 0 ? answers.answer() : answers.answerEmpty()
  }
  switch (event.type) {
    case 'query/opened':
      return list.openInPlace(event.query.page === 1 ? '' : `?page=${event.query.page}`)
    case 'page/opened':
      return list.turnTo(event.page)
    case 'filter/changed':
      return list.onlyFailed()
    case 'search/typed':
      return list.searchField().fill(event.q)
    case 'search/submitted':
      return list.searchField().press('Enter')
    case 'list/refresh':
      return list.retry()
    case 'tab/shown':
      return list.showTab()
    case 'page/patched':
      await list.expectRow(await aPassedLaunch('Just now'), { status: 'Passed', words: ['Just now'] })
  }
}

const expectFace = async (state: State): Promise<void> => {
  const list = launchesPage(page)
  switch (faceOfList(state)) {
    case 'loading':
      return list.expectLoading()
    case 'shown':
      return list.expectShown(isBusy(state))
    case 'empty':
      return list.expectEmpty()
    case 'noResults':
      return list.expectNoResults()
    case 'failed':
      return list.expectFailed()
  }
}

test('the paths bring every face and every event', { tag: '@full' }, () => {
  const states = paths.flatMap(({ steps }) => steps.map(({ state }) => state))
  expect(new Set(states.map((state) => (state.value as { list: string }).list))).toEqual(
    new Set(['loading', 'refreshing', 'shown', 'empty', 'noResults', 'failed']),
  )
  const played = new Set(paths.flatMap(({ steps }) => steps.slice(1).map(({ event }) => event.type)))
  expect(played).toEqual(new Set(events.map(({ type }) => type)))
})

/** Whether the tab is visible over rows, and whether launches are reported while the list is open. */
const rowsOf = ({ steps }: Path<typeof launchesList>): string => {
  const types = steps.map(({ event }) => event.type)
  return `${types.includes('tab/shown') ? '[LIST-29] ' : ''}${types.includes('page/patched') ? '[LIST-31] ' : ''}`
}

for (const [number, path] of paths.entries())
  test(
    `${rowsOf(path)}path ${number + 1}: ${path.name.replaceAll('xstate.', '').replaceAll('.pagedList.question.typing', '')}`,
    { tag: '@full' },
    async () => {
      const answers = await visit()
      const known = new Map<string, ListPage<Launch>>()
      let state = path.steps[0]?.state as State
      await expectFace(state)
      for (const { event: given } of path.steps.slice(1)) {
        const event = given as Event
        const before = state
        const answered = outputOf(event) ?? (event.type === 'page/patched' ? event.page : undefined)
        if (answered !== undefined) known.set(keyOf(before.context.query), answered)
        await bring(answers, before, event)
        state = after(before, event, known)
        if (asks(before, event, state)) await answers.expectAsked(asksFor(state.context.query))
        if (!isTyping(state)) await expectFace(state)
      }
    },
  )
