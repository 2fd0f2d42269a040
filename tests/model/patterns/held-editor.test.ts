import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { HeldEdit } from '../../../contract/settings/held-edits.ts'
import type { Draft, HeldEvent, Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import { heldEditor, type HeldSnapshot } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

interface Thing {
  id: number | null
  name: string
  size: number
}

class Stale extends Error {
  readonly current: Stored<Thing>
  constructor(current: Stored<Thing>) {
    super('stale')
    this.current = current
  }
  toJSON() {
    return this.current
  }
}
class Wrong extends Error {
  toJSON() {
    return 'wrong'
  }
}

const rules = {
  fields: ['name', 'size'] as const,
  isFixed: ({ id }: Thing) => id === 1,
  locked: ({ id }: Thing) => (id === 1 ? (['size'] as const) : []),
  validate: (things: readonly Thing[]): EntryFault[] =>
    things.flatMap(({ name }, place) => (name === '' ? [{ place, field: 'name', message: 'empty' }] : [])),
  staleOf: (error: unknown) => (error instanceof Stale ? error.current : null),
  faultsOf: (error: unknown): EntryFault[] =>
    error instanceof Wrong ? [{ place: 1, field: 'name', message: 'refused' }] : [],
}
const machine = heldEditor<Thing>(rules)
type Machine = typeof machine
type Event = HeldEvent<Thing>

const things = (...names: string[]): Thing[] => names.map((name, i) => ({ id: i + 1, name, size: 1 }))
const stored = (version: number, ...names: string[]): Stored<Thing> => ({
  version,
  savedBy: null,
  entries: things(...names),
})
const renamed: HeldEdit<Thing> = {
  type: 'entry/changed',
  key: 'id:2',
  changes: { name: 'x' },
  was: things('f', 'b')[1]!,
}
const draft = { history: { edits: [renamed], undone: [] }, at: 5 }

const change: Event = { type: 'entry/change', key: 'id:2', changes: { name: 'x' }, isTyping: true }
const blank: Event = { type: 'entry/change', key: 'id:2', changes: { name: '' }, isTyping: true }
const deletion: Event = { type: 'entry/delete', key: 'id:2' }
const answered = (actor: 'load' | 'save', output: unknown) => ({ type: `xstate.done.actor.${actor}`, output }) as never
const failed = (actor: 'load' | 'save', error: unknown) => ({ type: `xstate.error.actor.${actor}`, error }) as never
const loaded = answered('load', { saved: stored(1, 'f', 'b', 'c'), draft: null })
const found = answered('load', { saved: stored(1, 'f', 'b', 'c'), draft })
const saved = answered('save', { saved: stored(3, 'f', 'x', 'c') })
const wrong = failed('save', new Wrong())
const theirs = stored(2, 'f', 'theirs', 'c')
const simple: Event[] = [{ type: 'draft/save' }, { type: 'edit/undo' }]

const stepsOf = ({ context: { history } }: HeldSnapshot<Thing>) => history.edits.length + history.undone.length
const input = undefined as never
const walk = (events: readonly Event[], steps: number) => ({
  events: [...simple, ...events],
  stopWhen: (snapshot: HeldSnapshot<Thing>) =>
    stepsOf(snapshot) > steps || snapshot.context.attempts > 2 || snapshot.context.saved.version > 2,
})

const typeOf = ({ type }: { type: string }): string => type

const paths = describeMachine(machine, {
  input,
  events: [],
  // One graph with everything would never end: each covers one subject.
  walks: [
    walk(
      [
        loaded,
        change,
        blank,
        { type: 'edit/close', key: 'id:2', field: 'name' },
        { type: 'edit/redo' },
        { type: 'draft/discard' },
        { type: 'draft/regain' },
      ],
      2,
    ),
    walk(
      [
        loaded,
        deletion,
        { type: 'entry/add', key: 'new:1', entry: { id: null, name: 'n', size: 2 }, after: 'id:2' },
        { type: 'entry/restore', key: 'id:2' },
        { type: 'entry/move', key: 'id:3', after: 'id:1' },
        saved,
      ],
      2,
    ),
    walk(
      [
        loaded,
        change,
        { type: 'conflict/settle', key: 'id:2', choice: 'mine' },
        { type: 'conflict/settle', key: 'id:2', choice: 'theirs' },
        { type: 'saved/changed', saved: theirs },
        saved,
        wrong,
        // Another user's save: another entry, the same field, or the same value.
        failed('save', new Stale(stored(2, 'f', 'b', 'other'))),
        failed('save', new Stale(theirs)),
        failed('save', new Stale(stored(2, 'f', 'x', 'c'))),
      ],
      2,
    ),
    walk(
      [
        loaded,
        found,
        failed('load', 'gone'),
        { type: 'held/retry' },
        change,
        { type: 'draft/go-on' },
        { type: 'draft/seen', history: { edits: [], undone: [renamed] } },
        { type: 'draft/kept', isKept: false },
        { type: 'saved/changed', saved: stored(2, 'f', 'b', 'other') },
        { type: 'leave/ask', to: '/away' },
        { type: 'leave/stay' },
        { type: 'leave/keep' },
        { type: 'leave/discard' },
        saved,
        wrong,
      ],
      1,
    ),
  ],
  table: {
    loading: 'done(load) error(load) leave/ask',
    failed: 'held/retry leave/ask',
    'ready.open.offered':
      'conflict/settle draft/{discard,go-on,kept,save,seen} edit/{redo,undo} entry/{add,change,delete,move,restore} leave/ask saved/changed',
    'ready.open.editing':
      'conflict/settle draft/{discard,kept,regain,save,seen} edit/{close,redo,undo} entry/{add,change,delete,move,restore} leave/ask saved/changed',
    'ready.leaving': 'draft/{kept,seen} leave/{discard,keep,stay} saved/changed',
    'ready.saving':
      'done(save) draft/kept edit/{close,redo,undo} entry/{add,change,delete,move,restore} error(save) leave/ask saved/changed',
  },
  ignored: {
    loading: {
      events:
        'draft/save edit/undo entry/change edit/close edit/redo draft/discard draft/regain entry/delete entry/add entry/restore entry/move conflict/settle saved/changed held/retry draft/go-on draft/seen draft/kept leave/stay leave/keep leave/discard',
      because: 'the list is not shown yet, and the load reads the newest version and draft',
    },
    failed: {
      events:
        'draft/save edit/undo entry/change edit/close edit/redo draft/discard draft/regain entry/delete entry/add entry/restore entry/move conflict/settle saved/changed draft/go-on draft/seen draft/kept leave/stay leave/keep leave/discard',
      because: 'only the failure and its retry are shown, and a retry reads the newest version and draft',
    },
    'ready.leaving': {
      events:
        'draft/save edit/undo entry/change edit/close edit/redo draft/discard draft/regain entry/delete entry/add entry/restore entry/move conflict/settle held/retry draft/go-on leave/ask',
      because: 'the question covers the page',
    },
    'ready.saving': {
      events:
        'draft/save draft/discard draft/regain conflict/settle held/retry draft/go-on draft/seen leave/stay leave/keep leave/discard',
      because: 'Save shows progress, Discard is disabled, and a list with a conflict or without edits is not saved',
    },
    'ready.open.offered': {
      events: 'edit/close draft/regain held/retry leave/stay leave/keep leave/discard',
      because: 'nothing was typed or discarded since the draft was offered, and no question is open',
    },
    'ready.open.editing': {
      events: 'held/retry draft/go-on leave/stay leave/keep leave/discard',
      because: 'the list is loaded, no draft is offered and no question is open',
    },
  },
  invariants: {
    'sends nothing while a conflict or a fault remains, or without edits': ({ value, context }, before) =>
      JSON.stringify(value) !== '{"ready":"saving"}' ||
      before?.matches({ ready: 'saving' }) === true ||
      (context.held > 0 && context.conflicts.length === 0 && Object.keys(context.faults).length === 0),
  },
})

test('loses edits only to undo, redo, a discard, another tab or a finished save', () => {
  const may = /undo|discard|seen|regain|done|redo/
  const holds = paths.filter(({ steps }) =>
    steps.some(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      if (before === undefined || may.test(event.type)) return false
      const { edits } = before.context.history
      const isEndedByMerge = state.context.held === 0 && typeOf(event) === 'xstate.error.actor.save'
      const retained = state.context.history.edits.slice(0, edits.length)
      // Typing replaces the last step.
      const isKept =
        retained.length === edits.length && JSON.stringify(retained.slice(0, -1)) === JSON.stringify(edits.slice(0, -1))
      return !isKept && !isEndedByMerge
    }),
  )
  expect(holds.map(({ name }) => name)).toEqual([])
})

