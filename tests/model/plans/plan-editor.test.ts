import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { planEditor, type PlanEditorEvent } from '../../../machines/plans/plan-editor.machine.ts'
import type { PlanDiff } from '../../../machines/plans/plan-diff.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const unchanged: PlanDiff = { created: [], changed: [], removed: [], unchanged: 2 }
const more = { ...unchanged, created: [{ key: 'chrome' }] } as unknown as PlanDiff
const less = { ...unchanged, removed: [{ id: 7 }] } as unknown as PlanDiff
const events = [
  { type: 'plan/save', diff: unchanged, isReady: true },
  { type: 'plan/save', diff: more, isReady: true },
  { type: 'plan/save', diff: more, isReady: false },
  { type: 'cases/choose', runKey: null },
  { type: 'title/edit', runKey: 'chrome' },
  { type: 'dialog/close' },
  { type: 'window/narrowed' },
  { type: 'xstate.done.actor.confirmation', output: { isConfirmed: true } },
  { type: 'xstate.done.actor.confirmation', output: { isConfirmed: false } },
] as unknown as PlanEditorEvent[]

const paths = describeMachine(planEditor, {
  input: undefined,
  events,
  table: {
    writing: 'plan/save cases/choose title/edit',
    'asking.cases': 'dialog/close window/narrowed',
    'asking.title': 'dialog/close window/narrowed',
    confirming: 'done(confirmation) window/narrowed',
  },
  ignored: {
    writing: { events: 'dialog/close window/narrowed', because: 'no dialog is open' },
    asking: { events: 'plan/save cases/choose title/edit', because: 'the dialog covers the form' },
    confirming: {
      events: 'plan/save cases/choose title/edit dialog/close',
      because: 'the confirmation covers the form, and its buttons belong to the child machine',
    },
  },
  invariants: {
    'names the run or the base selection of the open dialog': (state) =>
      state.matches('asking') || state.context.runKey !== undefined,
  },
})

test('[PLANED-19] creates and deletes runs only after a confirmation', () => {
  for (const path of toursThrough(paths)) {
    const sent = path.steps.filter(({ event }, i) => {
      const from = path.steps[i - 1]?.state
      if (event.type === 'plan/save')
        return from?.matches('writing') === true && (event.diff === unchanged || !event.isReady)
      return (
        (event as { output?: { isConfirmed: boolean } }).output?.isConfirmed === true &&
        from?.matches('confirming') === true
      )
    })
    expect(play(planEditor, path, undefined)).toEqual(sent.map(() => ({ type: 'plan/submit' })))
  }
})

test('[PLANED-20] [PLANED-21] closes the confirmation in a narrow window, and opens another for the next save', () => {
  const emitted: string[] = []
  const actor = createActor(planEditor)
  actor.on('plan/submit', ({ type }) => emitted.push(type))
  actor.start()
  const child = () => actor.getSnapshot().children.confirmation
  actor.send({ type: 'plan/save', diff: less, isReady: true })
  expect(child()?.getSnapshot().context.shown).toBe(less)
  child()?.send({ type: 'confirmation/confirm' })
  actor.send({ type: 'window/narrowed' })
  expect(child()).toBeUndefined()
  actor.send({ type: 'plan/save', diff: more, isReady: true })
  expect(child()?.getSnapshot().context.shown).toBe(more)
  child()?.send({ type: 'list/ended' })
  expect(emitted).toEqual([])
  child()?.send({ type: 'confirmation/confirm' })
  expect(emitted).toEqual(['plan/submit'])
  expect(actor.getSnapshot().value).toBe('writing')
})
