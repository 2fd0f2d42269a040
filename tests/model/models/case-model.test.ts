import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import type {
  CaseModel,
  StoredModel,
  ModelFormat,
  ModelOptions,
  SuggestedCase,
} from '../../../contract/models/models.ts'
import {
  caseModelFlow,
  type Accepted,
  type Acceptance,
  type CaseModelEvent,
  type CaseModelSnapshot,
  type OpenedModel,
  type OpenInput,
  type Reading,
} from '../../../machines/models/case-model.machine.ts'
import { acceptedOf, isOvertaken } from '../../../machines/models/chosen-cases.ts'
import { DEFAULT_OPTIONS } from '../../../machines/models/search.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const model = { name: 'Door', states: [], transitions: [] }
const suggested = (pathKey: string): SuggestedCase => ({
  pathKey,
  transitionIds: [pathKey],
  content: { title: pathKey, preConditions: '', steps: [] },
})
const saved: StoredModel = {
  suiteId: 7,
  format: 'table',
  source: 'a\tgo\tb',
  model,
  options: DEFAULT_OPTIONS,
  version: 3,
  updatedAt: '2026-11-22T00:00:00.000Z',
  cases: [
    {
      caseId: 1,
      key: 'SHOP-1',
      title: 'old',
      ...suggested('old'),
      edited: [],
      deprecated: false,
      deleted: false,
      obsolete: false,
    },
  ],
}
const result = {
  found: { paths: [], start: [], positions: 2, reachable: [], cut: null, tooFar: null, infeasible: null },
  cases: [suggested('old'), suggested('new')],
}
const draft = { format: 'table' as const, source: 'a\tgo\tc', options: DEFAULT_OPTIONS, version: 3 }
const newer: StoredModel = { ...saved, version: 4, source: 'a\tgo\td' }
const opened = (of: StoredModel | null, held: OpenedModel['draft'] = null): OpenedModel => ({
  suite: { id: 7, title: 'Door' },
  kept: of,
  layout: null,
  draft: held,
})
const events = [
  { type: 'model/retry' },
  { type: 'model/refresh' },
  { type: 'source/changed', format: 'xstate', source: 'createMachine' },
  { type: 'source/changed', format: 'xstate', source: ' ' },
  { type: 'options/changed', options: { ...DEFAULT_OPTIONS, strategy: 'simple' } },
  { type: 'search/start' },
  { type: 'search/cancel' },
  { type: 'search/progressed', progress: { positions: 9, paths: 1 } },
  { type: 'search/found', result },
  { type: 'search/failed', error: 'died' },
  { type: 'cases/chosen', pathKeys: ['old', 'new'], isChosen: false },
  { type: 'obsolete/chosen', obsolete: 'leave' },
  { type: 'cases/accept', target: null },
  { type: 'version/begin' },
  { type: 'version/leave' },
  { type: 'version/rebase' },
  { type: 'xstate.after.settle.caseModel.working.settling' },
  { type: 'xstate.done.actor.open', output: opened(null) },
  { type: 'xstate.done.actor.open', output: opened(saved) },
  { type: 'xstate.done.actor.open', output: opened(saved, draft) },
  { type: 'xstate.error.actor.open', error: 'unreachable' },
  { type: 'xstate.done.actor.read', output: { read: { model, notes: [], layout: null } } },
  { type: 'xstate.done.actor.read', output: { problems: [{ line: 1, column: 1, message: 'no' }] } },
  { type: 'xstate.error.actor.read', error: 'died' },
  { type: 'xstate.done.actor.accept', output: { suiteId: 7, words: 'done', operationId: 'op' } },
  { type: 'xstate.done.actor.accept', output: null },
  { type: 'xstate.error.actor.accept', error: 'refused' },
  { type: 'xstate.done.actor.reopen', output: opened(newer) },
  { type: 'xstate.error.actor.reopen', error: 'unreachable' },
] as CaseModelEvent[]

