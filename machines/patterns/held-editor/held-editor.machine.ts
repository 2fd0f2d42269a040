import { assign, emit, enqueueActions, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { editOf } from './held-ask.ts'
import {
  AT_REST,
  type Draft,
  type HeldAsk,
  type HeldContext,
  type HeldEvent,
  type HeldNews,
  type HeldRules,
  type Stored,
} from './held-context.ts'
import type { HeldEdit, HeldEntry, History, Key } from '../../../contract/settings/held-edits.ts'
import { afterSave, made, NO_HISTORY, redo, undo } from './held-edits.ts'
import { checked, fieldsWithFaults, withLeft } from './held-faults.ts'
import { fold, requested } from './held-fold.ts'
import { unprovided } from '../unprovided.ts'

/** Retries of a stale save before the user has to press Save again. */
const MAX_ATTEMPTS = 5

/**
 * A list that is edited as a whole: edits accumulate over the stored list until they are saved or discarded. Another user's save is merged
 * by entry and field; collisions are resolved one by one, and nothing is overwritten unseen.
 */
export function heldEditor<Entry extends HeldEntry>(rules: HeldRules<Entry>) {
  type Context = HeldContext<Entry>
  const refolded = (c: Context, part: Partial<Context>): Partial<Context> => {
    const next = { ...c, ...part }
    const { entries: stored } = next.saved
    const folded = fold(stored, next.history.edits, rules, c.rows)
    const validate = (entries: readonly Entry[]) => rules.validate(entries, stored)
    return { ...part, ...folded, ...checked(folded.rows, validate, next.refusals, c) }
  }
  /** Edits of an earlier visit, or from before a discard: their author has left all fields. */
  const withAllLeft = (part: Partial<Context>): Partial<Context> => ({
    ...part,
    left: fieldsWithFaults(part.faults ?? {}),
  })
  const isBlocked = ({ conflicts, faults, listFaults }: Context) =>
    conflicts.length > 0 || listFaults.length > 0 || Object.keys(faults).length > 0
  const after = (c: Context, event: HeldAsk<Entry>): History<Entry> | null => {
    const edit = editOf(c, event, rules)
    if (edit === null) return null
    return made(c.history, edit, c.isOpen && event.type === 'entry/change' && event.isTyping === true)
  }
  const newest = ({ saved, news }: Context, answered: Stored<Entry>): Pick<Context, 'saved' | 'news'> => {
    const all = news === null ? [saved] : [saved, news]
    return { saved: all.reduce((one, other) => (other.version > one.version ? other : one), answered), news: null }
  }
  /** A stale save: the edits are applied to the list that another user has saved. */
  const overStored = (c: Context, error: unknown): Context | null => {
    const saved = rules.staleOf(error)
    return saved === null ? null : { ...c, ...refolded(c, newest(c, saved)) }
  }
  /** The edits that were made while the list was being saved. */
  const unsent = ({ history, sent, sentEdits, rows }: Context, { entries }: Stored<Entry>): History<Entry> => ({
    edits: history.edits.slice(sentEdits).map((one) => afterSave(one, { sent, entries, rows })),
    undone: [],
  })
  const query = ({ event }: { event: HeldAsk<Entry> }) => event
  const edit = {
    guard: { type: 'applies' as const, params: query },
    target: '.editing' as const,
    actions: [
      { type: 'emitMade' as const, params: query },
      { type: 'make' as const, params: query },
    ],
  }
  /** Typing goes on while the list is saved. */
  const editMeanwhile = { guard: edit.guard, actions: edit.actions }
  const maySendAgain = (context: Context, error: unknown) => {
    const next = overStored(context, error)
    // What was typed since is saved only when its author asks for it.
    const isAll = context.history.edits.length === context.sentEdits
    return next !== null && isAll && !isBlocked(next) && context.attempts < MAX_ATTEMPTS
  }
  const show = (c: Context, { saved, draft }: { saved: Stored<Entry>; draft: Draft<Entry> | null }) =>
    withAllLeft(
      refolded(c, { saved, failure: null, history: draft?.history ?? NO_HISTORY, draftAt: draft?.at ?? null }),
    )
  const refuse = (c: Context, error: unknown) => {
    const entries = new Map(c.rows.map(({ key, entry }) => [key, entry]))
    const refusals = rules.faultsOf(error).flatMap(({ place, field, message }) => {
      const key = c.sent[place]
      const entry = key === undefined ? undefined : entries.get(key)
      return key === undefined || entry === undefined
        ? []
        : [{ key, field, message, value: entry[field as keyof Entry] }]
    })
    return refolded(c, { ...newest(c, c.saved), failure: error, refusals, isAttempted: true })
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as HeldEvent<Entry>,
      emitted: {} as HeldNews<Entry>,
    },
    actors: {
      load: unprovided<{ saved: Stored<Entry>; draft: Draft<Entry> | null }>('load'),
      save: unprovided<{ saved: Stored<Entry> }, { version: number; entries: readonly Entry[] }>('save'),
    },
    guards: {
      applies: ({ context }, event: HeldAsk<Entry>) => editOf(context, event, rules) !== null,
      canUndo: ({ context }) => context.history.edits.length > 0,
      canUndoUnsent: ({ context }) => context.history.edits.length > context.sentEdits,
      canRedo: ({ context }) => context.history.undone.length > 0,
      hasHistory: ({ context: { history } }) => history.edits.length + history.undone.length > 0,
      hasDiscarded: ({ context }) => context.discarded !== null,
      isHeld: ({ context }) => context.held > 0,
      isSettled: ({ context }) => context.held > 0 && !isBlocked(context),
      isNewer: ({ context }, saved: Stored<Entry>) => saved.version > (context.news ?? context.saved).version,
    },
    actions: {
      make: assign(({ context: c }, event: HeldAsk<Entry>) => {
        const history = after(c, event)
        if (history === null) return {}
        const isOpen = event.type === 'entry/change' && event.isTyping === true
        return refolded(c, { history, isOpen, discarded: null })
      }),
      emitMade: emit(({ context: c }, event: HeldAsk<Entry>) => {
        const { edits } = after(c, event) ?? c.history
        const edit = edits.at(-1) as HeldEdit<Entry>
        return { type: 'draft/made' as const, edit, replaces: edits.length === c.history.edits.length }
      }),
      close: assign(({ context: { left } }, { key, field }: { key: Key; field: string }) => ({
        isOpen: false,
        left: withLeft(left, key, field),
      })),
      undo: assign(({ context: c }) => refolded(c, { history: undo(c.history), isOpen: false })),
      redo: assign(({ context: c }) => refolded(c, { history: redo(c.history), isOpen: false })),
      emitUndone: emit({ type: 'draft/undone' as const }),
      emitRedone: emit({ type: 'draft/redone' as const }),
      adopt: assign(({ context: c }, history: History<Entry>) =>
        refolded(c, { history, isOpen: false, discarded: null }),
      ),
      discard: assign(({ context: c }) =>
        refolded(c, {
          history: NO_HISTORY,
          discarded: c.history,
          isOpen: false,
          refusals: [],
          failure: null,
          isAttempted: false,
          left: {},
        }),
      ),
      emitDropped: emit({ type: 'draft/dropped' as const }),
      emitDiscarded: emit(({ context }) => ({ type: 'held/discarded' as const, held: context.held })),
      regain: assign(({ context: c }) =>
        withAllLeft(
          refolded(c, {
            history: { edits: [...(c.discarded?.edits ?? []), ...c.history.edits], undone: c.discarded?.undone ?? [] },
            discarded: null,
            isOpen: false,
          }),
        ),
      ),
      emitReplaced: emit(({ context }) => ({ type: 'draft/replaced' as const, history: context.history })),
      attempt: assign({ isAttempted: true, isOpen: false }),
      emitBlocked: emit({ type: 'held/blocked' as const }),
      begin: assign({ attempts: 0, failure: null, refusals: [], isOpen: false }),
      send: assign(({ context: c }) => ({
        sent: requested(c.rows).map(({ key }) => key),
        sentEdits: c.history.edits.length,
        attempts: c.attempts + 1,
        isOpen: false,
      })),
      emitSent: emit({ type: 'draft/sent' as const }),
      emitSaved: emit({ type: 'held/saved' as const }),
      emitSettled: emit({ type: 'draft/settled' as const }),
      emitUnsent: enqueueActions(({ context: { history }, enqueue }) => {
        if (history.edits.length > 0) enqueue.emit({ type: 'draft/replaced' as const, history })
      }),
      emitMerged: emit(({ context: c }) => ({
        type: 'held/merged' as const,
        savedBy: c.saved.savedBy,
        conflicts: c.conflicts.length,
      })),
      stay: assign({ leaveTo: null }),
      goIfWanted: enqueueActions(({ context: { leaveTo }, enqueue }) => {
        if (leaveTo === null) return
        enqueue.emit({ type: 'leave/allowed' as const, to: leaveTo })
        enqueue.assign({ leaveTo: null })
      }),
      allowWanted: emit(({ context }) => ({ type: 'leave/allowed' as const, to: context.leaveTo ?? '' })),
    },
  }).createMachine({
    id: 'heldEditor',
    initial: 'loading',
    context: {
      ...AT_REST,
      saved: { version: -1, savedBy: null, entries: [] },
      news: null,
      rows: [],
      conflicts: [],
      held: 0,
      faults: {},
      listFaults: [],
      discarded: null,
      isKept: true,
      leaveTo: null,
    },
    states: {
      loading: {
        description: 'The list and what was held of it are loaded.',
        invoke: {
          id: 'load',
          src: 'load',
          onDone: [
            {
              guard: ({ event }) =>
                event.output.draft !== null &&
                event.output.draft.history.edits.length > 0 &&
                fold(event.output.saved.entries, event.output.draft.history.edits, rules).held > 0,
              target: 'ready.open.offered',
              actions: assign(({ context, event }) => show(context, event.output)),
            },
            { target: 'ready', actions: assign(({ context, event }) => show(context, event.output)) },
          ],
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'leave/ask': { actions: emit(({ event }) => ({ type: 'leave/allowed', to: event.to })) } },
      },
      failed: {
        description: 'It did not load: the reason is shown, and it can be retried.',
        on: {
          'held/retry': 'loading',
          'leave/ask': { actions: emit(({ event }) => ({ type: 'leave/allowed', to: event.to })) },
        },
      },
      ready: {
        initial: 'open',
        on: {
          'draft/kept': { actions: assign(({ event }) => ({ isKept: event.isKept })) },
        },
        states: {
          open: {
            initial: 'editing',
            on: {
              'entry/add': edit,
              'entry/change': edit,
              'entry/delete': edit,
              'entry/restore': edit,
              'entry/move': edit,
              'conflict/settle': edit,
              'edit/undo': { guard: 'canUndo', target: '.editing', actions: ['undo', 'emitUndone'] },
              'edit/redo': { guard: 'canRedo', target: '.editing', actions: ['redo', 'emitRedone'] },
              'draft/save': [
                { guard: 'isSettled', target: 'saving', actions: 'begin' },
                { guard: 'isHeld', target: '.editing', actions: ['attempt', 'emitBlocked'] },
              ],
              'draft/discard': {
                guard: 'hasHistory',
                target: '.editing',
                actions: ['emitDiscarded', 'discard', 'emitDropped'],
              },
              'draft/seen': { target: '.editing', actions: { type: 'adopt', params: ({ event }) => event.history } },
              'saved/changed': {
                guard: { type: 'isNewer', params: ({ event }) => event.saved },
                actions: [assign(({ context: c, event }) => refolded(c, { saved: event.saved })), 'emitMerged'],
              },
            },
            states: {
              offered: {
                description:
                  'Edits of an earlier visit are shown, to go on with or to discard; whoever edits on takes them up.',
                on: {
                  'draft/go-on': 'editing',
                  'leave/ask': { actions: emit(({ event }) => ({ type: 'leave/allowed', to: event.to })) },
                },
              },
              editing: {
                description: 'The list stands as it would be saved, and a count says how many edits are held.',
                on: {
                  'edit/close': { actions: { type: 'close', params: ({ event }) => event } },
                  'draft/regain': { guard: 'hasDiscarded', actions: ['regain', 'emitReplaced'] },
                  'leave/ask': [
                    {
                      guard: 'isHeld',
                      target: '#heldEditor.ready.leaving',
                      actions: assign(({ event }) => ({ leaveTo: event.to })),
                    },
                    { actions: emit(({ event }) => ({ type: 'leave/allowed', to: event.to })) },
                  ],
                },
              },
            },
          },
          leaving: {
            description: 'It is asked once what becomes of the edits: stay, keep them for later, or discard them.',
            on: {
              'leave/stay': { target: 'open', actions: 'stay' },
              'leave/keep': { target: 'open', actions: ['allowWanted', 'stay'] },
              'leave/discard': { target: 'open', actions: ['discard', 'emitDropped', 'allowWanted', 'stay'] },
              'draft/seen': { actions: { type: 'adopt', params: ({ event }) => event.history } },
              'saved/changed': {
                guard: { type: 'isNewer', params: ({ event }) => event.saved },
                actions: assign(({ context: c, event }) => refolded(c, { saved: event.saved })),
              },
            },
          },
          saving: {
            description: 'The whole list is on its way to the server; whoever leaves now goes when it is saved.',
            entry: ['send', 'emitSent'],
            invoke: {
              id: 'save',
              src: 'save',
              input: ({ context: c }) => ({
                version: c.saved.version,
                entries: requested(c.rows).map(({ entry }) => entry),
              }),
              onDone: {
                target: 'open',
                actions: [
                  assign(({ context: c, event }) =>
                    refolded(c, {
                      ...AT_REST,
                      history: unsent(c, event.output.saved),
                      ...newest(c, event.output.saved),
                    }),
                  ),
                  'emitSettled',
                  'emitUnsent',
                  'emitSaved',
                  'goIfWanted',
                ],
              },
              onError: [
                {
                  // Another user has saved identical entries.
                  guard: ({ context, event }) => overStored(context, event.error)?.held === 0,
                  target: 'open',
                  actions: [
                    assign(({ context: c, event }) =>
                      refolded(c, { ...AT_REST, ...newest(c, rules.staleOf(event.error) ?? c.saved) }),
                    ),
                    'emitSettled',
                    'emitSaved',
                    'goIfWanted',
                  ],
                },
                {
                  guard: ({ context, event }) => maySendAgain(context, event.error),
                  target: 'saving',
                  reenter: true,
                  actions: [assign(({ context: c, event }) => overStored(c, event.error) ?? {}), 'emitMerged'],
                },
                {
                  guard: ({ event }) => rules.staleOf(event.error) !== null,
                  target: 'open',
                  actions: [
                    assign(({ context: c, event }) => overStored(c, event.error) ?? {}),
                    'emitMerged',
                    'attempt',
                    'stay',
                  ],
                },
                { target: 'open', actions: [assign(({ context, event }) => refuse(context, event.error)), 'stay'] },
              ],
            },
            on: {
              'leave/ask': { actions: assign(({ event }) => ({ leaveTo: event.to })) },
              'entry/add': editMeanwhile,
              'entry/change': editMeanwhile,
              'entry/delete': editMeanwhile,
              'entry/restore': editMeanwhile,
              'entry/move': editMeanwhile,
              'edit/close': { actions: { type: 'close', params: ({ event }) => event } },
              'edit/undo': { guard: 'canUndoUnsent', actions: ['undo', 'emitUndone'] },
              'edit/redo': { guard: 'canRedo', actions: ['redo', 'emitRedone'] },
              // The answer may be older than a known version, so both apply together.
              'saved/changed': {
                guard: { type: 'isNewer', params: ({ event }) => event.saved },
                actions: assign(({ event }) => ({ news: event.saved })),
              },
            },
          },
        },
      },
    },
  })
}

export type HeldEditor<Entry extends HeldEntry> = ReturnType<typeof heldEditor<Entry>>
export type HeldEditorRef<Entry extends HeldEntry> = ActorRefFrom<HeldEditor<Entry>>
export type HeldSnapshot<Entry extends HeldEntry> = SnapshotFrom<HeldEditor<Entry>>
