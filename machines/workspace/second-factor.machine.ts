import { assign, setup } from 'xstate'
import type { Enrolment } from '../../contract/workspace/second-factor.ts'

export type SecondFactorEvent =
  | { type: 'factor/turn-on' }
  | { type: 'factor/renew-codes' }
  | { type: 'factor/turn-off' }
  /** The password was right: an app can be given the secret. */
  | { type: 'enrolment/begun'; enrolment: Enrolment }
  /** Shown now and never again. */
  | { type: 'codes/made'; codes: readonly string[] }
  | { type: 'factor/close' }

interface Context {
  enrolment: Enrolment | null
  codes: readonly string[]
}

/** The dialogs of the second factor: turning it on and off, and new recovery codes. What is secret is forgotten when they close. */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as SecondFactorEvent },
  actions: {
    keepEnrolment: assign((_, { enrolment }: { enrolment: Enrolment }) => ({ enrolment })),
    keepCodes: assign((_, { codes }: { codes: readonly string[] }) => ({ codes, enrolment: null })),
    forget: assign({ enrolment: null, codes: [] }),
  },
}).createMachine({
  id: 'secondFactor',
  context: { enrolment: null, codes: [] },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { 'factor/turn-on': 'enrolling', 'factor/renew-codes': 'renewing', 'factor/turn-off': 'turningOff' },
    },
    enrolling: {
      on: {
        'enrolment/begun': { target: 'scanning', actions: { type: 'keepEnrolment', params: ({ event }) => event } },
        'factor/close': 'closed',
      },
    },
    scanning: {
      on: {
        'codes/made': { target: 'showingCodes', actions: { type: 'keepCodes', params: ({ event }) => event } },
        'factor/close': 'closed',
      },
    },
    renewing: {
      on: {
        'codes/made': { target: 'showingCodes', actions: { type: 'keepCodes', params: ({ event }) => event } },
        'factor/close': 'closed',
      },
    },
    showingCodes: { on: { 'factor/close': 'closed' } },
    turningOff: { on: { 'factor/close': 'closed' } },
  },
})
