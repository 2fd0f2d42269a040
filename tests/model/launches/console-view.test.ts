import { expect, test } from 'vitest'
import {
  CONSOLE_VIEW,
  consoleView,
  type ConsoleView,
  type ConsoleViewEvent,
} from '../../../machines/launches/console-view.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events: ConsoleViewEvent[] = [{ type: 'wrap/switched' }, { type: 'times/switched' }]
const paths = pathsOf(consoleView, { input: CONSOLE_VIEW, events })

test('each state handles the events of its table', () =>
  expectTable(consoleView, { '.': 'wrap/switched times/switched' }))

test('the paths reach every state and take every transition', () => expect(missedBy(consoleView, paths)).toEqual([]))

test('on every path each switch turns its own setting alone, and is reported', () => {
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    let view: ConsoleView = CONSOLE_VIEW
    const wanted = path.steps.slice(1).map(({ event }) => {
      view =
        (event as ConsoleViewEvent).type === 'wrap/switched'
          ? { ...view, isWrapped: !view.isWrapped }
          : { ...view, hasTimes: !view.hasTimes }
      return { type: 'view/changed', view }
    })
    expect([path.name, play(consoleView, path, CONSOLE_VIEW)]).toEqual([path.name, wanted])
  }
})
