import { assign, emit, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import type { EntryFault, SavedBy } from '../contract/settings/held-list.ts'
import {
  keyOf,
  made,
  NO_HISTORY,
  redo,
  undo,
  type Besides,
  type Choice,
  type HeldEdit,
  type HeldEntry,
  type History,
  type Key,
} from './held-edits.ts'
import { checked, type Checked, type Refusal } from './held-faults.ts'
import { fold, isSame, wanted, type Folded, type FoldRules } from './held-fold.ts'

/** A list as the server holds it. */
export interface Stored<Entry> {
  version: number
  savedBy: SavedBy
  entries: readonly Entry[]
}

/** A draft as the local log holds it; `at`: epoch ms of its last edit. */
export interface Draft<Entry> {
  history: History<Entry>
  at: number
}

export type HeldAsk<Entry> =
  | { type: 'entry/add'; key: Key; entry: Entry; after: Key | null }
  /** `isTyping`: goes on with the step before it, where that is about the same fields and nobody has closed it. */
  | { type: 'entry/change'; key: Key; changes: Partial<Entry>; isTyping?: boolean }
  | { type: 'entry/delete'; key: Key }
  | { type: 'entry/restore'; key: Key }
  | { type: 'entry/move'; key: Key; after: Key | null; changes?: Partial<Entry> }
  | { type: 'conflict/settle'; key: Key; choice: Choice }

export type HeldEvent<Entry> =
  | HeldAsk<Entry>
  /** The field was left: typing in it again is another step. */
  | { type: 'edit/close' }
  | { type: 'edit/undo' }
  | { type: 'edit/redo' }
  | { type: 'draft/save' }
  | { type: 'draft/discard' }
  /** Takes the last discard back. */
  | { type: 'draft/regain' }
  | { type: 'draft/go-on' }
  /** Another tab has edited, saved or discarded. */
  | { type: 'draft/seen'; history: History<Entry> }
  /** Whether the edits are on disk, or in this tab alone. */
  | { type: 'draft/kept'; isKept: boolean }
  /** Somebody may have saved: what is stored now. An older or the same version changes nothing. */
  | { type: 'saved/changed'; saved: Stored<Entry> }
  | { type: 'held/retry' }
  | { type: 'leave/ask'; to: string }
  | { type: 'leave/stay' }
  /** The edits stay on this device. */
  | { type: 'leave/keep' }
  | { type: 'leave/discard' }

/** For the draft in the local log, and for whoever draws the page. */
export type HeldNews<Entry> =
  /** `replaces`: it takes the place of the last one, which went on. */
  | { type: 'draft/made'; edit: HeldEdit<Entry>; replaces: boolean }
  | { type: 'draft/undone' }
  | { type: 'draft/redone' }
  | { type: 'draft/dropped' }
  | { type: 'draft/replaced'; history: History<Entry> }
  /** What is on its way; edits that other tabs make from here on are not part of it. */
  | { type: 'draft/sent' }
  | { type: 'draft/settled' }
  | { type: 'held/saved' }
  | { type: 'held/merged'; savedBy: SavedBy; conflicts: number }
  | { type: 'held/discarded'; held: number }
  /** Save was asked for, and something has to be settled first. */
  | { type: 'held/blocked' }
  | { type: 'leave/allowed'; to: string }

export interface HeldRules<Entry> extends FoldRules<Entry> {
  /** Everything wrong with a list, `stored` being what the edits are founded on. */
  validate: (entries: readonly Entry[], stored: readonly Entry[]) => readonly EntryFault[]
  /** What is stored now, of a save refused because it is founded on an older version; else null. */
  staleOf: (error: unknown) => Stored<Entry> | null
  /** What another refusal says of single fields, by the place of the entry in what was sent. */
  faultsOf: (error: unknown) => readonly EntryFault[]
}

export interface HeldContext<Entry> extends Folded<Entry>, Checked {
  saved: Stored<Entry>
  history: History<Entry>
  /** The last step may be typed on. */
  isOpen: boolean
  refusals: readonly Refusal[]
  /** Save has been asked for: from then on every fault is said. */
  isAttempted: boolean
  failure: unknown
  discarded: History<Entry> | null
  /** When the draft that is offered was last edited. */
  draftAt: number | null
  isKept: boolean
  leaveTo: string | null
  /** Keys of what is on its way to the server, in its order. */
  sent: readonly Key[]
  /** Versions met by one Save. */
  attempts: number
}

/** Others would have to save faster than we can: then the person is asked again. */
const MOST_ATTEMPTS = 5

/**
 * A list that is edited as a whole: edits pile up over what is stored until they are saved or discarded. What somebody else saves
 * meanwhile is merged by entry and field; what collides is settled one by one, and nothing is overwritten unseen.
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
  const isBlocked = ({ conflicts, faults, listFaults }: Context) =>
    conflicts.length > 0 || listFaults.length > 0 || Object.keys(faults).length > 0
  const after = (c: Context, event: HeldAsk<Entry>): History<Entry> | null => {
    const edit = editOf(c, event, rules)
    if (edit === null) return null
    return made(c.history, edit, c.isOpen && event.type === 'entry/change' && event.isTyping === true)
  }
  /** A save refused because somebody was faster: what is held then stands over what they stored. */
  const overStored = (c: Context, error: unknown): Context | null => {
    const saved = rules.staleOf(error)
    return saved === null ? null : { ...c, ...refolded(c, { saved }) }
  }
  const asked = ({ event }: { event: HeldAsk<Entry> }) => event
  const edit = {
    guard: { type: 'applies' as const, params: asked },
    target: '.editing' as const,
    actions: [
      { type: 'tellMade' as const, params: asked },
      { type: 'make' as const, params: asked },
    ],
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as HeldEvent<Entry>,
      emitted: {} as HeldNews<Entry>,
    },
    actors: {
      load: fromPromise<{ saved: Stored<Entry>; draft: Draft<Entry> | null }>(() =>
        Promise.reject(new Error('load is not provided')),
      ),
      save: fromPromise<{ saved: Stored<Entry> }, { version: number; entries: readonly Entry[] }>(() =>
        Promise.reject(new Error('save is not provided')),
      ),
    },
    guards: {
      applies: ({ context }, event: HeldAsk<Entry>) => editOf(context, event, rules) !== null,
      canUndo: ({ context }) => context.history.edits.length > 0,
      canRedo: ({ context }) => context.history.undone.length > 0,
      hasHistory: ({ context: { history } }) => history.edits.length + history.undone.length > 0,
      hasDiscarded: ({ context }) => context.discarded !== null,
      isHeld: ({ context }) => context.held > 0,
      isSettled: ({ context }) => context.held > 0 && !isBlocked(context),
      isSavedByOthers: ({ context }, { error }: { error: unknown }) => overStored(context, error)?.held === 0,
      maySendAgain: ({ context }, { error }: { error: unknown }) => {
        const next = overStored(context, error)
        return next !== null && !isBlocked(next) && context.attempts < MOST_ATTEMPTS
      },
      isNewer: ({ context }, { saved }: { saved: Stored<Entry> }) => saved.version > context.saved.version,
      isStale: (_, { error }: { error: unknown }) => rules.staleOf(error) !== null,
      holdsDraft: (_, { saved, draft }: { saved: Stored<Entry>; draft: Draft<Entry> | null }) =>
        draft !== null && draft.history.edits.length > 0 && fold(saved.entries, draft.history.edits, rules).held > 0,
    },
    actions: {
      show: assign(({ context: c }, { saved, draft }: { saved: Stored<Entry>; draft: Draft<Entry> | null }) =>
        refolded(c, { saved, failure: null, history: draft?.history ?? NO_HISTORY, draftAt: draft?.at ?? null }),
      ),
      make: assign(({ context: c }, event: HeldAsk<Entry>) => {
        const history = after(c, event)
        if (history === null) return {}
        const isOpen = event.type === 'entry/change' && event.isTyping === true
        return refolded(c, { history, isOpen, discarded: null })
      }),
      tellMade: emit(({ context: c }, event: HeldAsk<Entry>) => {
        const { edits } = after(c, event) ?? c.history
        const edit = edits.at(-1) as HeldEdit<Entry>
        return { type: 'draft/made' as const, edit, replaces: edits.length === c.history.edits.length }
      }),
      close: assign({ isOpen: false }),
      undo: assign(({ context: c }) => refolded(c, { history: undo(c.history), isOpen: false })),
      redo: assign(({ context: c }) => refolded(c, { history: redo(c.history), isOpen: false })),
      tellUndone: emit({ type: 'draft/undone' as const }),
      tellRedone: emit({ type: 'draft/redone' as const }),
      adopt: assign(({ context: c }, { history }: { history: History<Entry> }) =>
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
        }),
      ),
      tellDropped: emit({ type: 'draft/dropped' as const }),
      tellDiscarded: emit(({ context }) => ({ type: 'held/discarded' as const, held: context.held })),
      regain: assign(({ context: c }) =>
        refolded(c, {
          history: { edits: [...(c.discarded?.edits ?? []), ...c.history.edits], undone: c.discarded?.undone ?? [] },
          discarded: null,
          isOpen: false,
        }),
      ),
      tellReplaced: emit(({ context }) => ({ type: 'draft/replaced' as const, history: context.history })),
      keepWord: assign((_, { isKept }: { isKept: boolean }) => ({ isKept })),
      attempt: assign({ isAttempted: true, isOpen: false }),
      tellBlocked: emit({ type: 'held/blocked' as const }),
      begin: assign({ attempts: 0, failure: null, refusals: [], isOpen: false }),
      send: assign(({ context: c }) => ({ sent: wanted(c.rows).map(({ key }) => key), attempts: c.attempts + 1 })),
      tellSent: emit({ type: 'draft/sent' as const }),
      settle: assign(({ context: c }, { saved }: { saved: Stored<Entry> }) =>
        refolded(c, { ...AT_REST, saved: saved.version >= c.saved.version ? saved : c.saved }),
      ),
      tellSaved: emit({ type: 'held/saved' as const }),
      tellSettled: emit({ type: 'draft/settled' as const }),
      merge: assign(({ context: c }, { saved }: { saved: Stored<Entry> }) => refolded(c, { saved })),
      mergeRefused: assign(({ context: c }, { error }: { error: unknown }) => overStored(c, error) ?? {}),
      settleRefused: assign(({ context: c }, { error }: { error: unknown }) =>
        refolded(c, { ...AT_REST, saved: rules.staleOf(error) ?? c.saved }),
      ),
      tellMerged: emit(({ context: c }) => ({
        type: 'held/merged' as const,
        savedBy: c.saved.savedBy,
        conflicts: c.conflicts.length,
      })),
      refuse: assign(({ context: c }, { error }: { error: unknown }) => {
        const entries = new Map(c.rows.map(({ key, entry }) => [key, entry]))
        const refusals = rules.faultsOf(error).flatMap(({ place, field, message }) => {
          const key = c.sent[place]
          const entry = key === undefined ? undefined : entries.get(key)
          return key === undefined || entry === undefined
            ? []
            : [{ key, field, message, value: entry[field as keyof Entry] }]
        })
        return refolded(c, { failure: error, refusals, isAttempted: true })
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      wantTo: assign((_, { to }: { to: string }) => ({ leaveTo: to })),
      stay: assign({ leaveTo: null }),
      allow: emit((_, { to }: { to: string }) => ({ type: 'leave/allowed' as const, to })),
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
        invoke: {
          id: 'load',
          src: 'load',
          onDone: [
            {
              guard: { type: 'holdsDraft', params: ({ event }) => event.output },
              target: 'ready.open.offered',
              actions: { type: 'show', params: ({ event }) => event.output },
            },
            { target: 'ready', actions: { type: 'show', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'leave/ask': { actions: { type: 'allow', params: ({ event }) => event } } },
      },
      failed: {
        on: {
          'held/retry': 'loading',
          'leave/ask': { actions: { type: 'allow', params: ({ event }) => event } },
        },
      },
      ready: {
        initial: 'open',
        on: {
          'draft/kept': { actions: { type: 'keepWord', params: ({ event }) => event } },
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
              'edit/undo': { guard: 'canUndo', target: '.editing', actions: ['undo', 'tellUndone'] },
              'edit/redo': { guard: 'canRedo', target: '.editing', actions: ['redo', 'tellRedone'] },
              'draft/save': [
                { guard: 'isSettled', target: 'saving', actions: 'begin' },
                { guard: 'isHeld', target: '.editing', actions: ['attempt', 'tellBlocked'] },
              ],
              'draft/discard': {
                guard: 'hasHistory',
                target: '.editing',
                actions: ['tellDiscarded', 'discard', 'tellDropped'],
              },
              'draft/seen': { target: '.editing', actions: { type: 'adopt', params: ({ event }) => event } },
              'saved/changed': {
                guard: { type: 'isNewer', params: ({ event }) => event },
                actions: [{ type: 'merge', params: ({ event }) => event }, 'tellMerged'],
              },
            },
            states: {
              /** Edits of an earlier visit are shown; whoever edits on, takes them up. */
              offered: {
                on: {
                  'draft/go-on': 'editing',
                  'leave/ask': { actions: { type: 'allow', params: ({ event }) => event } },
                },
              },
              editing: {
                on: {
                  'edit/close': { actions: 'close' },
                  'draft/regain': { guard: 'hasDiscarded', actions: ['regain', 'tellReplaced'] },
                  'leave/ask': [
                    {
                      guard: 'isHeld',
                      target: '#heldEditor.ready.leaving',
                      actions: { type: 'wantTo', params: ({ event }) => event },
                    },
                    { actions: { type: 'allow', params: ({ event }) => event } },
                  ],
                },
              },
            },
          },
          /** Asks once. */
          leaving: {
            on: {
              'leave/stay': { target: 'open', actions: 'stay' },
              'leave/keep': { target: 'open', actions: ['allowWanted', 'stay'] },
              'leave/discard': { target: 'open', actions: ['discard', 'tellDropped', 'allowWanted', 'stay'] },
              'draft/seen': { actions: { type: 'adopt', params: ({ event }) => event } },
              'saved/changed': {
                guard: { type: 'isNewer', params: ({ event }) => event },
                actions: { type: 'merge', params: ({ event }) => event },
              },
            },
          },
          saving: {
            entry: ['send', 'tellSent'],
            invoke: {
              id: 'save',
              src: 'save',
              input: ({ context: c }) => ({
                version: c.saved.version,
                entries: wanted(c.rows).map(({ entry }) => entry),
              }),
              onDone: {
                target: 'open',
                actions: [
                  { type: 'settle', params: ({ event }) => event.output },
                  'tellSettled',
                  'tellSaved',
                  'goIfWanted',
                ],
              },
              onError: [
                {
                  // The others have saved the very same.
                  guard: { type: 'isSavedByOthers', params: ({ event }) => event },
                  target: 'open',
                  actions: [
                    { type: 'settleRefused', params: ({ event }) => event },
                    'tellSettled',
                    'tellSaved',
                    'goIfWanted',
                  ],
                },
                {
                  guard: { type: 'maySendAgain', params: ({ event }) => event },
                  target: 'saving',
                  reenter: true,
                  actions: [{ type: 'mergeRefused', params: ({ event }) => event }, 'tellMerged'],
                },
                {
                  guard: { type: 'isStale', params: ({ event }) => event },
                  target: 'open',
                  actions: [{ type: 'mergeRefused', params: ({ event }) => event }, 'tellMerged', 'attempt', 'stay'],
                },
                { target: 'open', actions: [{ type: 'refuse', params: ({ event }) => event }, 'stay'] },
              ],
            },
            /** Whoever leaves now goes when it is saved. */
            on: { 'leave/ask': { actions: { type: 'wantTo', params: ({ event }) => event } } },
          },
        },
      },
    },
  })
}

