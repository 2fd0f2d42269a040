import { expect, test } from 'vitest'
import { secondFactorMachine as machine } from '../../../machines/workspace/second-factor.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const passkey = { id: 1, name: 'Laptop', createdAt: '', lastUsedAt: null, isSynced: true }
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'factor/turn-on' },
    { type: 'factor/renew-codes' },
    { type: 'factor/turn-off' },
    { type: 'enrolment/begun', enrolment: { secret: 'ABC', uri: 'otpauth://totp/nadia' } },
    { type: 'codes/made', codes: ['abcd'] },
    { type: 'passkey/add' },
    { type: 'passkey/rename', passkey },
    { type: 'passkey/remove', passkey },
    { type: 'factor/close' },
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    closed: 'factor/{turn-on,renew-codes,turn-off} passkey/{add,rename,remove}',
    enrolling: 'enrolment/begun factor/close',
    scanning: 'codes/made factor/close',
    renewing: 'codes/made factor/close',
    showingCodes: 'factor/close',
    addingPasskey: 'codes/made factor/close',
    renamingPasskey: 'factor/close',
    removingPasskey: 'factor/close',
    turningOff: 'factor/close',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path secrets are there while they are shown, and never else', () =>
  expect(
    breaches(
      paths,
      (s) =>
        s.matches('scanning') === (s.context.enrolment !== null) &&
        s.matches('showingCodes') === s.context.codes.length > 0 &&
        (s.matches('renamingPasskey') || s.matches('removingPasskey')) === (s.context.passkey !== null),
    ),
  ).toEqual([]))
