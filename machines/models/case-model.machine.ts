import { assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate'
import type { CaseModel, StoredModel, ModelFormat, ModelOptions, SuggestedCase } from '../../contract/models/models.ts'
import {
  acceptedOf,
  baseOf,
  chooseCases,
  compareFound,
  isOvertaken,
  versionOf,
  type FoundCases,
  type ModelDraft,
} from './chosen-cases.ts'
import type { Comparison } from './compare.ts'
import type { RunnableModel } from './draft-model.ts'
import type { ModelLayout } from './layout.ts'
import type { ModelProblem } from './problem.ts'
import { DEFAULT_OPTIONS } from './search.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

/** A parsed model with its layout; `layout` is null when it is too large to draw. */
export interface ReadModel {
  model: RunnableModel
  notes: readonly ModelProblem[]
  layout: ModelLayout | null
}
export type Reading = { read: ReadModel } | { problems: readonly ModelProblem[] }

/** `draft`: from an earlier visit. */
export interface OpenedModel {
  suite: { id: number; title: string } | null
  kept: StoredModel | null
  layout: ModelLayout | null
  draft: ModelDraft | null
}
export interface OpenInput {
  suiteId: number | null
  withDraft: boolean
}

/** Target suite; null for the open one. */
export type AcceptTarget = { title: string; parentSuiteId: number | null } | null

export interface Acceptance {
  suite: { id: number } | null
  target: AcceptTarget
  /** The version that the new one replaces; null for the first. */
  version: number | null
  obsolete: 'deprecate' | 'leave'
  format: ModelFormat
  source: string
  model: CaseModel
  options: ModelOptions
  cases: readonly SuggestedCase[]
}
export interface Accepted {
  suiteId: number
  /** Message for the user. */
  words: string
  /** Undoes the change. */
  operationId: string
}

export interface SearchProgress {
  positions: number
  paths: number
}

export type CaseModelEvent =
  | { type: 'model/retry' }
  /** A user changed the suite's cases or its model. */
  | { type: 'model/refresh' }
  | { type: 'source/changed'; format: ModelFormat; source: string }
  | { type: 'options/changed'; options: ModelOptions }
  | { type: 'search/start' }
  | { type: 'search/cancel' }
  | { type: 'search/progressed'; progress: SearchProgress }
  | { type: 'search/found'; result: FoundCases }
  | { type: 'search/failed'; error: unknown }
  | { type: 'cases/chosen'; pathKeys: readonly string[]; isChosen: boolean }
  | { type: 'obsolete/chosen'; obsolete: 'deprecate' | 'leave' }
  | { type: 'cases/accept'; target: AcceptTarget }
  /** Starts a new version of the open model, or cancels it. */
  | { type: 'version/begin' }
  | { type: 'version/leave' }
  /** Continues with the typed source over the version that another user saved meanwhile. */
  | { type: 'version/rebase' }

interface Context {
  suiteId: number | null
  /** Loaded before: later edits are in this context. */
  isOpened: boolean
  suite: OpenedModel['suite']
  kept: StoredModel | null
  keptLayout: ModelLayout | null
  /** Version of the stored model that the author of the typed source saw; null without one. */
  base: number | null
  format: ModelFormat
  source: string
  read: ReadModel | null
  problems: readonly ModelProblem[]
  options: ModelOptions
  progress: SearchProgress
  result: FoundCases | null
  /** Compared with the suite's saved version; without one, all cases are new. */
  comparison: Comparison
  /** Paths of new cases to accept. Existing cases follow their model. */
  chosen: readonly string[]
  obsolete: 'deprecate' | 'leave'
  target: AcceptTarget
  failure: unknown
}

const NOTHING: Comparison = { cases: [], obsolete: [] }
const nothingFound = { result: null, comparison: NOTHING, chosen: [], failure: null }

/** Returns the model without its behaviour, which is parsed from the source on each read. */
const asStored = ({ behaviour: _, ...model }: RunnableModel): CaseModel => model

const keepOpened = ({ suite, kept, layout }: OpenedModel) => ({
  suite,
  kept,
  keptLayout: layout,
  failure: null,
  isOpened: true,
  ...(kept === null ? {} : { options: kept.options }),
})

const keepReading = (reading: Reading) =>
  'read' in reading ? { read: reading.read, problems: [] } : { problems: reading.problems }

/**
 * Generates cases from a model: parses the source while it is typed, searches for paths on request, and accepts the chosen cases into a
 * suite, which then saves the model. A new version of a saved model follows the same steps, compared with the existing cases.
 */
export const caseModelFlow = setup({
  types: {
    context: {} as Context,
    events: {} as CaseModelEvent,
    emitted: {} as
      | { type: 'cases/accepted'; accepted: Accepted }
      /** Null when nothing would be lost. */
      | { type: 'draft/changed'; draft: ModelDraft | null },
    input: {} as { suiteId: number | null },
  },
  actors: {
    open: unprovided<OpenedModel, OpenInput>('open'),
    read: unprovided<Reading, { format: ModelFormat; source: string }>('read'),
    /** Sends `search/progressed`, then `search/found` or `search/failed`. Stopping it ends the search. */
    search: unprovidedCallback<CaseModelEvent, { model: RunnableModel; options: ModelOptions }>('search'),
    /** Null when another user saved a version meanwhile: nothing was written. */
    accept: unprovided<Accepted | null, Acceptance>('accept'),
    /** Sends `model/refresh`. */
    news: unprovidedCallback('news'),
  },
  delays: { settle: 300 },
  guards: {
    isKnown: ({ context }) => context.kept !== null,
    isBlank: ({ context }) => context.source.trim() === '',
    isOvertaken: ({ context }) => isOvertaken(context),
    canAccept: ({ context }) => acceptedOf(context).length > 0 && !isOvertaken(context),
  },
  actions: {
    keepDraft: emit(({ context: { format, source, options, base } }) => ({
      type: 'draft/changed' as const,
      draft: source.trim() === '' ? null : { format, source, options, version: base },
    })),
    dropDraft: emit({ type: 'draft/changed' as const, draft: null }),
    takeKept: assign(({ context: { kept } }) =>
      kept === null
        ? {}
        : { format: kept.format, source: kept.source, problems: [], base: kept.version, ...nothingFound },
    ),
    forget: assign(() => ({ source: '', read: null, problems: [], ...nothingFound })),
    forgetModel: assign(() => ({ read: null, problems: [], ...nothingFound })),
    beginSearch: assign(() => ({ progress: { positions: 0, paths: 0 }, ...nothingFound })),
    keepFound: assign(({ context }, result: FoundCases) => ({ result, ...compareFound({ ...context, result }) })),
    rebase: assign(({ context }) => ({ base: versionOf(context), failure: null, ...compareFound(context) })),
  },
}).createMachine({
  id: 'caseModel',
  context: ({ input }) => ({
    suiteId: input.suiteId,
    isOpened: false,
    suite: null,
    kept: null,
    keptLayout: null,
    base: null,
    format: 'xstate',
    source: '',
    read: null,
    problems: [],
    options: DEFAULT_OPTIONS,
    progress: { positions: 0, paths: 0 },
    obsolete: 'deprecate',
    target: null,
    ...nothingFound,
  }),
  initial: 'opening',
  invoke: { id: 'news', src: 'news' },
  states: {
    opening: {
      description: 'The suite and the model it keeps are loaded.',
      // The pending load may be older than that change.
      on: {
        'model/refresh': { target: 'opening', reenter: true },
        // The shown model stays editable while it reloads.
        'version/begin': { guard: 'isKnown', target: 'working.reading', actions: 'takeKept' },
      },
      invoke: {
        id: 'open',
        src: 'open',
        input: ({ context }) => ({ suiteId: context.suiteId, withDraft: !context.isOpened }),
        onDone: [
          {
            guard: ({ event }) => event.output.draft !== null,
            target: 'working.reading',
            actions: [
              assign(({ event }) => keepOpened(event.output)),
              assign(({ event: { output } }) => ({ ...output.draft, base: baseOf(output) })),
            ],
          },
          {
            guard: ({ event }) => event.output.kept !== null,
            target: 'viewing',
            actions: assign(({ event }) => keepOpened(event.output)),
          },
          { target: 'working', actions: assign(({ event }) => ({ ...keepOpened(event.output), base: null })) },
        ],
        onError: [
          { guard: 'isKnown', target: 'viewing', actions: assign(({ event }) => ({ failure: event.error })) },
          { target: 'unopened', actions: assign(({ event }) => ({ failure: event.error })) },
        ],
      },
    },
    unopened: {
      description: 'It did not load: the reason is shown, and it can be retried.',
      on: { 'model/retry': 'opening' },
    },
    viewing: {
      description: 'The model that the suite keeps, with its diagram, its cases and what results prove of it.',
      on: {
        'model/refresh': 'opening',
        'model/retry': 'opening',
        'version/begin': { target: 'working.reading', actions: 'takeKept' },
      },
    },
    working: {
      initial: 'entering',
      on: {
        'source/changed': {
          target: '.settling',
          actions: [
            assign(({ event: { format, source } }) => ({ format, source, problems: [], ...nothingFound })),
            'keepDraft',
          ],
        },
        'options/changed': {
          actions: [assign(({ event }) => ({ options: event.options, ...nothingFound })), 'keepDraft'],
        },
        // Loads the model again: changes of other users were not followed meanwhile.
        'version/leave': { guard: 'isKnown', target: 'opening', actions: ['forget', 'dropDraft'] },
        'version/rebase': { guard: 'isOvertaken', actions: ['rebase', 'keepDraft'] },
      },
      states: {
        entering: { description: 'A model can be pasted, uploaded or drawn as a table.' },
        settling: {
          description: 'Somebody is typing: it is read once they pause.',
          after: {
            settle: [{ guard: 'isBlank', target: 'entering', actions: 'forgetModel' }, { target: 'reading' }],
          },
        },
        reading: {
          description: 'The source is read, without running any of it.',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context: { format, source } }) => ({ format, source }),
            onDone: [
              {
                guard: ({ event }) => 'read' in event.output,
                target: 'readable',
                actions: assign(({ event }) => keepReading(event.output)),
              },
              { target: 'invalid', actions: assign(({ event }) => keepReading(event.output)) },
            ],
            onError: { target: 'invalid', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        invalid: {
          description: 'Errors are shown with their lines; the last valid model stays visible.',
        },
        readable: {
          description: 'The model is shown, and waits to be searched for paths.',
          on: {
            'search/start': 'searching',
          },
        },
        searching: {
          description: 'Paths are searched for in the background; how far it is can be seen, and it can be called off.',
          entry: 'beginSearch',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { read, options } }) => ({ model: read?.model as RunnableModel, options }),
          },
          on: {
            'search/progressed': { actions: assign(({ event }) => ({ progress: event.progress })) },
            'search/found': {
              target: 'generated',
              actions: { type: 'keepFound', params: ({ event }) => event.result },
            },
            'search/failed': { target: 'readable', actions: assign(({ event }) => ({ failure: event.error })) },
            'search/cancel': 'readable',
            'options/changed': {
              target: 'readable',
              actions: [assign(({ event }) => ({ options: event.options, ...nothingFound })), 'keepDraft'],
            },
          },
        },
        generated: {
          description: 'The cases of the paths are shown, to be chosen and accepted.',
          on: {
            'search/start': 'searching',
            'options/changed': {
              target: 'readable',
              actions: [assign(({ event }) => ({ options: event.options, ...nothingFound })), 'keepDraft'],
            },
            'cases/chosen': { actions: assign(({ context, event }) => chooseCases(context, event)) },
            'obsolete/chosen': { actions: assign(({ event }) => ({ obsolete: event.obsolete })) },
            'cases/accept': {
              guard: 'canAccept',
              target: '#caseModel.accepting',
              actions: assign(({ event }) => ({ target: event.target, failure: null })),
            },
          },
        },
      },
    },
    accepting: {
      initial: 'writing',
      states: {
        writing: {
          description: 'The chosen cases are written, all or none.',
          invoke: {
            id: 'accept',
            src: 'accept',
            input: ({ context }): Acceptance => ({
              suite: context.suite,
              target: context.target,
              version: context.base,
              obsolete: context.obsolete,
              format: context.format,
              source: context.source,
              model: asStored(context.read?.model as RunnableModel),
              options: context.options,
              cases: acceptedOf(context),
            }),
            onDone: [
              { guard: ({ event }) => event.output === null, target: 'overtaken' },
              {
                target: '#caseModel.opening',
                actions: [
                  assign(({ context, event }) => ({ suiteId: event.output?.suiteId ?? context.suiteId })),
                  'forget',
                  'dropDraft',
                  enqueueActions(({ event, enqueue }) => {
                    if (event.output !== null) enqueue.emit({ type: 'cases/accepted', accepted: event.output })
                  }),
                ],
              },
            ],
            onError: {
              target: '#caseModel.working.generated',
              actions: assign(({ event }) => ({ failure: event.error })),
            },
          },
        },
        overtaken: {
          description: 'The version that another user saved is loaded. The typed source and its cases stay.',
          invoke: {
            id: 'reopen',
            src: 'open',
            input: ({ context }) => ({ suiteId: context.suiteId, withDraft: false }),
            onDone: {
              target: '#caseModel.working.generated',
              actions: assign(({ context: { options }, event }) => ({ ...keepOpened(event.output), options })),
            },
            onError: {
              target: '#caseModel.working.generated',
              actions: assign(({ event }) => ({ failure: event.error })),
            },
          },
        },
      },
    },
  },
})

export type CaseModelSnapshot = SnapshotFrom<typeof caseModelFlow>
