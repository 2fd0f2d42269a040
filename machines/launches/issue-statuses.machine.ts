import { assign, fromPromise, setup } from 'xstate'
import { ISSUES_AT_ONCE, type IssueStatus } from '../../contract/launches/issues.ts'

export type IssueStatusesEvent =
  /** A link to it is shown. */
  { type: 'issue/shown'; id: string } | { type: 'issues/refresh'; ids: readonly string[] }

/** Links that are drawn together are asked for together. */
export const ISSUES_GATHER_MS = 50
/** What is shown again after this time is asked for again. */
export const ISSUES_FRESH_MS = 60_000

export interface AskedIssues {
  ids: readonly string[]
  isRefresh: boolean
}

/** What the trackers say of linked issues. Asked for in bulk while links are shown already; a failure leaves what was known. */
export const issueStatuses = setup({
  types: {
    context: {} as {
      known: Readonly<Record<string, IssueStatus>>
      /** Since what is known was last called old. */
      asked: ReadonlySet<string>
      waiting: readonly string[]
      /** People wait for these. */
      refreshing: ReadonlySet<string>
      asking: AskedIssues
    },
    events: {} as IssueStatusesEvent,
  },
  actors: {
    read: fromPromise<readonly IssueStatus[], AskedIssues>(() => Promise.reject(new Error('read is not provided'))),
  },
  delays: { gather: ISSUES_GATHER_MS, fresh: ISSUES_FRESH_MS },
  guards: { isWaiting: ({ context }) => context.waiting.length > 0 },
  actions: {
    enqueue: assign(({ context: c }, { ids, isRefresh }: AskedIssues) => {
      const wanted = ids.filter((id) => !c.waiting.includes(id) && (isRefresh || !c.asked.has(id)))
      return {
        waiting: [...c.waiting, ...wanted],
        asked: new Set([...c.asked, ...wanted]),
        refreshing: isRefresh ? new Set([...c.refreshing, ...ids]) : c.refreshing,
      }
    }),
    take: assign(({ context: c }) => {
      // Those that people wait for go first, and by themselves: the others are answered from the server's cache.
      const urgent = c.waiting.filter((id) => c.refreshing.has(id))
      const ids = (urgent.length > 0 ? urgent : c.waiting).slice(0, ISSUES_AT_ONCE)
      return {
        asking: { ids, isRefresh: urgent.length > 0 },
        waiting: c.waiting.filter((id) => !ids.includes(id)),
        refreshing: new Set([...c.refreshing].filter((id) => !ids.includes(id))),
      }
    }),
    keep: assign(({ context }, { items }: { items: readonly IssueStatus[] }) => ({
      known: { ...context.known, ...Object.fromEntries(items.map((item) => [item.id, item])) },
    })),
    keepFailure: assign(({ context: { known, asking } }) => ({
      known: {
        ...known,
        ...Object.fromEntries(
          asking.ids.map((id) => [
            id,
            { id, issue: known[id]?.issue ?? null, problem: 'The status could not be loaded' },
          ]),
        ),
      },
    })),
    expire: assign({ asked: new Set<string>() }),
  },
}).createMachine({
  id: 'issueStatuses',
  context: {
    known: {},
    asked: new Set(),
    waiting: [],
    refreshing: new Set(),
    asking: { ids: [], isRefresh: false },
  },
  on: {
    'issue/shown': {
      actions: { type: 'enqueue', params: ({ event }) => ({ ids: [event.id], isRefresh: false }) },
    },
    'issues/refresh': {
      actions: { type: 'enqueue', params: ({ event }) => ({ ids: event.ids, isRefresh: true }) },
    },
  },
  initial: 'idle',
  states: {
    /** Nothing was asked yet, or what is known is old: no timer runs. */
    idle: { always: { guard: 'isWaiting', target: 'gathering' } },
    gathering: { after: { gather: 'loading' } },
    loading: {
      entry: 'take',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => context.asking,
        onDone: { target: 'fresh', actions: { type: 'keep', params: ({ event }) => ({ items: event.output }) } },
        onError: { target: 'fresh', actions: 'keepFailure' },
      },
    },
    fresh: {
      always: { guard: 'isWaiting', target: 'gathering' },
      after: { fresh: { target: 'idle', actions: 'expire' } },
    },
  },
})
