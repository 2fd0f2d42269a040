import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { secondFactorMachine as machine } from '../../../machines/workspace/second-factor.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const passkey = { id: 1, name: 'Laptop', createdAt: '', lastUsedAt: null, isSynced: true }
const paths = describeMachine(machine, {
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
  table: {
    closed: 'codes/made factor/{turn-on,renew-codes,turn-off} passkey/{add,rename,remove}',
    enrolling: 'codes/made enrolment/begun factor/close',
    scanning: 'codes/made factor/close',
    renewing: 'codes/made factor/close',
    showingCodes: 'codes/made factor/close',
    addingPasskey: 'codes/made factor/close',
    renamingPasskey: 'codes/made factor/close',
    removingPasskey: 'codes/made factor/close',
    turningOff: 'codes/made factor/close',
  },
  ignored: {
    closed: {
      events: 'enrolment/begun factor/close',
      because: 'no dialog is open, and an enrolment that is not confirmed changes nothing',
    },
    enrolling: {
      events: 'factor/turn-on factor/renew-codes factor/turn-off passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page',
    },
    scanning: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and the enrolment has begun',
    },
    renewing: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
    showingCodes: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
    addingPasskey: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
    renamingPasskey: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
    removingPasskey: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
    turningOff: {
      events:
        'factor/turn-on factor/renew-codes factor/turn-off enrolment/begun passkey/add passkey/rename passkey/remove',
      because: 'the dialog covers the page, and an enrolment that is not confirmed changes nothing',
    },
  },
  invariants: {
    'has each secret exactly while it is shown': (s) =>
      s.matches('scanning') === (s.context.enrolment !== null) &&
      s.matches('showingCodes') === s.context.codes.length > 0 &&
      (s.matches('renamingPasskey') || s.matches('removingPasskey')) === (s.context.passkey !== null),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('shows recovery codes that were made after their dialog was closed', () => {
  const factor = createActor(machine).start()
  factor.send({ type: 'factor/renew-codes' })
  factor.send({ type: 'factor/close' })
  factor.send({ type: 'passkey/rename', passkey })
  factor.send({ type: 'codes/made', codes: ['abcd'] })
  expect(factor.getSnapshot().value).toBe('showingCodes')
  expect(factor.getSnapshot().context).toMatchObject({ codes: ['abcd'], passkey: null })
})
