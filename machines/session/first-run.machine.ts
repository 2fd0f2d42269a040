import { assign, fromPromise, setup } from 'xstate'

/** What a server still needs before it can be worked with. */
export type Missing = 'workspace' | 'project' | 'nothing'

export type FirstRunEvent =
  | { type: 'workspace/created' }
  | { type: 'project/created'; projectKey: string }
  /** There was no answer: ask again. */
  | { type: 'firstRun/retry' }

/** From an empty server to its first project: workspace and owner, then the project that agents report to. */
export const firstRunMachine = setup({
  types: { context: {} as { projectKey: string | null; failure: unknown }, events: {} as FirstRunEvent },
  actors: { ask: fromPromise<Missing>(() => Promise.reject(new Error('ask is not provided'))) },
  guards: { isMissing: (_, { missing, what }: { missing: Missing; what: Missing }) => missing === what },
  actions: {
    keepProject: assign((_, { projectKey }: { projectKey: string }) => ({ projectKey })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
}).createMachine({
  id: 'firstRun',
  context: { projectKey: null, failure: null },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ missing: event.output, what: 'workspace' }) },
            target: 'workspace',
          },
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ missing: event.output, what: 'project' }) },
            target: 'project',
          },
          { target: 'elsewhere' },
        ],
        onError: { target: 'unanswered', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    unanswered: { on: { 'firstRun/retry': 'asking' } },
    workspace: { on: { 'workspace/created': 'project' } },
    project: {
      on: {
        'project/created': { target: 'results', actions: { type: 'keepProject', params: ({ event }) => event } },
      },
    },
    /** The project waits for its first results. */
    results: { type: 'final' },
    /** The server is set up already. */
    elsewhere: { type: 'final' },
  },
})
