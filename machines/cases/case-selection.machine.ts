import { assign, emit, enqueueActions, setup } from 'xstate'
import type { CaseQuestion } from './case-windows.machine.ts'
import { isAsking } from './test-case-repository.machine.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Selected cases: listed ids, or all matches except listed ids. "All" is never expanded just to be selected. */
export interface Choice {
  of: 'these' | 'all'
  ids: readonly number[]
}

/** Filter for requesting the ids of all selected cases. */
export type IdsPurpose = 'bulk' | 'delete' | 'cut' | 'copy'

export type CaseSelectionEvent =
  | { type: 'selection/switched' }
  | { type: 'case/chosen'; id: number; isSelected: boolean }
  /** Adds a range whose rows are all loaded. */
  | { type: 'cases/added'; ids: readonly number[] }
  /** Adds a range with unloaded rows between two cases: requests their order. */
  | { type: 'range/wanted'; from: number; to: number }
  /** Selects all matches without loading their ids. */
  | { type: 'all/wanted' }
  /** Adds all matching cases. They stay selected when the search changes, so their ids are loaded now. */
  | { type: 'found/wanted' }
  /** Collects the ids of the selected cases for an action; emits `ids/gathered`. */
  | { type: 'ids/wanted'; purpose: IdsPurpose }
  /** The action was cancelled. */
  | { type: 'ids/unwanted' }
  | { type: 'selection/cleared' }
  /** Cases that no longer exist. */
  | { type: 'cases/gone'; ids: readonly number[] }
  /** The query changed: hidden cases are excluded from actions, and selected again once visible. */
  | { type: 'question/changed'; question: CaseQuestion }

/** An object, because the type of a generic output would be lost. All matching cases in repository order. */
export interface AllIds {
  ids: readonly number[]
}

/** `found`: all current matches. `before`: all previous matches, if "all" was selected; else null. */
export interface SortedIds {
  found: readonly number[]
  before: readonly number[] | null
}

