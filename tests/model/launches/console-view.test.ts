import { expect, test } from 'vitest'
import {
  CONSOLE_VIEW,
  consoleView,
  type ConsoleView,
  type ConsoleViewEvent,
} from '../../../machines/launches/console-view.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events: ConsoleViewEvent[] = [{ type: 'wrap/switched' }, { type: 'times/switched' }]
const paths = describeMachine(consoleView, {
  input: CONSOLE_VIEW,
  events,
  table: { '.': 'wrap/switched times/switched' },
})

test('changes one setting with each switch, and reports it', () => {
  expect(paths.length).toBeGreaterThan(0)
  for (const path of toursThrough(paths)) {
    let view: ConsoleView = CONSOLE_VIEW
    const requested = path.steps.slice(1).map(({ event }) => {
      view =
        (event as ConsoleViewEvent).type === 'wrap/switched'
          ? { ...view, isWrapped: !view.isWrapped }
          : { ...view, hasTimes: !view.hasTimes }
      return { type: 'view/changed', view }
    })
    expect([path.name, play(consoleView, path, CONSOLE_VIEW)]).toEqual([path.name, requested])
  }
})
