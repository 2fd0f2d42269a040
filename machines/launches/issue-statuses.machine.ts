import { assign, setup } from 'xstate'
import { ISSUES_AT_ONCE, type IssueStatus } from '../../contract/launches/issues.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type IssueStatusesEvent =
  /** A link to the issue is shown. */
  { type: 'issue/shown'; id: string } | { type: 'issues/refresh'; ids: readonly string[] }

/** Debounce in ms: links that render together are requested together. */
export const ISSUES_GATHER_MS = 50
/** Age in ms after which a status is requested again when shown. */
export const ISSUES_FRESH_MS = 60_000

export interface AskedIssues {
  ids: readonly string[]
  isRefresh: boolean
}

/** Tracker statuses of linked issues, requested in bulk for shown links; a failure keeps the last known status. */
export const issueStatuses = setup({
  types: {
    context: {} as {
      known: Readonly<Record<string, IssueStatus>>
      /** When statuses were last marked as stale. */
      asked: ReadonlySet<string>
      waiting: readonly string[]
      /** Requested by a user. */
      refreshing: ReadonlySet<string>
      asking: AskedIssues
    },
    events: {} as IssueStatusesEvent,
  },
  actors: {
    read: unprovided<readonly IssueStatus[], AskedIssues>('read'),
  },
  delays: { gather: ISSUES_GATHER_MS, fresh: ISSUES_FRESH_MS },
  guards: { isWaiting: ({ context }) => context.waiting.length > 0 },
  actions: {
    enqueue: assign(({ context: c }, { ids, isRefresh }: AskedIssues) => {
      const requestedValues = ids.filter((id) => !c.waiting.includes(id) && (isRefresh || !c.asked.has(id)))
      return {
        waiting: [...c.waiting, ...requestedValues],
        asked: new Set([...c.asked, ...requestedValues]),
        refreshing: isRefresh ? new Set([...c.refreshing, ...ids]) : c.refreshing,
      }
    }),
    take: assign(({ context: c }) => {
      // Requests of users go first, separately: the others are answered from the server's cache.
      const urgent = c.waiting.filter((id) => c.refreshing.has(id))
      const ids = (urgent.length > 0 ? urgent : c.waiting).slice(0, ISSUES_AT_ONCE)
      return {
        asking: { ids, isRefresh: urgent.length > 0 },
        waiting: c.waiting.filter((id) => !ids.includes(id)),
        refreshing: new Set([...c.refreshing].filter((id) => !ids.includes(id))),
      }
    }),
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
    /** Nothing was requested yet, or everything is stale: no timer runs. */
    idle: { always: { guard: 'isWaiting', target: 'gathering' } },
    gathering: { after: { gather: 'loading' } },
    loading: {
      entry: 'take',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => context.asking,
        onDone: {
          target: 'fresh',
          actions: assign(({ context, event }) => ({
            known: { ...context.known, ...Object.fromEntries(event.output.map((item) => [item.id, item])) },
          })),
        },
        onError: { target: 'fresh', actions: 'keepFailure' },
      },
    },
    fresh: {
      always: { guard: 'isWaiting', target: 'gathering' },
      after: { fresh: { target: 'idle', actions: 'expire' } },
    },
  },
})
