import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  caseEditing,
  fieldsOf,
  shownCase,
  valuesBefore,
  withoutFields,
  type CaseEdit,
  type CaseEditingEvent,
  type CaseSave,
  type RestoredEdits,
  type SaveOutcome,
} from '../../../machines/cases/case-editing.machine.ts'
import { aTestCase } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const never = () => new Promise<never>(() => undefined)
const input = { testCase: aTestCase({ title: 'First', version: 1 }) }
const theirs = aTestCase({ title: 'Theirs', description: 'Theirs too', version: 4 })
const events: CaseEditingEvent[] = [
  { type: 'case/edited', edit: { version: 1, changes: { title: 'Mine' } } },
  { type: 'case/received', testCase: aTestCase({ title: 'Told', version: 3 }) },
  { type: 'case/received', testCase: aTestCase({ title: 'Of long ago', version: 0 }) },
  { type: 'case/received', testCase: aTestCase({ title: 'Mine', version: 5 }) },
  { type: 'collision/settled', mine: [] },
  { type: 'collision/settled', mine: ['title'] },
  { type: 'collision/postponed' },
  { type: 'edits/retried' },
  { type: 'edits/dropped' },
]
const mine = { version: 1, changes: { title: 'Mine' } }
const answers = [
  ...[[], [mine], [{ version: 1, changes: { draft: false } }]].map((edits) => ({
    type: 'xstate.done.actor.restore',
    output: { edits },
  })),
  { type: 'xstate.error.actor.restore', error: 'unreadable' },
  { type: 'xstate.done.actor.save', output: { kind: 'saved', testCase: aTestCase({ title: 'Mine', version: 2 }) } },
  { type: 'xstate.done.actor.save', output: { kind: 'stale', theirs, collisions: ['title'] } },
  { type: 'xstate.done.actor.save', output: { kind: 'gone', living: { changes: {}, gone: ['title'] } } },
  {
    type: 'xstate.done.actor.save',
    output: { kind: 'gone', living: { changes: { title: 'Mine' }, gone: ['priority'] } },
  },
  { type: 'xstate.error.actor.save', error: 'unreachable' },
] as unknown as CaseEditingEvent[]
const undecided = ['colliding', 'postponed', 'failed'] as const
const paths = describeMachine(caseEditing, {
  input,
  events: [...events, ...answers],
  stopWhen: ({ context }) => context.edits.length > 2,
  table: {
    restoring: 'case/{edited,received} done(restore) error(restore)',
    settled: 'case/{edited,received}',
    saving: 'case/{edited,received} done(save) error(save)',
    colliding: 'case/{edited,received} collision/{postponed,settled} edits/dropped always',
    postponed: 'case/{edited,received} edits/{dropped,retried} always',
    failed: 'case/{edited,received} edits/{dropped,retried} always',
  },
  ignored: {
    restoring: {
      events: 'collision/settled collision/postponed edits/retried edits/dropped',
      because: 'no edit is known yet that collides or failed',
    },
    settled: {
      events: 'collision/settled collision/postponed edits/retried edits/dropped',
      because: 'every edit is saved',
    },
    saving: {
      events: 'collision/settled collision/postponed edits/retried edits/dropped',
      because: 'no collision and no failure is shown while it saves',
    },
    failed: { events: 'collision/settled collision/postponed', because: 'no collision is shown' },
    postponed: {
      events: 'collision/settled collision/postponed',
      because: 'the collision is hidden until the user opens it again',
    },
    colliding: { events: 'edits/retried', because: 'the collision has to be settled first' },
  },
  invariants: {
    '[TCASE-17] shows edits until they are saved, settled or dropped': (s) =>
      s.context.edits.length === 0 || shownCase(s.context).title === 'Mine',
    '[TCASE-17] is settled exactly without edits': (s) =>
      s.matches('restoring') || s.matches('settled') === (s.context.edits.length === 0),
    'asks for no decision when the case already has the edited values': (s) =>
      !(s.context.testCase.title === 'Mine' && undecided.some((state) => s.matches(state))),
    'ignores a version older than the known one': (s, before) =>
      s.context.testCase.version >= (before?.context.testCase.version ?? 0),
    'overwrites nothing of another user before it was shown': (s) =>
      (s.matches('colliding') || s.matches('postponed')) === (s.context.collision !== null),
  },
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [
        JSON.stringify([before?.state.value, last?.event, last?.state.value, last?.state.context.edits.length]),
        path,
      ]
    }),
  ),
)

test('[TCASE-17] stores on this device exactly the edits that are not saved', () => {
  for (const path of samples) {
    const changes = play(caseEditing, path, input).filter(
      (event): event is RestoredEdits & typeof event => event.type === 'edits/changed',
    )
    expect(changes.at(-1)?.edits ?? []).toEqual(path.steps.at(-1)?.state.context.edits)
  }
})

