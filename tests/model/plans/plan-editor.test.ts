import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { planEditor, type PlanEditorEvent } from '../../../machines/plans/plan-editor.machine.ts'
import type { PlanDiff } from '../../../machines/plans/plan-diff.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(planEditor, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(planEditor, {
    writing: 'plan/save cases/choose title/edit',
    'asking.cases': 'dialog/close window/narrowed',
    'asking.title': 'dialog/close window/narrowed',
    confirming: 'done(confirmation) window/narrowed',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(planEditor, paths)).toEqual([])
})

test('[PLANED-19] on every path runs come and go only after a confirmation of the very list that was asked about', () => {
  for (const path of paths) {
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
  expect(breaches(paths, (state) => state.matches('asking') || state.context.runKey !== undefined)).toEqual([])
})

test('[PLANED-20] [PLANED-21] removed runs are confirmed by the child, which is cancelled with the window and asked again', () => {
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
