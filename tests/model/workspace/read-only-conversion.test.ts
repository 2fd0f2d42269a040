import { expect, test } from 'vitest'
import {
  readOnlyConversionMachine as machine,
  type ReadOnlyConversionEvent,
} from '../../../machines/workspace/read-only-conversion.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const checked = (isConvertible: boolean) => ({ isConvertible, reasons: [], projects: 1, groups: ['Engineers'] })
const event = (of: object) => of as unknown as ReadOnlyConversionEvent
const paths = describeMachine(machine, {
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
  table: {
    checking: 'done(check) error(check)',
    unchecked: 'conversion/retry',
    blocked: 'conversion/retry',
    asking: 'conversion/confirm',
    converting: 'done(convert) error(convert)',
    refused: 'conversion/confirm',
    done: '',
  },
  ignored: {
    checking: { events: 'conversion/confirm conversion/retry', because: 'the check is not answered yet' },
    blocked: { events: 'conversion/confirm', because: 'the server does not allow it' },
    unchecked: { events: 'conversion/confirm', because: 'only the failure and its retry are shown' },
    asking: { events: 'conversion/retry', because: 'a retry is offered only after a failed check' },
    converting: {
      events: 'conversion/confirm conversion/retry',
      because: 'the button shows progress until the answer',
    },
    refused: { events: 'conversion/retry', because: 'the button tries the conversion again, not the check' },
  },
  invariants: {
    '[USERS-19] [USERS-20] asks about and converts only a user whom the server allows to convert': (s) =>
      !(s.matches('asking') || s.matches('converting')) || s.context.check?.isConvertible === true,
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('[USERS-19] [USERS-20] converts nobody before a confirmation', () => {
  for (const path of paths.filter(({ steps }) => steps.at(-1)?.state.matches('converting')))
    expect(path.steps.some(({ event: one }) => one.type === 'conversion/confirm')).toBe(true)
})