/** Repeated acceptances and further choices add no states. */
const isOther = (s: CaseModelSnapshot, before: CaseModelSnapshot | undefined) =>
  before !== undefined && (s.context.source !== before.context.source || s.context.options !== before.context.options)
const paths = describeMachine(caseModelFlow, {
  input: { suiteId: 7 },
  events,
  stopWhen: ({ context }) =>
    context.base === newer.version ||
    context.obsolete === 'leave' ||
    context.options.strategy === 'simple' ||
    context.progress.positions === 9,
  table: {
    opening: 'done(open) error(open) model/refresh version/begin',
    unopened: 'model/retry',
    viewing: 'model/{refresh,retry} version/begin',
    'working.entering': 'options/changed source/changed version/{leave,rebase}',
    'working.settling': 'after(settle) options/changed source/changed version/{leave,rebase}',
    'working.reading': 'done(read) error(read) options/changed source/changed version/{leave,rebase}',
    'working.invalid': 'options/changed source/changed version/{leave,rebase}',
    'working.readable': 'options/changed search/start source/changed version/{leave,rebase}',
    'working.searching':
      'options/changed search/{cancel,failed,found,progressed} source/changed version/{leave,rebase}',
    'working.generated':
      'cases/{accept,chosen} obsolete/chosen options/changed search/start source/changed version/{leave,rebase}',
    'accepting.writing': 'done(accept) error(accept)',
    'accepting.overtaken': 'done(reopen) error(reopen)',
  },
  ignored: {
    opening: {
      events:
        'model/retry source/changed options/changed search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/leave version/rebase',
      because: 'the editor is not shown until the model is loaded',
    },
    unopened: {
      events:
        'model/refresh source/changed options/changed search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin version/leave version/rebase',
      because: 'only the failure and its retry are shown',
    },
    viewing: {
      events:
        'source/changed options/changed search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/leave version/rebase',
      because: 'the model is shown without its editor',
    },
    'working.entering': {
      events:
        'model/retry model/refresh search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'the editor is empty: there is nothing to search, and a new version has begun',
    },
    'working.settling': {
      events:
        'model/retry model/refresh search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'the source is not read yet, and a new version has begun',
    },
    'working.reading': {
      events:
        'model/retry model/refresh search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'the source is not read yet, and a new version has begun',
    },
    'working.invalid': {
      events:
        'model/retry model/refresh search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'the source has errors, and a new version has begun',
    },
    'working.readable': {
      events:
        'model/retry model/refresh search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'no search runs, and a new version has begun',
    },
    'working.searching': {
      events: 'model/retry model/refresh search/start cases/chosen obsolete/chosen cases/accept version/begin',
      because: 'the search runs already, and a new version has begun',
    },
    'working.generated': {
      events: 'model/retry model/refresh search/cancel search/progressed search/found search/failed version/begin',
      because: 'no search runs, and a new version has begun',
    },
    'accepting.writing': {
      events:
        'model/retry model/refresh source/changed options/changed search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin version/leave version/rebase',
      because: 'the page shows progress until the cases are written, and then opens the model again',
    },
    'accepting.overtaken': {
      events:
        'model/retry model/refresh source/changed options/changed search/start search/cancel search/progressed search/found search/failed cases/chosen obsolete/chosen cases/accept version/begin version/leave version/rebase',
      because: 'the page shows progress until the version of the other user is loaded',
    },
  },
  invariants: {
    'searches only a model that was read': (s) => !s.matches({ working: 'searching' }) || s.context.read !== null,
    'never replaces a version that its author has not seen': (s) =>
      !s.matches({ accepting: 'writing' }) || !isOvertaken(s.context),
    'keeps the typed source while another version is loaded': (s, before) =>
      before?.matches('accepting') !== true ||
      s.matches('opening') ||
      (s.context.source === before.context.source && s.context.result === before.context.result),
    'accepts only what was found': (s) => !s.matches('accepting') || acceptedOf(s.context).length > 0,
    'has cases exactly while it shows them': (s) =>
      s.matches({ working: 'generated' }) === (s.context.result !== null) || s.matches('accepting'),
    'drops the cases of an earlier source or other options': (s, before) =>
      !isOther(s, before) || s.context.result === null,
    'shows the model of the suite until a new version is accepted or left': (s, before) =>
      before?.context.kept == null || s.context.kept !== null || before.matches('opening'),
  },
})
const inputFor = { suiteId: 7 }

