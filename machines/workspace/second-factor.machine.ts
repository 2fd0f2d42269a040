import { assign, setup } from 'xstate'
import type { Passkey } from '../../contract/workspace/passkeys.ts'
import type { Enrolment } from '../../contract/workspace/second-factor.ts'

export type SecondFactorEvent =
  | { type: 'factor/turn-on' }
  | { type: 'factor/renew-codes' }
  | { type: 'factor/turn-off' }
  | { type: 'passkey/add' }
  | { type: 'passkey/rename'; passkey: Passkey }
  | { type: 'passkey/remove'; passkey: Passkey }
  /** The password was right: shows the secret for an app. */
  | { type: 'enrolment/begun'; enrolment: Enrolment }
  /** Recovery codes, shown once. */
  | { type: 'codes/made'; codes: readonly string[] }
  | { type: 'factor/close' }

interface Context {
  enrolment: Enrolment | null
  codes: readonly string[]
  /** The passkey being renamed or removed. */
  passkey: Passkey | null
}

/** Dialogs of second factors: enable and disable the app, passkeys, new recovery codes. Secrets are cleared when a dialog closes. */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as SecondFactorEvent },
  actions: {
    forget: assign({ enrolment: null, codes: [], passkey: null }),
  },
}).createMachine({
  id: 'secondFactor',
  context: { enrolment: null, codes: [], passkey: null },
  initial: 'closed',
  // Also when the dialog was closed meanwhile: the previous codes are void, and new ones cannot be shown again.
  on: {
    'codes/made': {
      target: '.showingCodes',
      actions: assign(({ event }) => ({ codes: event.codes, enrolment: null, passkey: null })),
    },
  },
  states: {
    closed: {
      entry: 'forget',
      on: {
        'factor/turn-on': 'enrolling',
        'factor/renew-codes': 'renewing',
        'factor/turn-off': 'turningOff',
        'passkey/add': 'addingPasskey',
        'passkey/rename': { target: 'renamingPasskey', actions: assign(({ event }) => ({ passkey: event.passkey })) },
        'passkey/remove': { target: 'removingPasskey', actions: assign(({ event }) => ({ passkey: event.passkey })) },
      },
    },
    enrolling: {
      on: {
        'enrolment/begun': { target: 'scanning', actions: assign(({ event }) => ({ enrolment: event.enrolment })) },
        'factor/close': 'closed',
      },
    },
    scanning: {
      on: {
        'factor/close': 'closed',
      },
    },
    renewing: {
      on: {
        'factor/close': 'closed',
      },
    },
    showingCodes: { on: { 'factor/close': 'closed' } },
    /** The first second factor comes with recovery codes. */
    addingPasskey: {
      on: {
        'factor/close': 'closed',
      },
    },
    renamingPasskey: { on: { 'factor/close': 'closed' } },
    removingPasskey: { on: { 'factor/close': 'closed' } },
    turningOff: { on: { 'factor/close': 'closed' } },
  },
})