test('puts restored edits before current ones, without values that the case already has', async () => {
  const now = { version: 2, changes: { deprecated: true } }
  const restored: CaseEdit[] = [
    { version: 1, changes: { draft: true, customFields: { 1: 'a', 2: null } } },
    { version: 1, changes: { title: 'Mine', priority: { id: 3 }, customFields: { 1: 'b', 2: null } } },
  ]
  const testCase = aTestCase({ title: 'First', draft: true, priority: { id: 3 }, customFields: { 1: 'a' } })
  const actors = {
    restore: fromPromise(() => Promise.resolve<RestoredEdits>({ edits: restored })),
    save: fromPromise<SaveOutcome, CaseSave>(never),
  }
  const editing = createActor(caseEditing.provide({ actors }), { input: { testCase } })
  editing.start()
  editing.send({ type: 'case/edited', edit: now })
  const { context } = await waitFor(editing, (snapshot) => snapshot.matches('saving'))
  expect(context.edits).toEqual([{ version: 1, changes: { title: 'Mine', customFields: { 1: 'b' } } }, now])
})

test('a running machine follows the model', () => {
  const emitted = samples.flatMap((path) => play(caseEditing, path, input))
  expect(new Set(emitted.map(({ type }) => type))).toEqual(
    new Set(['case/saved', 'save/failed', 'edits/changed', 'values/gone']),
  )
})

test('an edit whose editor was opened during the save before it continues from that save', async () => {
  const sent: CaseEdit[] = []
  const machine = caseEditing.provide({
    actors: {
      restore: fromPromise<RestoredEdits>(() => Promise.resolve({ edits: [] })),
      save: fromPromise<SaveOutcome, CaseSave>(({ input: { edit } }) => {
        sent.push(edit)
        const testCase = aTestCase({ ...edit.changes, version: edit.version + 1 } as never)
        return Promise.resolve({ kind: 'saved', testCase })
      }),
    },
  })
  const actor = createActor(machine, { input }).start()
  const settled = (count: number) => waitFor(actor, (state) => state.matches('settled') && sent.length === count)
  await settled(0)
  actor.send({ type: 'case/edited', edit: { version: 1, changes: { title: 'Mine' } } })
  await settled(1)
  actor.send({ type: 'case/edited', edit: { version: 1, changes: { title: 'Mine, again' } } })
  await settled(2)
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('drops a value that was removed from the settings, names it, and saves the rest of the edit and later edits', async () => {
  const later = { version: 1, changes: { draft: true } }
  const sent: CaseEdit[] = []
  const actors = {
    restore: fromPromise(() =>
      Promise.resolve<RestoredEdits>({
        edits: [{ version: 1, changes: { title: 'Mine', priority: { id: 3 } } }, later],
      }),
    ),
    save: fromPromise<SaveOutcome, CaseSave>(({ input: { edit } }) => {
      sent.push(edit)
      const { priority, ...changes } = edit.changes
      if (priority !== undefined) return Promise.resolve({ kind: 'gone', living: { changes, gone: ['priority'] } })
      return Promise.resolve({ kind: 'saved', testCase: aTestCase({ ...changes, version: edit.version + 1 }) })
    }),
  }
  const editing = createActor(caseEditing.provide({ actors }), { input })
  const gone: (readonly string[])[] = []
  editing.on('values/gone', ({ fields }) => gone.push(fields))
  editing.start()
  const { context } = await waitFor(editing, (snapshot) => snapshot.matches('settled'))
  expect(gone).toEqual([['priority']])
  expect(sent.slice(1)).toEqual([
    { version: 1, changes: { title: 'Mine' } },
    { version: 2, changes: { draft: true } },
  ])
  expect(context.edits).toEqual([])
})

test('emits the previous values of the saved fields with each save', () => {
  const emitted = toursThrough(paths)
    .flatMap((path) => play(caseEditing, path, input))
    .filter((event): event is { type: 'case/saved'; undo: object } & typeof event => event.type === 'case/saved')
  const titles = new Set(emitted.map(({ undo }) => (undo as { title?: string }).title))
  expect(titles).toEqual(new Set(['First', 'Told', 'Theirs', 'Mine']))
  expect(valuesBefore(aTestCase({ customFields: { 1: 'a' } }), { customFields: { 1: 'b', 2: 'c' } })).toEqual({
    customFields: { 1: 'a', 2: null },
  })
})

test('names fields as the server does, and leaves them out by that name', () => {
  const changes = { title: 'A', customFields: { 12: 'x', 13: null } }
  expect(fieldsOf(changes)).toEqual(['title', 'field:12', 'field:13'])
  expect(withoutFields(changes, ['title', 'field:13'])).toEqual({ customFields: { 12: 'x' } })
})