/** Where everything stands that a save or a discard ends. */
const AT_REST = {
  history: NO_HISTORY,
  isOpen: false,
  refusals: [],
  isAttempted: false,
  failure: null,
  draftAt: null,
  sent: [],
  attempts: 0,
}

/** What was asked for as an edit over what is shown; null when it would change nothing, or may not be. */
function editOf<Entry extends HeldEntry>(
  { rows, conflicts, saved }: HeldContext<Entry>,
  event: HeldAsk<Entry>,
  rules: HeldRules<Entry>,
): HeldEdit<Entry> | null {
  const { key } = event
  const row = rows.find((one) => one.key === key)
  if (event.type === 'entry/add') {
    const { entry, after } = event
    return row === undefined ? { type: 'entry/added', key, entry, after } : null
  }
  if (row === undefined) return null
  const { entry: was, isFixed } = row
  const isGone = row.marks.includes('deleted')
  const order = () => orderOf(saved.entries)
  switch (event.type) {
    case 'entry/change': {
      if (isGone) return null
      const changes = changing(was, event.changes, rules)
      const besides = takenFrom(rows, key, event.changes, rules)
      if (besides.length > 0) return { type: 'entry/changed', key, changes: event.changes, was, besides }
      return changes === null ? null : { type: 'entry/changed', key, changes, was }
    }
    case 'entry/delete':
      return isGone || isFixed ? null : { type: 'entry/deleted', key, was }
    case 'entry/restore':
      return isGone ? { type: 'entry/restored', key, name: was.name } : null
    case 'entry/move': {
      if (isFixed || event.after === key) return null
      const changes = changing(was, event.changes ?? {}, rules)
      const stands = rows[rows.indexOf(row) - 1]
      const isThere = stands?.key === event.after || (event.after === null && (stands === undefined || stands.isFixed))
      if (isThere && changes === null) return null
      return {
        type: 'entry/moved',
        key,
        after: event.after,
        order: order(),
        was,
        ...(changes === null ? {} : { changes }),
      }
    }
    case 'conflict/settle': {
      const conflict = conflicts.find((one) => one.key === key)
      if (conflict === undefined) return null
      const { theirs: against, fields, isMoved } = conflict
      return {
        type: 'conflict/settled',
        key,
        choice: event.choice,
        against,
        order: order(),
        fields,
        isMoved,
        name: was.name,
      }
    }
  }
}

