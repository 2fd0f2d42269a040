import { expect, test } from 'vitest'
import { appUpdateMachine, type AppUpdateEvent } from '../../../machines/shell/app-update.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events = [
  { type: 'version/waits' },
  { type: 'version/began' },
  { type: 'update/take' },
  { type: 'update/later' },
] as AppUpdateEvent[]
const paths = pathsOf(appUpdateMachine, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(appUpdateMachine, {
    current: 'version/{began,waits}',
    waiting: 'update/{later,take} version/began',
    postponed: 'version/{began,waits}',
    taking: 'version/began',
    replaced: 'update/take',
    reloading: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(appUpdateMachine, paths)).toEqual([])
})

test('on every path the page is reloaded only by who looks at it', () => {
  for (const path of paths) {
    const asked = path.steps.some(
      ({ event }, i) =>
        event.type === 'update/take' &&
        ['waiting', 'replaced'].some((state) => path.steps[i - 1]?.state.matches(state as 'waiting')),
    )
    const emitted = play(appUpdateMachine, path, undefined)
    expect(emitted.some(({ type }) => type === 'page/reload') && !asked).toBe(false)
    expect(emitted.filter(({ type }) => type === 'page/reload').length).toBeLessThan(2)
  }
})

test('on every path a version begins in this page only after it was taken here or elsewhere', () => {
  for (const { steps } of paths)
    for (const { state } of steps)
      expect(state.matches('reloading') && !steps.some(({ event }) => event.type === 'update/take')).toBe(false)
})