interface Context {
  /** The query that `choice` belongs to; `next` while another one is loading. */
  question: CaseQuestion
  next: CaseQuestion
  choice: Choice
  /** Selected cases that the query hides. */
  hidden: readonly number[]
  /** Anchor of a range: the last selected case. */
  anchor: number | null
  /** Ids of the first and last case of the requested range; null for all cases. */
  range: { from: number; to: number } | null
  purpose: IdsPurpose | null
  /** Events of the user during a request; handled in order once it is answered. */
  waiting: readonly CaseSelectionEvent[]
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const NOTHING: Choice = { of: 'these', ids: [] }

const within = (ids: readonly number[], range: { from: number; to: number } | null): readonly number[] => {
  if (range === null) return ids
  const [from, to] = [ids.indexOf(range.from), ids.indexOf(range.to)]
  if (from < 0 || to < 0) return [range.to]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

const without = (ids: readonly number[], gone: readonly number[]): readonly number[] => {
  const left = new Set(gone)
  return ids.filter((id) => !left.has(id))
}

const withCases = ({ of, ids }: Choice, more: readonly number[]): Choice => ({
  of,
  ids: of === 'all' ? without(ids, more) : [...new Set([...ids, ...more])],
})

const withoutCases = ({ of, ids }: Choice, fewer: readonly number[]): Choice => ({
  of,
  ids: of === 'all' ? [...new Set([...ids, ...fewer])] : without(ids, fewer),
})

/** Number of selected cases, of `total` matches. */
export const countOf = ({ of, ids }: Choice, total: number): number =>
  of === 'all' ? Math.max(0, total - ids.length) : ids.length

/** Returns a predicate: whether a matching case is selected. */
export const chosenBy = ({ of, ids }: Choice): ((id: number) => boolean) => {
  const named = new Set(ids)
  return of === 'all' ? (id) => !named.has(id) : (id) => named.has(id)
}

/** Returns the selected ones of `found`, which are all matches. */
export const idsOf = (choice: Choice, found: readonly number[]): readonly number[] =>
  choice.of === 'all' ? without(found, choice.ids) : choice.ids

const choose = ({ choice }: Context, { id, isSelected }: { id: number; isSelected: boolean }) => ({
  choice: (isSelected ? withCases : withoutCases)(choice, [id]),
  anchor: id,
})

const idsEvent = (context: Context, { purpose, isOrdered }: { purpose: IdsPurpose; isOrdered: boolean }) => ({
  type: 'ids/gathered' as const,
  ids: context.choice.ids,
  purpose,
  isOrdered,
})

const flow = setup({
  types: {
    context: {} as Context,
    events: {} as CaseSelectionEvent,
    input: {} as { question: CaseQuestion },
    emitted: {} as
      | { type: 'selection/failed'; error: unknown }
      /** `isOrdered`: in repository order; else in order of selection. */
      | { type: 'ids/gathered'; ids: readonly number[]; purpose: IdsPurpose; isOrdered: boolean },
  },
  actors: {
    allIds: unprovided<AllIds, { question: CaseQuestion }>('allIds'),
    sort: unprovided<SortedIds, { before: CaseQuestion | null; now: CaseQuestion }>('sort'),
  },
  guards: {
    isOfAll: ({ context }) => context.choice.of === 'all',
    isEmpty: ({ context: { choice, hidden } }) => choice.of === 'these' && choice.ids.length + hidden.length === 0,
    /** Nothing is filtered, so nothing is hidden. */
    isEverything: ({ context: { choice } }, question: CaseQuestion) => choice.of === 'these' && !isAsking(question),
  },
  actions: {
    add: assign(({ context: { choice, anchor } }, ids: readonly number[]) => ({
      choice: withCases(choice, ids),
      anchor: ids.at(-1) ?? anchor,
    })),
    chooseAll: assign({ choice: { of: 'all', ids: [] } }),
    ask: assign((_, { range }: { range: Context['range'] }) => ({ range })),
    look: assign((_, question: CaseQuestion) => ({ next: question, range: null, purpose: null })),
    showAll: assign(({ context: { choice, hidden } }) => ({
      choice: withCases(choice, hidden),
      hidden: [],
      range: null,
      purpose: null,
    })),
    sort: assign(({ context: { choice, hidden, next } }, { found, before }: SortedIds) => {
      const chosen = [...new Set([...idsOf(choice, before ?? []), ...hidden])]
      const matches = new Set(found)
      return {
        question: next,
        choice: { of: 'these' as const, ids: chosen.filter((id) => matches.has(id)) },
        hidden: chosen.filter((id) => !matches.has(id)),
      }
    }),
    // Unknown which of them match: none is included in actions.
    hide: assign(({ context: { choice, hidden, next } }) => ({
      question: next,
      choice: NOTHING,
      hidden: choice.of === 'these' ? [...new Set([...choice.ids, ...hidden])] : hidden,
    })),
    unwant: assign({ range: null, purpose: null }),
    clear: assign(({ context }) => ({
      question: context.next,
      choice: NOTHING,
      hidden: [],
      anchor: null,
      range: null,
      purpose: null,
      waiting: [],
    })),
    defer: assign(({ context, event }) => ({ waiting: [...context.waiting, event] })),
    handleWaiting: enqueueActions(({ context: { waiting }, enqueue }) => {
      if (waiting.length === 0) return
      enqueue.assign({ waiting: [] })
      for (const event of waiting) enqueue.raise(event)
    }),
  },
})

/** Adds what needs an answer of its own, or a selection that does not change. */
const later = flow.createStateConfig({
  on: {
    'cases/added': { actions: 'defer' },
    'range/wanted': { actions: 'defer' },
    'found/wanted': { actions: 'defer' },
    'all/wanted': { actions: 'defer' },
    'ids/wanted': { actions: 'defer' },
  },
})

/** Selection of cases for bulk actions (TREE-47 to TREE-49). Selecting a case switches selection mode on. */
export const caseSelection = flow.createMachine({
  id: 'caseSelection',
  context: ({ input: { question } }) => ({
    question,
    next: question,
    choice: NOTHING,
    hidden: [],
    anchor: null,
    range: null,
    purpose: null,
    waiting: [],
  }),
  initial: 'off',
  on: {
    'cases/gone': {
      actions: assign(({ context: { choice, hidden }, event }) => ({
        choice: { of: choice.of, ids: without(choice.ids, event.ids) },
        hidden: without(hidden, event.ids),
      })),
    },
    'question/changed': [
      { guard: ({ context, event }) => isSame(context.question, event.question) },
      {
        guard: 'isEmpty',
        target: '.on',
        actions: ['unwant', assign(({ event: { question } }) => ({ question, next: question }))],
      },
      {
        guard: { type: 'isEverything', params: ({ event }) => event.question },
        target: '.on',
        actions: ['showAll', assign(({ event: { question } }) => ({ question, next: question }))],
      },
      { target: '.sorting', actions: { type: 'look', params: ({ event }) => event.question } },
    ],
  },
  states: {
    off: {
      on: {
        'question/changed': { actions: assign(({ event: { question } }) => ({ question, next: question })) },
        'selection/switched': 'on',
        'case/chosen': { target: 'on', actions: assign(({ context, event }) => choose(context, event)) },
        'cases/added': { target: 'on', actions: { type: 'add', params: ({ event }) => event.ids } },
        'range/wanted': { target: 'asking', actions: { type: 'ask', params: ({ event }) => ({ range: event }) } },
        'found/wanted': { target: 'asking', actions: { type: 'ask', params: { range: null } } },
        'all/wanted': { target: 'on', actions: 'chooseAll' },
      },
    },
    on: {
      entry: 'handleWaiting',
      on: {
        'selection/switched': { target: 'off', actions: 'clear' },
        'case/chosen': { actions: assign(({ context, event }) => choose(context, event)) },
        'cases/added': { actions: { type: 'add', params: ({ event }) => event.ids } },
        'range/wanted': { target: 'asking', actions: { type: 'ask', params: ({ event }) => ({ range: event }) } },
        'found/wanted': { target: 'asking', actions: { type: 'ask', params: { range: null } } },
        'all/wanted': { actions: 'chooseAll' },
        'ids/wanted': [
          { guard: 'isOfAll', target: 'gathering', actions: assign(({ event }) => ({ purpose: event.purpose })) },
          { actions: emit(({ context, event }) => idsEvent(context, { purpose: event.purpose, isOrdered: false })) },
        ],
        'selection/cleared': { actions: 'clear' },
      },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'allIds',
        src: 'allIds',
        input: ({ context }) => ({ question: context.question }),
        onDone: {
          target: 'on',
          actions: assign(({ context: { choice, anchor, range }, event }) => ({
            choice: withCases(choice, within(event.output.ids, range)),
            anchor: range?.to ?? anchor,
            range: null,
          })),
        },
        onError: {
          target: 'on',
          actions: ['unwant', emit(({ event }) => ({ type: 'selection/failed', error: event.error }))],
        },
      },
      on: {
        ...later.on,
        'case/chosen': { actions: assign(({ context, event }) => choose(context, event)) },
        'cases/added': { actions: { type: 'add', params: ({ event }) => event.ids } },
        'selection/switched': { target: 'off', actions: 'clear' },
        'selection/cleared': { target: 'on', actions: 'clear' },
      },
    },
    // Requests which of the selected cases match.
    sorting: {
      tags: 'busy',
      invoke: {
        id: 'sort',
        src: 'sort',
        input: ({ context: { choice, question, next } }) => ({
          before: choice.of === 'all' ? question : null,
          now: next,
        }),
        onDone: { target: 'on', actions: { type: 'sort', params: ({ event }) => event.output } },
        onError: {
          target: 'on',
          actions: ['hide', emit(({ event }) => ({ type: 'selection/failed', error: event.error }))],
        },
      },
      on: {
        ...later.on,
        'case/chosen': { actions: assign(({ context, event }) => choose(context, event)) },
        'selection/switched': { target: 'off', actions: 'clear' },
        'selection/cleared': { target: 'on', actions: 'clear' },
        'question/changed': [
          {
            guard: { type: 'isEverything', params: ({ event }) => event.question },
            target: 'on',
            actions: ['showAll', assign(({ event: { question } }) => ({ question, next: question }))],
          },
          { target: 'sorting', reenter: true, actions: { type: 'look', params: ({ event }) => event.question } },
        ],
      },
    },
    // Requests the ids of all selected cases for an action.
    gathering: {
      tags: 'busy',
      invoke: {
        id: 'allIds',
        src: 'allIds',
        input: ({ context }) => ({ question: context.question }),
        onDone: {
          target: 'on',
          actions: [
            assign(({ context: { choice }, event }) => ({
              choice: { of: 'these' as const, ids: idsOf(choice, event.output.ids) },
            })),
            emit(({ context }) => idsEvent(context, { purpose: context.purpose ?? 'bulk', isOrdered: true })),
            'unwant',
          ],
        },
        onError: {
          target: 'on',
          actions: ['unwant', emit(({ event }) => ({ type: 'selection/failed', error: event.error }))],
        },
      },
      on: {
        ...later.on,
        'case/chosen': { actions: 'defer' },
        'ids/unwanted': { target: 'on', actions: 'unwant' },
        'selection/switched': { target: 'off', actions: 'clear' },
        'selection/cleared': { target: 'on', actions: 'clear' },
      },
    },
  },
})
