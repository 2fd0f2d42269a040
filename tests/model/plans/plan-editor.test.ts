import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { formDialog, type Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { isChosen } from '../../../machines/patterns/form-parts.ts'
import { runChanges } from '../../../machines/plans/plan-diff.ts'
import { planProblems } from '../../../machines/plans/plan-problems.ts'
import { newPlan, type PlanValues, type StoredRun } from '../../../machines/plans/plan-values.ts'

const configurations = [
  {
    id: 1,
    name: 'Browser',
    options: [
      { id: 11, name: 'Chrome' },
      { id: 12, name: 'Firefox' },
      { id: 13, name: 'Safari' },
      { id: 14, name: 'Edge' },
    ],
  },
]
const run = (id: number, optionId: number, optionName: string): StoredRun => ({
  id,
  title: `Autumn: ${optionName}`,
  configurations: [{ groupId: 1, groupName: 'Browser', optionId, optionName }],
  inheritsBase: true,
  testCaseIds: [1],
  resultCount: 0,
})
const planOf = (title: string, runs: readonly StoredRun[], leftOut: readonly string[]): PlanValues => ({
  ...newPlan(),
  title,
  configurations,
  baseTestCaseIds: [1],
  stored: { title: 'Autumn', strategy: 'all', configurations, runs, leftOut },
})

const chrome = run(101, 11, 'Chrome')
const firefox = run(102, 12, 'Firefox')
const safari = run(103, 13, 'Safari')
const before = planOf('Autumn', [chrome, firefox], ['13', '14'])

test('an edit that collides keeps a run that somebody else added, and deletes only what its author took out', async () => {
  const refused = new Error('stale')
  // Somebody else gave the plan a title and added Safari.
  const theirs = planOf('Winter', [chrome, firefox, safari], ['14'])
  const machine = formDialog<PlanValues>({
    validate: planProblems,
    collisionOf: (error) => (error === refused ? { theirs, parts: ['title'] } : null),
  })
  const sent: PlanValues[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        submit: fromPromise<unknown, Submission<PlanValues>>(({ input }) => {
          sent.push(input.values)
          return sent.length === 1 ? Promise.reject(refused) : Promise.resolve(null)
        }),
      },
    }),
    { input: { initial: before, draft: null } },
  ).start()
  // Their author takes Firefox out, and adds Edge.
  actor.send({ type: 'form/changed', values: { title: 'Spring', checks: { 12: false, 14: true } } })
  actor.send({ type: 'form/submit' })
  const colliding = await waitFor(actor, (state) => state.matches({ open: 'colliding' }))
  expect(colliding.context.collision && isChosen(colliding.context.collision)).toBe(false)
  actor.send({ type: 'collision/chosen', part: 'title', choice: 'mine' })
  actor.send({ type: 'form/submit' })
  await waitFor(actor, (state) => state.matches('done'))
  const last = sent.at(-1) ?? before
  expect(last.title).toBe('Spring')
  const changes = runChanges(last)
  expect(changes.removeRunIds).toEqual([102])
  expect(changes.createRuns.map(({ title }) => title)).toEqual(['Spring: Edge'])
})