test('[RESULTS-07] shows what is stored after a discard, and removes the draft from the log', () => {
  for (const path of paths) {
    const { event, state } = path.steps.at(-1)!
    const before = path.steps.at(-2)?.state
    if (event.type !== 'draft/discard' || before === undefined || stepsOf(before) === 0) continue
    if (!before.matches({ ready: 'open' })) continue
    expect(state.context.rows.map(({ entry }) => entry)).toEqual(state.context.saved.entries)
    expect(play<Machine>(machine, path, input).at(-1)?.type).toBe('draft/dropped')
  }
})

/** One path for each event that leads from one state to another, with each number of edits. */
const samples = [
  ...new Map(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      const { edits, undone } = last?.state.context.history ?? { edits: [], undone: [] }
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, edits.length, undone.length]), path]
    }),
  ).values(),
]

test('logs every step exactly once: folding the log gives the edits', () => {
  // Another tab writes to the log itself.
  for (const path of samples.filter(({ steps }) => steps.every(({ event }) => event.type !== 'draft/seen'))) {
    let retained: { edits: unknown[]; undone: unknown[] } = { edits: [], undone: [] }
    const first = path.steps.find(({ event }) => typeOf(event) === 'xstate.done.actor.load')?.event as
      | { output: { draft: typeof draft | null } }
      | undefined
    const last = path.steps.at(-1)!
    if (first?.output.draft) retained = { edits: [...draft.history.edits], undone: [] }
    for (const news of play<Machine>(machine, path, input) as ({ type: string } & Record<string, unknown>)[]) {
      if (news.type === 'draft/made') {
        if (news['replaces']) retained.edits.pop()
        retained.edits.push(news['edit'])
        retained.undone = []
      } else if (news.type === 'draft/undone') retained.undone.unshift(...retained.edits.splice(-1))
      else if (news.type === 'draft/redone') retained.edits.push(...retained.undone.splice(0, 1))
      else if (news.type === 'draft/dropped' || news.type === 'draft/settled') retained = { edits: [], undone: [] }
      else if (news.type === 'draft/replaced') retained = structuredClone(news['history']) as typeof retained
    }
    expect([path.name, retained]).toEqual([path.name, last.state.context.history])
  }
})