test('emits each acceptance once', () => {
  for (const path of toursThrough(paths)) {
    const done = path.steps.filter(({ event }) => {
      const { type, output } = event as { type: string; output?: unknown }
      return type === 'xstate.done.actor.accept' && output !== null
    })
    const emitted = play(caseModelFlow, path, inputFor).filter(({ type }) => type === 'cases/accepted')
    expect(emitted).toHaveLength(done.length)
  }
})

test('stores typed input on this device until it is accepted or discarded', () => {
  const ends = toursThrough(paths).map((path) => {
    const emitted = play(caseModelFlow, path, inputFor).filter(({ type }) => type === 'draft/changed')
    const { context, ...last } = path.steps.at(-1)?.state ?? { context: null, value: 'opening' }
    return {
      at: last.value,
      source: context?.source,
      draft: (emitted.at(-1) as { draft?: OpenedModel['draft'] })?.draft,
    }
  })
  expect(ends.filter(({ at, draft }) => at === 'viewing' && draft != null)).toEqual([])
  expect(ends.filter(({ source, draft }) => draft != null && draft.source !== source)).toEqual([])
  expect(ends.some(({ draft }) => draft != null)).toBe(true)
})

test('parses a stored draft first, of the version that its author saw; a later reload parses only the current text', async () => {
  const requests: OpenInput[] = []
  const actor = createActor(
    caseModelFlow.provide({
      actors: {
        open: fromPromise<OpenedModel, OpenInput>(({ input }) => {
          requests.push(input)
          return Promise.resolve(opened(newer, input.withDraft ? draft : null))
        }),
        read: fromPromise<Reading, { format: ModelFormat; source: string }>(() => new Promise(() => undefined)),
        news: fromCallback(() => undefined),
      },
    }),
    { input: inputFor },
  ).start()
  await waitFor(actor, (state) => state.matches({ working: 'reading' }))
  const { version, ...typed } = draft
  expect(actor.getSnapshot().context).toMatchObject({ ...typed, base: version, kept: { version: 4 } })
  expect(isOvertaken(actor.getSnapshot().context)).toBe(true)
  actor.send({ type: 'version/leave' })
  await waitFor(actor, (state) => state.matches('viewing'))
  expect(requests.map(({ withDraft }) => withDraft)).toEqual([true, false])
  actor.stop()
})

test('accepts a new version with the existing cases and the chosen new ones', async () => {
  const accepted: Acceptance[] = []
  const actor = createActor(
    caseModelFlow.provide({
      actors: {
        open: fromPromise<OpenedModel, OpenInput>(() => Promise.resolve(opened(saved))),
        read: fromPromise<Reading, { format: ModelFormat; source: string }>(() =>
          Promise.resolve({ read: { model, notes: [], layout: null } }),
        ),
        accept: fromPromise<Accepted | null, Acceptance>(({ input }) => {
          accepted.push(input)
          return Promise.resolve({ suiteId: 7, words: 'done', operationId: 'op' })
        }),
        search: fromCallback<CaseModelEvent, { model: CaseModel; options: ModelOptions }>(() => undefined),
        news: fromCallback(() => undefined),
      },
    }),
    { input: inputFor },
  )
  const reached = (state: 'viewing' | { working: 'readable' | 'generated' }) =>
    waitFor(actor, (snapshot) => snapshot.matches(state))
  actor.start()
  await reached('viewing')
  actor.send({ type: 'version/begin' })
  await reached({ working: 'readable' })
  expect(actor.getSnapshot().context).toMatchObject({ source: saved.source, format: 'table' })
  actor.send({ type: 'search/start' })
  actor.send({ type: 'search/found', result: { ...result, cases: [...result.cases, suggested('other')] } })
  expect(actor.getSnapshot().context.chosen).toEqual(['new', 'other'])
  actor.send({ type: 'cases/chosen', pathKeys: ['other'], isChosen: false })
  actor.send({ type: 'cases/accept', target: null })
  await reached('viewing')
  expect(accepted.map(({ version, cases }) => [version, cases.map(({ pathKey }) => pathKey)])).toEqual([
    [3, ['old', 'new']],
  ])
  actor.stop()
})

