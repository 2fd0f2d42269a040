/** A form with a list that merges by entry, as the cases of a test run do: two users edit it concurrently. */
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  formDialog,
  type FormDialogEvent,
  type Restored,
  type Submission,
} from '../../../machines/patterns/form-dialog.machine.ts'
import { eachValue, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { breaches, pathsOf } from '../support/paths.ts'

type Values = { title: string; ids: readonly number[] }

const parts: FormParts<Values> = {
  ...eachValue<Values>(),
  merge: (part, base, mine, theirs) => {
    if (part !== 'ids') return null
    const remaining = theirs.ids.filter((id) => mine.ids.includes(id) || !base.ids.includes(id))
    return { ids: [...remaining, ...mine.ids.filter((id) => !base.ids.includes(id) && !remaining.includes(id))] }
  },
}
const stored: Values = { title: 'Regression', ids: [1, 2, 3] }
/** Another user removed 1 and added 9, and renamed the run where the title collides. */
const merging = Object.assign(new Error('stale'), { theirs: { title: 'Regression', ids: [2, 3, 9] }, parts: [] })
const colliding = Object.assign(new Error('stale'), { theirs: { title: 'Theirs', ids: [2, 3, 9] }, parts: ['title'] })
const named = Object.assign(new Error('stale'), { theirs: merging.theirs, parts: ['ids'] })
const isStale = (error: unknown): error is typeof merging => [merging, colliding, named].includes(error as never)
const machine = formDialog<Values, number>({
  validate: ({ ids }) => (ids.length === 0 ? { ids: 'Choose at least one' } : {}),
  collisionOf: (error) => (isStale(error) ? { theirs: error.theirs, parts: error.parts } : null),
  parts,
})
const input = { initial: stored, draft: null }
const paths = pathsOf(machine, {
  input,
  events: [
    { type: 'form/changed', values: { title: 'Mine' } },
    { type: 'form/changed', values: { ids: [1, 3, 4] } },
    { type: 'form/submit' },
    { type: 'collision/chosen', part: 'title', choice: 'theirs' },
    { type: 'collision/chosen', part: 'title', choice: 'mine' },
    { type: 'xstate.done.actor.restore', output: { draft: { ids: [1, 3, 4] }, seen: { ids: [1, 2, 3, 5] } } },
    ...[merging, colliding, named].map((error) => ({ type: 'xstate.error.actor.submit', error })),
  ] as unknown as FormDialogEvent<Values>[],
})

test('merges the list after a collision: without entries that the other user removed, with those they added', () => {
  let collisions = 0
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state
      if ((event.type as string) !== 'xstate.error.actor.submit' || before?.matches('submitting') !== true) continue
      if (!isStale((event as unknown as { error: unknown }).error)) continue
      collisions += 1
      const { base, values } = before.context
      const { ids } = state.context.values
      // Ids that the author removed after seeing them stay removed.
      expect(base.ids.includes(9) || ids.includes(9)).toBe(true)
      expect(base.ids.includes(1) && ids.includes(1)).toBe(false)
      expect(ids.includes(4)).toBe(values.ids.includes(4))
      expect(state.context.base.ids).toEqual([2, 3, 9])
    }
  expect(collisions).toBeGreaterThan(3)
})

test('asks only about parts that cannot be merged, and saves a fully merged form without a question', async () => {
  expect(
    breaches(paths, ({ context: { collision } }) => collision === null || !collision.parts.includes('ids')),
  ).toEqual([])
  expect(
    breaches(
      paths,
      ({ context: { collision } }) =>
        collision === null ||
        collision.merged?.includes('ids') === (collision.base?.ids.join() !== collision.theirs.ids.join()),
    ),
  ).toEqual([])
  const actor = createActor(
    machine.provide({ actors: { submit: fromPromise<number, Submission<Values>>(() => Promise.reject(merging)) } }),
    { input },
  ).start()
  actor.send({ type: 'form/changed', values: { title: 'Mine' } })
  actor.send({ type: 'form/submit' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(actor.getSnapshot().matches({ open: 'colliding' })).toBe(true)
  actor.send({ type: 'form/submit' })
  expect(actor.getSnapshot().matches('submitting')).toBe(true)
})

test('a recovered draft is merged with what was saved since, and only that which cannot be merged keeps its base', async () => {
  const sent: Submission<Values>[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        restore: fromPromise<Restored<Values>>(() =>
          Promise.resolve({
            draft: { title: 'Mine', ids: [1, 5, 4] },
            seen: { title: 'Older', ids: [1, 5, 6] },
          }),
        ),
        submit: fromPromise<number, Submission<Values>>(({ input: submission }) => {
          sent.push(submission)
          return Promise.resolve(1)
        }),
      },
    }),
    { input },
  ).start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(actor.getSnapshot().context.values).toEqual({ title: 'Mine', ids: [1, 2, 3, 4] })
  actor.send({ type: 'form/submit' })
  expect(sent).toMatchObject([
    { changes: { title: 'Mine', ids: [1, 2, 3, 4] }, expected: { title: 'Older', ids: [1, 2, 3] } },
  ])
})