/** What others lose by these changes of one: a flag that no two have. */
const takenFrom = <Entry extends HeldEntry>(
  rows: HeldContext<Entry>['rows'],
  key: Key,
  given: Partial<Entry>,
  rules: FoldRules<Entry>,
): Besides<Entry>[] => {
  const fields = (rules.exclusive ?? []).filter((field) => given[field] === true)
  if (fields.length === 0) return []
  return rows.flatMap(({ key: other, entry: was, marks }) => {
    const own = fields.filter((field) => was[field] === true)
    if (other === key || own.length === 0 || marks.includes('deleted')) return []
    return [{ key: other, was, changes: Object.fromEntries(own.map((field) => [field, false])) as Partial<Entry> }]
  })
}

/** The same list for the same entries, so that edits of one time share it. */
const orders = new WeakMap<readonly HeldEntry[], readonly Key[]>()
const orderOf = (entries: readonly HeldEntry[]): readonly Key[] => {
  const known = orders.get(entries) ?? entries.map(keyOf)
  orders.set(entries, known)
  return known
}

/** Those of the changes that change something and may. */
function changing<Entry extends HeldEntry>(was: Entry, changes: Partial<Entry>, rules: FoldRules<Entry>) {
  const locked: readonly string[] = rules.locked?.(was) ?? []
  const names = Object.keys(changes) as (keyof Entry & string)[]
  const left = names.filter((name) => !locked.includes(name) && !isSame(was[name], changes[name]))
  return left.length === 0 ? null : (Object.fromEntries(left.map((name) => [name, changes[name]])) as Partial<Entry>)
}

export type HeldEditor<Entry extends HeldEntry> = ReturnType<typeof heldEditor<Entry>>
export type HeldEditorRef<Entry extends HeldEntry> = ActorRefFrom<HeldEditor<Entry>>
export type HeldSnapshot<Entry extends HeldEntry> = SnapshotFrom<HeldEditor<Entry>>
