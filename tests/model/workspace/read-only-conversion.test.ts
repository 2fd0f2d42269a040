import { expect, test } from 'vitest'
import {
  readOnlyConversionMachine as machine,
  type ReadOnlyConversionEvent,
} from '../../../machines/workspace/read-only-conversion.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const checked = (isConvertible: boolean) => ({ isConvertible, reasons: [], projects: 1, groups: ['Engineers'] })
const event = (of: object) => of as unknown as ReadOnlyConversionEvent
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'conversion/confirm' },
    { type: 'conversion/retry' },
    event({ type: 'xstate.done.actor.check', output: checked(true) }),
    event({ type: 'xstate.done.actor.check', output: checked(false) }),
    event({ type: 'xstate.error.actor.check', error: 'no' }),
    event({ type: 'xstate.done.actor.convert', output: null }),
    event({ type: 'xstate.error.actor.convert', error: 'no' }),
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    checking: 'done(check) error(check)',
    unchecked: 'conversion/retry',
    blocked: 'conversion/retry',
    asking: 'conversion/confirm',
    converting: 'done(convert) error(convert)',
    refused: 'conversion/confirm',
    done: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('[USERS-19] [USERS-20] on every path nobody is converted before the server has allowed it and somebody confirmed', () => {
  expect(breaches(paths, (s) => !s.matches('asking') || s.context.check?.isConvertible === true)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('converting') || s.context.check?.isConvertible === true)).toEqual([])
  for (const path of paths.filter(({ steps }) => steps.at(-1)?.state.matches('converting')))
    expect(path.steps.some(({ event: one }) => one.type === 'conversion/confirm')).toBe(true)
})
