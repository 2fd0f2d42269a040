import { assign, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** What a server still needs before it can be used. */
export type Missing = 'workspace' | 'project' | 'nothing'

export type FirstRunEvent =
  | { type: 'workspace/created' }
  /** The first project: the demo (again, after it failed), or an own one. */
  | { type: 'demo/chosen' }
  | { type: 'own/chosen' }
  /** Back to that choice. */
  | { type: 'choice/reopened' }
  | { type: 'project/created'; projectKey: string }
  /** No answer: retry. */
  | { type: 'firstRun/retry' }

/** From an empty server to its first project: workspace and owner, then the demo project or one that agents report to. */
export const firstRunMachine = setup({
  types: { context: {} as { projectKey: string | null; failure: unknown }, events: {} as FirstRunEvent },
  actors: {
    ask: unprovided<Missing>('ask'),
    /** Resolves with the project's key. */
    createDemo: unprovided<string>('createDemo'),
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
          { guard: ({ event }) => event.output === 'workspace', target: 'workspace' },
          { guard: ({ event }) => event.output === 'project', target: 'choosing' },
          { target: 'elsewhere' },
        ],
        onError: { target: 'unanswered', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    unanswered: { on: { 'firstRun/retry': 'asking' } },
    workspace: { on: { 'workspace/created': 'choosing' } },
    choosing: { on: { 'demo/chosen': 'demo', 'own/chosen': 'project' } },
    project: {
      on: {
        'project/created': { target: 'results', actions: assign(({ event }) => ({ projectKey: event.projectKey })) },
        'choice/reopened': 'choosing',
      },
    },
    demo: {
      initial: 'creating',
      states: {
        creating: {
          invoke: {
            id: 'createDemo',
            src: 'createDemo',
            onDone: { target: '#firstRun.shop', actions: assign(({ event }) => ({ projectKey: event.output })) },
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        failed: { on: { 'demo/chosen': 'creating', 'choice/reopened': '#firstRun.choosing' } },
      },
    },
    /** The project waits for its first results. */
    results: { type: 'final' },
    /** The demo project is complete. */
    shop: { type: 'final' },
    /** The server is already set up. */
    elsewhere: { type: 'final' },
  },
})