test('asks once about unsaved edits before leaving, and leaves with the answer', () => {
  for (const path of paths) {
    const requested = path.steps
      .filter(({ event }, i) => event.type !== 'leave/keep' || path.steps[i - 1]?.state.matches({ ready: 'leaving' }))
      .map(({ event }) => event.type)
      .filter((type) => type.startsWith('leave/'))
    if (requested.join() !== 'leave/ask,leave/keep') continue
    const emitted = play<Machine>(machine, path, input).filter(({ type }) => type === 'leave/allowed')
    expect([path.name, emitted.length]).toEqual([path.name, 1])
  }
})

describe('with a server', () => {
  /** The editor of a list that is loaded at version 2; `save` answers each attempt, which is numbered from 1. */
  const edit = async (save: (attempt: number) => Promise<{ saved: Stored<Thing> }>) => {
    let attempts = 0
    const merged: string[] = []
    const actor = createActor(
      machine.provide({
        actors: {
          load: fromPromise<{ saved: Stored<Thing>; draft: Draft<Thing> | null }>(() =>
            Promise.resolve({ saved: stored(2, 'f', 'b', 'c'), draft: null }),
          ),
          save: fromPromise(() => save((attempts += 1))),
        },
      }),
    )
    actor.on('held/merged', ({ type }) => merged.push(type))
    actor.start()
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    actor.send(change)
    const names = () => actor.getSnapshot().context.rows.map(({ entry }) => entry.name)
    return { actor, merged, names, attempts: () => attempts }
  }

  test('gives up a save after five versions of others, and keeps its edits', async () => {
    const { actor, names, attempts } = await edit((attempt) =>
      attempt > 20 // far beyond the limit, so that an endless loop ends too
        ? Promise.resolve({ saved: stored(attempt, 'f', 'x', 'saved') })
        : Promise.reject(new Stale(stored(2 + attempt, 'f', 'b', `theirs ${attempt}`))),
    )
    actor.send({ type: 'draft/save' })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    expect(attempts()).toBe(5)
    expect(names()).toEqual(['f', 'x', 'theirs 5'])
    expect(actor.getSnapshot().context).toMatchObject({ isAttempted: true, held: 1, saved: { version: 7 } })
    // A repeated save has as many attempts as the first.
    actor.send({ type: 'draft/save' })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    expect(attempts()).toBe(10)
  })

  test.each(['editing', 'leaving'])('ignores the same or an older version while %s', async (state) => {
    const { actor, merged, names } = await edit(() => Promise.reject(new Error('not asked')))
    if (state === 'leaving') actor.send({ type: 'leave/ask', to: '/away' })
    for (const version of [1, 2]) actor.send({ type: 'saved/changed', saved: stored(version, 'old', 'old', 'old') })
    expect(names()).toEqual(['f', 'x', 'c'])
    expect(actor.getSnapshot().context).toMatchObject({ conflicts: [], saved: { version: 2 } })
    expect(merged).toEqual([])
    actor.send({ type: 'saved/changed', saved: stored(3, 'f', 'b', 'newer') })
    expect(names()).toEqual(['f', 'x', 'newer'])
  })

  test.each<[string, Event[], Event[], string[], string[]]>([
    ['a text', [], [{ type: 'entry/change', key: 'id:3', changes: { name: 'y' } }], ['f', 'x', 'c'], ['f', 'x', 'y']],
    [
      'a text of an added entry',
      [{ type: 'entry/add', key: 'new:1', entry: { id: null, name: 'n', size: 1 }, after: 'id:3' }],
      [{ type: 'entry/change', key: 'new:1', changes: { name: 'nn' } }],
      ['f', 'x', 'c', 'n'],
      ['f', 'x', 'c', 'nn'],
    ],
    ['a deletion', [], [{ type: 'entry/delete', key: 'id:3' }], ['f', 'x', 'c'], ['f', 'x']],
    ['a move', [], [{ type: 'entry/move', key: 'id:3', after: 'id:1' }], ['f', 'x', 'c'], ['f', 'c', 'x']],
    [
      'an entry that is restored',
      [{ type: 'entry/delete', key: 'id:3' }],
      [{ type: 'entry/restore', key: 'id:3' }],
      ['f', 'x'],
      ['f', 'x', 'c'],
    ],
  ])('keeps %s edited while the list is saved, for the next save', async (_, before, meanwhile, answered, next) => {
    let answer: (saved: { saved: Stored<Thing> }) => void = () => undefined
    const { actor, attempts } = await edit(() => new Promise((resolve) => (answer = resolve)))
    const replaced: unknown[] = []
    actor.on('draft/replaced', ({ history }) => replaced.push(history))
    before.forEach((event) => actor.send(event))
    actor.send({ type: 'draft/save' })
    meanwhile.forEach((event) => actor.send(event))
    answer({ saved: stored(3, ...answered) })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    expect(context.rows.filter(({ marks }) => !marks.includes('deleted')).map(({ entry }) => entry.name)).toEqual(next)
    expect(context).toMatchObject({ held: 1, conflicts: [], isAttempted: false })
    expect(replaced).toEqual([context.history])
    expect(attempts()).toBe(1)
  })

  test('logs the edits that return after a discard', async () => {
    const { actor } = await edit(() => Promise.reject(new Error('not saved here')))
    const { history } = actor.getSnapshot().context
    const replaced: unknown[] = []
    actor.on('draft/replaced', (event) => replaced.push(event.history))
    actor.send({ type: 'draft/discard' })
    expect(actor.getSnapshot().context.history.edits).toEqual([])
    actor.send({ type: 'draft/regain' })
    expect(replaced).toEqual([history])
  })

  test('discards nothing while nothing was edited, so that an earlier discard can still be undone', async () => {
    const { actor } = await edit(() => Promise.reject(new Error('not saved here')))
    actor.send({ type: 'draft/discard' })
    expect(actor.getSnapshot().can({ type: 'draft/discard' })).toBe(false)
    actor.send({ type: 'draft/discard' })
    actor.send({ type: 'draft/regain' })
    expect(actor.getSnapshot().context.history.edits).toHaveLength(1)
  })

  test('does not save what was typed during a save that another version stopped', async () => {
    const { actor, names, attempts } = await edit(() => Promise.reject(new Stale(stored(3, 'f', 'b', 'theirs'))))
    actor.send({ type: 'draft/save' })
    actor.send({ type: 'entry/change', key: 'id:1', changes: { name: 'hal' }, isTyping: true })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    expect([names(), attempts()]).toEqual([['hal', 'x', 'theirs'], 1])
  })

  test('takes a version that arrives during a save as newer than the late answer', async () => {
    let answer: (saved: { saved: Stored<Thing> }) => void = () => undefined
    const { actor, names } = await edit(() => new Promise((resolve) => (answer = resolve)))
    actor.send({ type: 'draft/save' })
    actor.send({ type: 'saved/changed', saved: stored(4, 'f', 'x', 'newest') })
    answer({ saved: stored(3, 'f', 'x', 'c') })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
    expect(names()).toEqual(['f', 'x', 'newest'])
    expect(actor.getSnapshot().context).toMatchObject({ held: 0, saved: { version: 4 } })
  })
})
