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
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
  { type: 'xstate.error.actor.save', error: 'unreachable' },
] as unknown as CaseEditingEvent[]
const paths = pathsOf(caseEditing, {
  input,
  events: [...events, ...answers],
  stopWhen: ({ context }) => context.edits.length > 2,
})

test('each state handles the events of its table', () =>
  expectTable(caseEditing, {
    restoring: 'case/{edited,received} done(restore) error(restore)',
    settled: 'case/{edited,received}',
    saving: 'case/{edited,received} done(save) error(save)',
    colliding: 'case/{edited,received} collision/{postponed,settled} edits/dropped always',
    postponed: 'case/{edited,received} edits/{dropped,retried} always',
    failed: 'case/{edited,received} edits/{dropped,retried} always',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(caseEditing, paths)).toEqual([]))

test('[TCASE-17] on every path what was written here stays in sight until it is saved, settled or dropped', () => {
  expect(breaches(paths, (s) => s.context.edits.length === 0 || shownCase(s.context).title === 'Mine')).toEqual([])
  expect(
    breaches(paths, (s) => s.matches('restoring') || s.matches('settled') === (s.context.edits.length === 0)),
  ).toEqual([])
})

test('[TCASE-17] on every path the edits that are kept on this device are those that are not saved', () => {
  for (const path of paths) {
    const changes = play(caseEditing, path, input).filter(
      (event): event is RestoredEdits & typeof event => event.type === 'edits/changed',
    )
    expect(changes.at(-1)?.edits ?? []).toEqual(path.steps.at(-1)?.state.context.edits)
  }
})

test('on every path the machine asks for no decision when the case already has the edited values', () => {
  const undecided = ['colliding', 'postponed', 'failed'] as const
  expect(
    breaches(paths, (s) => !(s.context.testCase.title === 'Mine' && undecided.some((state) => s.matches(state)))),
  ).toEqual([])
})

test('restored edits come before those of now, without values that the case already has', async () => {
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

test('on every path a version that is older than what is known changes nothing', () =>
  expect(breaches(paths, (s, before) => s.context.testCase.version >= (before?.context.testCase.version ?? 0))).toEqual(
    [],
  ))

test('on every path nothing of somebody else is written over before it was seen', () =>
  expect(
    breaches(paths, (s) => (s.matches('colliding') || s.matches('postponed')) === (s.context.collision !== null)),
  ).toEqual([]))

test('a running machine goes every path', () => {
  const emitted = paths.flatMap((path) => play(caseEditing, path, input))
  expect(new Set(emitted.map(({ type }) => type))).toEqual(new Set(['case/saved', 'save/failed', 'edits/changed']))
})

test('each save emits the previous values of the saved fields', () => {
  const emitted = paths
    .flatMap((path) => play(caseEditing, path, input))
    .filter((event): event is { type: 'case/saved'; undo: object } & typeof event => event.type === 'case/saved')
  const titles = new Set(emitted.map(({ undo }) => (undo as { title?: string }).title))
  expect(titles).toEqual(new Set(['First', 'Told', 'Theirs', 'Mine']))
  expect(valuesBefore(aTestCase({ customFields: { 1: 'a' } }), { customFields: { 1: 'b', 2: 'c' } })).toEqual({
    customFields: { 1: 'a', 2: null },
  })
})

test('fields are named as the server names them, and can be left out by that name', () => {
  const changes = { title: 'A', customFields: { 12: 'x', 13: null } }
  expect(fieldsOf(changes)).toEqual(['title', 'field:12', 'field:13'])
  expect(withoutFields(changes, ['title', 'field:13'])).toEqual({ customFields: { 12: 'x' } })
})