test('continues with the typed source over a version that another user saved meanwhile', async () => {
  const accepted: Acceptance[] = []
  const drafts: OpenedModel['draft'][] = []
  let stored = saved
  const actor = createActor(
    caseModelFlow.provide({
      actors: {
        open: fromPromise<OpenedModel, OpenInput>(() => Promise.resolve(opened(stored))),
        read: fromPromise<Reading, { format: ModelFormat; source: string }>(() =>
          Promise.resolve({ read: { model, notes: [], layout: null } }),
        ),
        accept: fromPromise<Accepted | null, Acceptance>(({ input }) => {
          accepted.push(input)
          return Promise.resolve(input.version === stored.version ? { suiteId: 7, words: '', operationId: 'op' } : null)
        }),
        search: fromCallback<CaseModelEvent, { model: CaseModel; options: ModelOptions }>(() => undefined),
        news: fromCallback(() => undefined),
      },
    }),
    { input: inputFor },
  )
  actor.on('draft/changed', (event) => drafts.push(event.draft))
  const reached = (state: 'viewing' | { working: 'readable' | 'generated' }) =>
    waitFor(actor, (snapshot) => snapshot.matches(state))
  actor.start()
  await reached('viewing')
  actor.send({ type: 'version/begin' })
  await reached({ working: 'readable' })
  actor.send({ type: 'search/start' })
  actor.send({ type: 'search/found', result: { ...result, cases: [...result.cases, suggested('other')] } })
  actor.send({ type: 'cases/chosen', pathKeys: ['other'], isChosen: false })
  stored = { ...newer, cases: saved.cases.map((one) => ({ ...one, ...suggested('new') })) }
  actor.send({ type: 'cases/accept', target: null })
  await reached({ working: 'generated' })
  expect(actor.getSnapshot().context).toMatchObject({ source: saved.source, base: 3, kept: { version: 4 } })
  actor.send({ type: 'cases/accept', target: null })
  expect(accepted).toHaveLength(1)
  actor.send({ type: 'version/rebase' })
  expect(drafts.at(-1)).toMatchObject({ source: saved.source, version: 4 })
  expect(acceptedOf(actor.getSnapshot().context).map(({ pathKey }) => pathKey)).toEqual(['old', 'new'])
  actor.send({ type: 'cases/accept', target: null })
  await reached('viewing')
  expect(accepted.map(({ version }) => version)).toEqual([3, 4])
  actor.stop()
})

test('loads the model again when a new version is cancelled', async () => {
  let stored = saved
  const actor = createActor(
    caseModelFlow.provide({
      actors: {
        open: fromPromise<OpenedModel, OpenInput>(() => Promise.resolve(opened(stored))),
        read: fromPromise<Reading, { format: ModelFormat; source: string }>(() => new Promise(() => undefined)),
        news: fromCallback(() => undefined),
      },
    }),
    { input: inputFor },
  ).start()
  await waitFor(actor, (state) => state.matches('viewing'))
  actor.send({ type: 'version/begin' })
  stored = newer
  actor.send({ type: 'model/refresh' })
  actor.send({ type: 'version/leave' })
  await waitFor(actor, (state) => state.matches('viewing'))
  expect(actor.getSnapshot().context.kept).toEqual(newer)
  actor.stop()
})
