import { assign, emit, fromCallback, fromPromise, raise, setup } from 'xstate'
import { GUIDE_TOKEN_MINUTES, type ReportingSetup } from '../../contract/launches/reporting-setup.ts'

/** What a reader may change in the snippets of a guide. */
export interface GuideValues {
  launchName: string
  build: string
  environment: string
  browser: string
  platform: string
  recordsVideo: boolean
  /** Of a Selenium hub; '' for a browser of the reader's own machine. */
  hubUrl: string
  os: 'windows' | 'linux' | 'macos'
  /** Of Windows. */
  shell: 'cmd' | 'powershell'
}

export interface GuideToken {
  /** The server gives it once. */
  value: string
  expiresAt: string
}

export type ArrivedLaunch = NonNullable<ReportingSetup['firstLaunch']>

export type ReportingGuideEvent =
  | { type: 'values/change'; values: Partial<GuideValues> }
  | { type: 'token/create' }
  /** Raised by the machine itself: the wait for the first launch begins anew. */
  | { type: 'token/created' }
  /** The live channel is connected (again): launches may have been missed. */
  | { type: 'launches/missed' }
  /** The reader's agent has started a launch. */
  | { type: 'launch/reported'; launch: ArrivedLaunch }
  | { type: 'setup/retry' }

interface Context {
  canReport: boolean
  /** Only what the reader changed: the rest are the guide's defaults. */
  values: Partial<GuideValues>
  token: GuideToken | null
  setup: ReportingSetup | null
  launch: ArrivedLaunch | null
  failure: unknown
}

/** A guide to reporting: the reader's values, their token of an hour, and the wait for the first launch that they report. */
export const reportingGuide = setup({
  types: {
    context: {} as Context,
    events: {} as ReportingGuideEvent,
    input: {} as { canReport: boolean; values: Partial<GuideValues> },
    emitted: {} as { type: 'values/changed'; values: Partial<GuideValues> } | { type: 'token/refused'; error: unknown },
  },
  actors: {
    createToken: fromPromise<GuideToken>(() => Promise.reject(new Error('createToken is not provided'))),
    readSetup: fromPromise<ReportingSetup>(() => Promise.reject(new Error('readSetup is not provided'))),
    follow: fromCallback<ReportingGuideEvent>(() => undefined),
  },
  delays: { tokenLifetime: GUIDE_TOKEN_MINUTES * 60_000 },
  guards: {
    canReport: ({ context }) => context.canReport,
    hasLaunch: (_, { setup: { firstLaunch } }: { setup: ReportingSetup }) => firstLaunch !== null,
  },
  actions: {
    change: assign(({ context }, { values }: { values: Partial<GuideValues> }) => ({
      values: { ...context.values, ...values },
    })),
    keepToken: assign((_, { token }: { token: GuideToken }) => ({ token })),
    dropToken: assign({ token: null }),
    dropLaunch: assign({ launch: null }),
    raiseCreated: raise({ type: 'token/created' as const }),
    keepSetup: assign((_, { setup: told }: { setup: ReportingSetup }) => ({
      setup: told,
      launch: told.firstLaunch,
      failure: null,
    })),
    keepLaunch: assign((_, { launch }: { launch: ArrivedLaunch }) => ({ launch, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    emitValues: emit(({ context }) => ({ type: 'values/changed' as const, values: context.values })),
    emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'token/refused' as const, error })),
  },
}).createMachine({
  id: 'reportingGuide',
  context: ({ input }) => ({ ...input, token: null, setup: null, launch: null, failure: null }),
  type: 'parallel',
  on: { 'values/change': { actions: [{ type: 'change', params: ({ event }) => event }, 'emitValues'] } },
  states: {
    token: {
      initial: 'absent',
      states: {
        absent: { on: { 'token/create': { guard: 'canReport', target: 'creating' } } },
        creating: {
          invoke: {
            id: 'createToken',
            src: 'createToken',
            onDone: {
              target: 'held',
              actions: [{ type: 'keepToken', params: ({ event }) => ({ token: event.output }) }, 'raiseCreated'],
            },
            onError: { target: 'absent', actions: { type: 'emitRefused', params: ({ event }) => event } },
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
                  // The hour begins anew.
                  reenter: true,
                  actions: [{ type: 'keepToken', params: ({ event }) => ({ token: event.output }) }, 'raiseCreated'],
                },
                onError: { target: 'shown', actions: { type: 'emitRefused', params: ({ event }) => event } },
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
              actions: { type: 'keepLaunch', params: ({ event }) => event },
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
                    guard: { type: 'hasLaunch', params: ({ event }) => ({ setup: event.output }) },
                    target: '#reportingGuide.launch.arrived',
                    actions: { type: 'keepSetup', params: ({ event }) => ({ setup: event.output }) },
                  },
                  {
                    target: 'waiting',
                    actions: { type: 'keepSetup', params: ({ event }) => ({ setup: event.output }) },
                  },
                ],
                onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
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
