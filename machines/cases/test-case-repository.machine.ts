import { and, assign, emit, raise, sendTo, setup, stateIn } from 'xstate'
import type { Suite } from '../../contract/cases/suites.ts'
import { LIMITS } from '../../contract/limits.ts'
import { caseWindows, type CaseQuestion } from './case-windows.machine.ts'
import { openedCase } from './opened-case.machine.ts'
import { withPlaced } from './placed-case.ts'
import type { LoadedStructure, RepositoryAddress, RepositoryEvent, RepositoryNews } from './repository-events.ts'
import { structureOf, type RepositoryView, type Structure } from './repository-layout.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

interface Context extends RepositoryAddress {
  /** Text of the search field; becomes part of `question` when typing pauses. */
  typed: string
  view: RepositoryView
  suites: readonly Suite[]
  /** Suites of the last load. `suites` also includes later moves to this suite. */
  loaded: readonly Suite[]
  /** Null while loading. Belongs to `shownQuestion`, possibly the previous one. */
  structure: Structure | null
  shownQuestion: CaseQuestion
  /** The next load must include the suites. */
  needsSuites: boolean
  /** Collected until they are read together. */
  news: RepositoryNews | null
  failure: unknown
}

export const isAsking = ({ q, filter }: CaseQuestion): boolean => q !== '' || Object.keys(filter).length > 0

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const both = (one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null =>
  one === null || other === null ? null : [...new Set([...one, ...other])]

const show = (context: Context, { suites, counts }: LoadedStructure) => {
  const all = suites ?? context.suites
  return {
    suites: all,
    loaded: suites ?? context.loaded,
    structure: structureOf(all, counts),
    shownQuestion: context.question,
    needsSuites: false,
    failure: null,
  }
}

const collectNews = (context: Context, news: RepositoryNews) => ({
  news:
    context.news === null
      ? news
      : {
          suites: context.news.suites || news.suites,
          suiteIds: both(context.news.suiteIds, news.suiteIds),
          caseIds: both(context.news.caseIds, news.caseIds),
        },
})

/**
 * The repository page's data: query, suites with counts, visible cases (`windows`), previewed case (`preview`), and changes by others,
 * applied every half second. Emits `address/changed` with all that a reload restores.
 */
export const testCaseRepository = setup({
  types: {
    context: {} as Context,
    events: {} as RepositoryEvent | { type: 'question/changed' } | { type: 'structure/stale' },
    emitted: {} as
      | { type: 'address/changed'; address: RepositoryAddress; isReplacing: boolean }
      | { type: 'view/changed'; view: RepositoryView }
      | { type: 'case/missing' }
      | { type: 'question/asked'; question: CaseQuestion }
      /** Previously loaded data stays visible. */
      | { type: 'structure/stayed'; error: unknown },
    input: {} as { address: RepositoryAddress; view: RepositoryView },
    children: {} as { windows: 'windows'; preview: 'preview'; live: 'live' },
  },
  actors: {
    load: unprovided<LoadedStructure, { question: CaseQuestion; needsSuites: boolean }>('load'),
    windows: caseWindows,
    preview: openedCase,
    /** Sends `news/received`. */
    live: unprovidedCallback('live'),
  },
  guards: {
    isUnsearched: ({ context }) => context.typed.trim() !== context.question.q,
    isAsking: ({ context }) => isAsking(context.question) || context.typed !== '',
    isOpen: ({ context }) => context.caseId !== null,
    isKnown: ({ context }) => context.structure !== null,
    /** With a query, the answer does not say whether the case still matches. */
    isEverythingShown: ({ context }) =>
      context.structure !== null && !isAsking(context.question) && context.typed === '',
    concernsStructure: ({ context }) => context.news?.suites === true || isAsking(context.question),
  },
  actions: {
    open: assign(({ context }, address: RepositoryAddress) => ({
      ...address,
      ...(isSame(context.question, address.question) ? { question: context.question } : { typed: address.question.q }),
    })),
    // Closes the preview: its case may not match the new query (TREE-42).
    search: assign(({ context }) => ({
      question: { ...context.question, q: context.typed.trim() },
      caseId: null,
      tab: null,
    })),
    clear: assign({ typed: '', question: { q: '', filter: {} }, caseId: null, tab: null }),
    closeCase: assign({ caseId: null, tab: null }),
    needSuites: assign({ needsSuites: true }),
    age: sendTo('windows', ({ context }) => ({
      type: 'suites/changed' as const,
      suiteIds: context.news?.suiteIds ?? null,
      caseIds: context.news?.caseIds ?? null,
    })),
    touch: sendTo('preview', ({ context }) => ({
      type: 'case/touched' as const,
      caseIds: context.news?.caseIds ?? null,
    })),
    hearAll: raise({ type: 'repository/changed', news: { suites: true, suiteIds: null, caseIds: null } }),
    forgetNews: assign({ news: null }),
    askWindows: sendTo('windows', ({ context }) => ({
      type: 'question/asked' as const,
      question: context.question,
    })),
    want: sendTo('preview', ({ context }) => ({ type: 'case/wanted' as const, caseId: context.caseId })),
    emitAddress: emit(({ context: { question, suiteId, caseId, tab } }, { isReplacing }: { isReplacing: boolean }) => ({
      type: 'address/changed' as const,
      address: { question, suiteId, caseId, tab },
      isReplacing,
    })),
    emitView: emit(({ context }) => ({ type: 'view/changed' as const, view: context.view })),
    emitMissing: emit({ type: 'case/missing' as const }),
    emitQuestion: emit(({ context }) => ({ type: 'question/asked' as const, question: context.question })),
    ask: raise({ type: 'question/changed' }),
    renew: raise({ type: 'structure/stale' }),
  },
  delays: { typing: LIMITS.searchDebounceMs, batch: LIMITS.liveBatchMs },
}).createMachine({
  id: 'testCaseRepository',
  type: 'parallel',
  context: ({ input: { address, view } }) => ({
    ...address,
    typed: address.question.q,
    view,
    suites: [],
    loaded: [],
    structure: null,
    shownQuestion: address.question,
    needsSuites: true,
    news: null,
    failure: null,
  }),
  invoke: [
    { id: 'windows', src: 'windows', input: ({ context }) => ({ question: context.question }) },
    {
      id: 'preview',
      src: 'preview',
      input: ({ context }) => ({ caseId: context.caseId }),
      onSnapshot: {
        guard: ({ context, event }) => event.snapshot.value === 'missing' && context.caseId !== null,
        actions: ['closeCase', 'emitMissing', 'want', { type: 'emitAddress', params: { isReplacing: true } }],
      },
    },
    { id: 'live', src: 'live' },
  ],
  on: {
    'view/chosen': {
      guard: ({ context, event }) => context.view !== event.view,
      actions: [assign(({ event }) => ({ view: event.view })), 'emitView'],
    },
    'suite/selected': {
      guard: ({ context, event }) => context.suiteId !== event.suiteId,
      actions: [
        assign(({ event }) => ({ suiteId: event.suiteId })),
        { type: 'emitAddress', params: { isReplacing: false } },
      ],
    },
    'case/opened': {
      guard: ({ context, event }) => context.caseId !== event.caseId,
      actions: [
        assign(({ event }) => ({ caseId: event.caseId, tab: null })),
        'want',
        { type: 'emitAddress', params: { isReplacing: false } },
      ],
    },
    'tab/chosen': {
      guard: 'isOpen',
      actions: [assign(({ event }) => ({ tab: event.tab })), { type: 'emitAddress', params: { isReplacing: true } }],
    },
    'case/saved': [
      {
        guard: 'isEverythingShown',
        actions: [
          sendTo('windows', ({ event }) => ({ type: 'case/changed', row: event.row })),
          sendTo('preview', ({ event }) => ({ type: 'case/saved', testCase: event.testCase })),
        ],
      },
      {
        actions: raise(({ event }) => ({
          type: 'repository/changed',
          news: { suites: false, suiteIds: [], caseIds: [event.row.id] },
        })),
      },
    ],
    'case/placed': [
      {
        // A load that finished after the request, or is pending, may already count it.
        guard: and([
          'isEverythingShown',
          stateIn({ structure: 'shown' }),
          ({ context, event }) => event.loaded === context.loaded,
        ]),
        actions: [
          sendTo('windows', ({ context, event: { placed } }) => ({
            type: 'case/placed',
            placed,
            count: context.suites.find(({ id }) => id === placed.suiteId)?.testCases ?? 0,
          })),
          assign(({ context, event }) => {
            const suites = withPlaced(context.suites, event.placed)
            return { suites, structure: structureOf(suites, null) }
          }),
          sendTo('preview', ({ event }) => ({
            type: 'case/touched',
            caseIds: event.placed.row === null ? [] : [event.placed.row.id],
          })),
        ],
      },
      { actions: 'hearAll' },
    ],
    'case/closed': {
      guard: 'isOpen',
      actions: ['closeCase', 'want', { type: 'emitAddress', params: { isReplacing: false } }],
    },
  },
  states: {
    // No `reenter` on a region's own transitions, which would restart the other regions.
    question: {
      initial: 'settled',
      on: {
        'address/opened': [
          {
            guard: ({ context, event }) => !isSame(context.question, event.address.question),
            target: '.settled',
            actions: [{ type: 'open', params: ({ event }) => event.address }, 'want', 'ask'],
          },
          { actions: [{ type: 'open', params: ({ event }) => event.address }, 'want'] },
        ],
        'search/typed': { target: '.typing', actions: assign(({ event }) => ({ typed: event.q })) },
        'filter/changed': {
          guard: ({ context, event }) => !isSame(context.question.filter, event.filter),
          target: '.settled',
          actions: [
            assign(({ context, event }) => ({
              question: { q: context.typed.trim(), filter: event.filter },
              caseId: null,
              tab: null,
            })),
            'want',
            { type: 'emitAddress', params: { isReplacing: false } },
            'ask',
          ],
        },
        'search/cleared': {
          guard: 'isAsking',
          target: '.settled',
          actions: ['clear', 'want', { type: 'emitAddress', params: { isReplacing: false } }, 'ask'],
        },
      },
      states: {
        settled: {},
        typing: {
          after: {
            typing: [
              {
                guard: 'isUnsearched',
                target: 'settled',
                actions: ['search', 'want', { type: 'emitAddress', params: { isReplacing: false } }, 'ask'],
              },
              { target: 'settled' },
            ],
          },
          on: {
            'search/submitted': [
              {
                guard: 'isUnsearched',
                target: 'settled',
                actions: ['search', 'want', { type: 'emitAddress', params: { isReplacing: false } }, 'ask'],
              },
              { target: 'settled' },
            ],
          },
        },
      },
    },
    structure: {
      initial: 'loading',
      on: {
        'question/changed': { target: '.loading', actions: 'emitQuestion' },
        'structure/stale': { target: '.loading', actions: 'needSuites' },
        'repository/refresh': { target: '.loading', actions: 'needSuites' },
      },
      states: {
        /** Known data stays visible. */
        loading: {
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { question, needsSuites } }) => ({ question, needsSuites }),
            onDone: [
              {
                guard: ({ context }) => isSame(context.question, context.shownQuestion),
                target: 'shown',
                actions: assign(({ context, event }) => show(context, event.output)),
              },
              { target: 'shown', actions: [assign(({ context, event }) => show(context, event.output)), 'askWindows'] },
            ],
            onError: [
              {
                guard: ({ context }) => context.structure !== null && isSame(context.question, context.shownQuestion),
                target: 'shown',
                actions: [
                  assign(({ event }) => ({ failure: event.error })),
                  emit(({ event }) => ({ type: 'structure/stayed', error: event.error })),
                ],
              },
              { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
            ],
          },
        },
        shown: {},
        failed: {},
      },
    },
    news: {
      initial: 'quiet',
      on: {
        'repository/changed': [
          { target: '.applying', actions: assign(({ context, event }) => collectNews(context, event.news)) },
        ],
      },
      states: {
        quiet: {
          on: {
            'news/received': {
              target: 'collecting',
              actions: assign(({ context, event }) => collectNews(context, event.news)),
            },
          },
        },
        collecting: {
          after: { batch: 'applying' },
          on: { 'news/received': { actions: assign(({ context, event }) => collectNews(context, event.news)) } },
        },
        applying: {
          always: [
            { guard: 'concernsStructure', target: 'quiet', actions: ['age', 'touch', 'forgetNews', 'renew'] },
            { target: 'quiet', actions: ['age', 'touch', 'forgetNews'] },
          ],
        },
      },
    },
  },
})
