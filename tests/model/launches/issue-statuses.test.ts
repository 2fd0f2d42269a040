import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ISSUES_AT_ONCE, type IssueStatus } from '../../../contract/launches/issues.ts'
import {
  ISSUES_FRESH_MS,
  ISSUES_GATHER_MS,
  issueStatuses,
  type AskedIssues,
  type IssueStatusesEvent,
} from '../../../machines/launches/issue-statuses.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const of = (id: string, status = 'Open'): IssueStatus => ({
  id,
  issue: { key: id, title: 'Payment fails', status, category: 'todo', url: `http://t.test/${id}`, assignee: null },
  problem: null,
})
const events = [
  { type: 'issue/shown', id: 'A-1' },
  { type: 'issue/shown', id: 'A-2' },
  { type: 'issues/refresh', ids: ['A-1'] },
  { type: `xstate.after.gather.issueStatuses.gathering` },
  { type: `xstate.after.fresh.issueStatuses.fresh` },
  { type: 'xstate.done.actor.read', output: [of('A-1')] },
  { type: 'xstate.error.actor.read', error: 'unreachable' },
] as IssueStatusesEvent[]
describeMachine(issueStatuses, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.waiting.length > 2,
  table: {
    idle: 'issue/shown issues/refresh always',
    gathering: 'issue/shown issues/refresh after(gather)',
    loading: 'issue/shown issues/refresh done(read) error(read)',
    fresh: 'issue/shown issues/refresh always after(fresh)',
  },
  invariants: {
    'keeps a known issue when a call fails': ({ context: { known } }, before) =>
      Object.values(before?.context.known ?? {}).every(({ id, issue }) => issue === null || known[id]?.issue != null),
    'requests no issue twice at a time, and only as many as the contract allows': ({ context: { waiting, asking } }) =>
      new Set(waiting).size === waiting.length && asking.ids.length <= ISSUES_AT_ONCE,
  },
})

test('requests links that are shown together in bulk, again only when they are old, and a refresh first', async () => {
  const clock = new SimulatedClock()
  const sentRequests: AskedIssues[] = []
  const actor = createActor(
    issueStatuses.provide({
      actors: {
        read: fromPromise<readonly IssueStatus[], AskedIssues>(({ input }) => {
          sentRequests.push(input)
          return Promise.resolve(input.ids.map((id) => of(id)))
        }),
      },
    }),
    { clock },
  ).start()
  const settle = async () => {
    clock.increment(ISSUES_GATHER_MS)
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const ids = Array.from({ length: ISSUES_AT_ONCE + 1 }, (_, i) => `A-${i}`)
  const show = () => ids.forEach((id) => actor.send({ type: 'issue/shown', id }))
  show()
  await settle()
  actor.send({ type: 'issues/refresh', ids: ['A-0'] })
  await settle()
  await settle()
  expect(sentRequests.map(({ ids: some, isRefresh }) => [some.length, isRefresh])).toEqual([
    [ISSUES_AT_ONCE, false],
    [1, true],
    [1, false],
  ])
  show()
  await settle()
  expect(sentRequests).toHaveLength(3)
  clock.increment(ISSUES_FRESH_MS)
  show()
  await settle()
  expect(sentRequests).toHaveLength(4)
  actor.stop()
})
