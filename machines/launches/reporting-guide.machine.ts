import { assign, emit, fromCallback, raise, setup } from 'xstate'
import { GUIDE_TOKEN_MINUTES, type ReportingSetup } from '../../contract/launches/reporting-setup.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Editable values of a guide's snippets. */
export interface GuideValues {
  launchName: string
  build: string
  environment: string
  browser: string
  platform: string
  recordsVideo: boolean
  /** URL of a Selenium hub; '' for a local browser. */
  hubUrl: string
  os: 'windows' | 'linux' | 'macos'
  /** On Windows. */
  shell: 'cmd' | 'powershell'
}

export interface GuideToken {
  /** Shown once by the server. */
  value: string
  expiresAt: string
}

export type ArrivedLaunch = NonNullable<ReportingSetup['firstLaunch']>

export type ReportingGuideEvent =
  | { type: 'values/change'; values: Partial<GuideValues> }
  | { type: 'token/create' }
  /** Raised by the machine itself: restarts the wait for the first launch. */
  | { type: 'token/created' }
  /** The live channel has (re)connected: launches may have been missed. */
  | { type: 'launches/missed' }
  /** The reader's agent has started a launch. */
  | { type: 'launch/reported'; launch: ArrivedLaunch }
  | { type: 'setup/retry' }

interface Context {
  canReport: boolean
  /** Only changed values: the others are the guide's defaults. */
  values: Partial<GuideValues>
  token: GuideToken | null
  setup: ReportingSetup | null
  launch: ArrivedLaunch | null
  failure: unknown
}

/** A reporting guide: the reader's values, their 60-minute token, and the wait for their first launch. */
export const reportingGuide = setup({
  types: {
    context: {} as Context,
    events: {} as ReportingGuideEvent,
    input: {} as { canReport: boolean; values: Partial<GuideValues> },
    emitted: {} as { type: 'values/changed'; values: Partial<GuideValues> } | { type: 'token/refused'; error: unknown },
  },
  actors: {
    createToken: unprovided<GuideToken>('createToken'),
    readSetup: unprovided<ReportingSetup>('readSetup'),
    follow: fromCallback<ReportingGuideEvent>(() => undefined),
  },
  delays: { tokenLifetime: GUIDE_TOKEN_MINUTES * 60_000 },
  guards: { canReport: ({ context }) => context.canReport },
  actions: {
    dropToken: assign({ token: null }),
    dropLaunch: assign({ launch: null }),
    raiseCreated: raise({ type: 'token/created' as const }),
    keepSetup: assign((_, setup: ReportingSetup) => ({
      setup,
      launch: setup.firstLaunch,
      failure: null,
    })),
    emitValues: emit(({ context }) => ({ type: 'values/changed' as const, values: context.values })),
  },
}).createMachine({
  id: 'reportingGuide',
  context: ({ input }) => ({ ...input, token: null, setup: null, launch: null, failure: null }),
  type: 'parallel',
  on: {
    'values/change': {
      actions: [assign(({ context, event }) => ({ values: { ...context.values, ...event.values } })), 'emitValues'],
    },
  },
  states: {
    token: {
      initial: 'absent',
      states: {
        absent: { on: { 'token/create': { guard: 'canReport', target: 'creating' } } },
        creating: {
          invoke: {
            id: 'createToken',
            src: 'createToken',
            onDone: { target: 'held', actions: [assign(({ event }) => ({ token: event.output })), 'raiseCreated'] },
            onError: {
              target: 'absent',
              actions: emit(({ event }) => ({ type: 'token/refused', error: event.error })),
            },
          },
        },
        held: {
          after: { tokenLifetime: { target: 'expired', actions: 'dropToken' } },
          initial: 'shown',
          states: {
            shown: { on: { 'token/create': 'renewing' } },
            renewing: {
              invoke: {
                id: 'renewToken',
                src: 'createToken',
                onDone: {
                  target: '#reportingGuide.token.held',
                  // Restarts the token's hour.
                  reenter: true,
                  actions: [assign(({ event }) => ({ token: event.output })), 'raiseCreated'],
                },
                onError: {
                  target: 'shown',
                  actions: emit(({ event }) => ({ type: 'token/refused', error: event.error })),
                },
              },
            },
          },
        },
        expired: { on: { 'token/create': 'creating' } },
      },
    },
    launch: {
      on: { 'token/created': { target: '.awaited', actions: 'dropLaunch' } },
      initial: 'awaited',
      states: {
        awaited: {
          invoke: { id: 'follow', src: 'follow' },
          on: {
            'launch/reported': {
              target: 'arrived',
              actions: assign(({ event }) => ({ launch: event.launch, failure: null })),
            },
            'launches/missed': '.looking',
          },
          initial: 'looking',
          states: {
            looking: {
              invoke: {
                id: 'readSetup',
                src: 'readSetup',
                onDone: [
                  {
                    guard: ({ event }) => event.output.firstLaunch !== null,
                    target: '#reportingGuide.launch.arrived',
                    actions: { type: 'keepSetup', params: ({ event }) => event.output },
                  },
                  {
                    target: 'waiting',
                    actions: { type: 'keepSetup', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
              },
            },
            waiting: {},
            failed: { on: { 'setup/retry': 'looking' } },
          },
        },
        arrived: {},
      },
    },
  },
})
