import { expect, test } from 'vitest'
import { gatePreview, type GatePreviewEvent } from '../../../machines/launches/gate-preview.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const machine = gatePreview<number, string>()
const events = [
  { type: 'gate/changed', thresholds: 2 },
  { type: 'gate/retry' },
  { type: 'xstate.after.settled.gatePreview.waiting' },
  { type: 'xstate.done.actor.judge', output: 'passed' },
  { type: 'xstate.error.actor.judge', error: 'unreachable' },
] as GatePreviewEvent<number>[]
const paths = pathsOf(machine, { input: { thresholds: 1 }, events })

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a verdict is shown only for the thresholds that the form has now', () => {
  expect(
    breaches(paths, ({ value }, before) => value !== 'judged' || ['judging', 'judged'].includes(String(before?.value))),
  ).toEqual([])
  for (const path of paths) play(machine, path, { thresholds: 1 })
  const changed = paths.flatMap(({ steps }) =>
    steps.filter(({ event }, i) => event.type === 'gate/changed' && steps[i - 1]?.state.context.thresholds === 1),
  )
  expect(changed.every(({ state }) => state.value === 'waiting' && state.context.thresholds === 2)).toBe(true)
})

test('thresholds that are the same are not judged again', () => {
  expect(
    breaches(paths, ({ value, context }, before) =>
      value === 'waiting' && before?.context.thresholds === context.thresholds ? before.value === 'waiting' : true,
    ),
  ).toEqual([])
})
