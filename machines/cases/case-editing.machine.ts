import { assign, emit, setup } from 'xstate'
import type { CaseChanges, TestCase } from '../../contract/cases/cases.ts'
import { isAlike } from '../patterns/form-parts.ts'
import type { LivingChanges } from './living-changes.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** An edit; `version`: the version of the case that its author saw. */
export interface CaseEdit {
  version: number
  changes: CaseChanges
}

/** An object, because the type of a generic output would be lost. */
export interface RestoredEdits {
  edits: readonly CaseEdit[]
}

export interface CaseSave {
  caseId: number
  edit: CaseEdit
}

/**
 * Outcome of a save. Stale: another user has changed the same `collisions`; nothing was written. Gone: nothing was written either, since
 * values of the edit no longer exist in the project; `living` are the changes without them.
 */
export type SaveOutcome =
  | { kind: 'saved'; testCase: TestCase }
  | { kind: 'gone'; living: LivingChanges }
  | { kind: 'stale'; theirs: TestCase; collisions: readonly string[] }

export type CaseEditingEvent =
  /** The latest version of the case, from any source. */
  | { type: 'case/received'; testCase: TestCase }
  | { type: 'case/edited'; edit: CaseEdit }
  /** Of the collided fields, keeps mine for these and theirs for the others. */
  | { type: 'collision/settled'; mine: readonly string[] }
  /** Decides later; nothing is lost. */
  | { type: 'collision/postponed' }
  /** Also returns to a postponed collision. */
  | { type: 'edits/retried' }
  | { type: 'edits/dropped' }

interface Context {
  /** Latest version from the server. */
  testCase: TestCase
  /** Pending edits; the first is being saved. */
  edits: readonly CaseEdit[]
  /** The last own save with its answer. */
  lastSave: { sent: CaseEdit; saved: TestCase } | null
  collision: { theirs: TestCase; fields: readonly string[] } | null
  failure: unknown
}

/** Names of changed fields: `title`, `steps`, `field:12`. */
export const fieldsOf = ({ customFields = {}, ...rest }: CaseChanges): string[] => [
  ...Object.keys(rest),
  ...Object.keys(customFields).map((id) => `field:${id}`),
]

/** Returns the changes without some fields. */
export const withoutFields = (changes: CaseChanges, fields: readonly string[]): CaseChanges => {
  const { customFields = {}, ...rest } = changes
  const remaining = Object.entries(rest).filter(([name]) => !fields.includes(name))
  const values = Object.entries(customFields).filter(([id]) => !fields.includes(`field:${id}`))
  return {
    ...Object.fromEntries(remaining),
    ...(values.length === 0 ? {} : { customFields: Object.fromEntries(values) }),
  }
}

const valueOf = ({ customFields = {}, ...rest }: CaseChanges, field: string): unknown =>
  field.startsWith('field:') ? customFields[field.slice('field:'.length)] : rest[field as keyof typeof rest]

/** Returns the earlier values of the changed fields. */
export const valuesBefore = (testCase: TestCase, { customFields, ...rest }: CaseChanges): CaseChanges => ({
  ...Object.fromEntries(Object.keys(rest).map((name) => [name, testCase[name as keyof typeof rest]])),
  ...(customFields === undefined
    ? {}
    : {
        customFields: Object.fromEntries(
          Object.keys(customFields).map((id) => [id, testCase.customFields[id] ?? null]),
        ),
      }),
})

const withChanges = (testCase: TestCase, changes: CaseChanges): TestCase => ({
  ...testCase,
  ...changes,
  customFields: { ...testCase.customFields, ...changes.customFields },
})

/** Returns the case to show: pending edits are applied optimistically. */
export const shownCase = ({ testCase, edits }: Pick<Context, 'testCase' | 'edits'>): TestCase =>
  edits.reduce((shown, { changes }) => withChanges(shown, changes), testCase)

/** Returns the edits without values that the case already has, because they were saved before the page closed. */
const unsaved = (testCase: TestCase, edits: readonly CaseEdit[]): CaseEdit[] =>
  edits.flatMap(({ version, changes }) => {
    const before = valuesBefore(testCase, changes)
    const equal = fieldsOf(changes).filter((field) => isAlike(valueOf(changes, field), valueOf(before, field)))
    const left = withoutFields(changes, equal)
    return fieldsOf(left).length === 0 ? [] : [{ version, changes: left }]
  })

const newest = (one: TestCase, other: TestCase): TestCase => (other.version >= one.version ? other : one)

/**
 * Rebases an edit that waited behind `sent`, whose author saw the case before that save. If nobody else saved in between, or it concerns
 * the same fields, it continues from the saved version; otherwise its own collisions have to be detected.
 */
export const following = (edit: CaseEdit, sent: CaseEdit, saved: TestCase): CaseEdit => {
  const own = fieldsOf(sent.changes)
  const isAlone = saved.version <= sent.version + 1
  const isSame = fieldsOf(edit.changes).every((field) => own.includes(field))
  return isAlone || isSame ? { ...edit, version: Math.max(edit.version, saved.version) } : edit
}

/** The server has all pending values: from another tab, or from a save whose answer did not arrive. */
const alreadySaved = {
  guard: 'hasAll' as const,
  target: 'settled' as const,
  actions: ['drop' as const, 'keepEdits' as const],
}

/**
 * In-place editing of a case's fields: optimistic, saved one edit after the other, and never overwriting another user's change without
 * asking. Edits are kept until they are saved, settled or dropped: a page that opens again continues with them.
 */
export const caseEditing = setup({
  types: {
    context: {} as Context,
    events: {} as CaseEditingEvent,
    emitted: {} as
      /** `undo`: earlier values of the saved fields. */
      | { type: 'case/saved'; testCase: TestCase; undo: CaseChanges }
      | { type: 'save/failed'; error: unknown }
      /** Fields whose edited values no longer exist in the project, and are not saved. */
      | { type: 'values/gone'; fields: readonly string[] }
      /** All pending edits, to keep on this device. */
      | { type: 'edits/changed'; edits: readonly CaseEdit[] },
    input: {} as { testCase: TestCase },
  },
  actors: {
    restore: unprovided<RestoredEdits>('restore'),
    save: unprovided<SaveOutcome, CaseSave>('save'),
  },
  guards: {
    hasEdits: ({ context }) => context.edits.length > 0,
    hasAll: ({ context: { testCase, edits } }) => unsaved(testCase, edits).length === 0,
    keepsSome: ({ context: { edits, collision } }, mine: readonly string[]) => {
      const dropped = (collision?.fields ?? []).filter((field) => !mine.includes(field))
      const [first, ...rest] = edits
      return rest.length > 0 || (first !== undefined && fieldsOf(withoutFields(first.changes, dropped)).length > 0)
    },
  },
  actions: {
    // The editor may have been opened while the last save was pending: its author saw the values of that save, with the version before it.
    add: assign(({ context: { edits, lastSave } }, edit: CaseEdit) => ({
      edits: [
        ...edits,
        edit.version === lastSave?.sent.version ? following(edit, lastSave.sent, lastSave.saved) : edit,
      ],
    })),
    restore: assign(({ context: { testCase, edits } }, restored: RestoredEdits) => ({
      edits: [...unsaved(testCase, restored.edits), ...edits],
    })),
    finish: assign(({ context }, outcome: SaveOutcome) => {
      const [sent, ...rest] = context.edits
      if (outcome.kind !== 'saved' || sent === undefined) return {}
      return {
        testCase: newest(context.testCase, outcome.testCase),
        edits: rest.map((edit) => following(edit, sent, outcome.testCase)),
        lastSave: { sent, saved: outcome.testCase },
        failure: null,
      }
    }),
    dropGone: assign(({ context: { edits } }, outcome: SaveOutcome) => {
      const [sent, ...rest] = edits
      if (outcome.kind !== 'gone' || sent === undefined) return {}
      const { changes } = outcome.living
      return { edits: fieldsOf(changes).length === 0 ? rest : [{ ...sent, changes }, ...rest] }
    }),
    collide: assign(({ context }, outcome: SaveOutcome) =>
      outcome.kind === 'stale'
        ? {
            testCase: newest(context.testCase, outcome.theirs),
            collision: { theirs: outcome.theirs, fields: outcome.collisions },
          }
        : {},
    ),
    settle: assign(({ context: { edits, collision } }, mine: readonly string[]) => {
      if (collision === null) return {}
      const dropped = collision.fields.filter((field) => !mine.includes(field))
      const { version } = collision.theirs
      const left = edits
        .map((edit, i) => (i === 0 ? { version, changes: withoutFields(edit.changes, dropped) } : { ...edit, version }))
        .filter(({ changes }) => fieldsOf(changes).length > 0)
      return { edits: left, collision: null }
    }),
    drop: assign({ edits: [], collision: null, failure: null }),
    keepEdits: emit(({ context }) => ({ type: 'edits/changed' as const, edits: context.edits })),
    // Before `finish`, which replaces the known version.
    emitSaved: emit(({ context: { testCase, edits } }, outcome: SaveOutcome) => ({
      type: 'case/saved' as const,
      testCase: outcome.kind === 'saved' ? outcome.testCase : testCase,
      undo: valuesBefore(testCase, edits[0]?.changes ?? {}),
    })),
    emitGone: emit((_, outcome: SaveOutcome) => ({
      type: 'values/gone' as const,
      fields: outcome.kind === 'gone' ? outcome.living.gone : [],
    })),
  },
}).createMachine({
  id: 'caseEditing',
  context: ({ input }) => ({ testCase: input.testCase, edits: [], lastSave: null, collision: null, failure: null }),
  initial: 'restoring',
  on: {
    'case/received': {
      actions: assign(({ context, event }) => ({ testCase: newest(context.testCase, event.testCase) })),
    },
    'case/edited': { actions: [{ type: 'add', params: ({ event }) => event.edit }, 'keepEdits'] },
  },
  states: {
    /** Reads what an earlier page could not save. What is edited meanwhile follows it. */
    restoring: {
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: ({ context: { testCase, edits }, event }) =>
              edits.length > 0 || unsaved(testCase, event.output.edits).length > 0,
            target: 'saving',
            actions: [{ type: 'restore', params: ({ event }) => event.output }, 'keepEdits'],
          },
          { guard: ({ event }) => event.output.edits.length > 0, target: 'settled', actions: 'keepEdits' },
          { target: 'settled' },
        ],
        onError: [{ guard: 'hasEdits', target: 'saving' }, { target: 'settled' }],
      },
    },
    settled: {
      on: {
        'case/edited': { target: 'saving', actions: [{ type: 'add', params: ({ event }) => event.edit }, 'keepEdits'] },
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { testCase, edits } }) => ({ caseId: testCase.id, edit: edits[0] as CaseEdit }),
        onDone: [
          {
            guard: ({ context, event }) => event.output.kind === 'saved' && context.edits.length > 1,
            target: 'saving',
            reenter: true,
            actions: [
              { type: 'emitSaved', params: ({ event }) => event.output },
              { type: 'finish', params: ({ event }) => event.output },
              'keepEdits',
            ],
          },
          {
            guard: ({ event }) => event.output.kind === 'saved',
            target: 'settled',
            actions: [
              { type: 'emitSaved', params: ({ event }) => event.output },
              { type: 'finish', params: ({ event }) => event.output },
              'keepEdits',
            ],
          },
          {
            guard: ({ context, event }) =>
              event.output.kind === 'gone' &&
              (context.edits.length > 1 || fieldsOf(event.output.living.changes).length > 0),
            target: 'saving',
            reenter: true,
            actions: [
              { type: 'emitGone', params: ({ event }) => event.output },
              { type: 'dropGone', params: ({ event }) => event.output },
              'keepEdits',
            ],
          },
          {
            guard: ({ event }) => event.output.kind === 'gone',
            target: 'settled',
            actions: [
              { type: 'emitGone', params: ({ event }) => event.output },
              { type: 'dropGone', params: ({ event }) => event.output },
              'keepEdits',
            ],
          },
          {
            target: 'colliding',
            actions: { type: 'collide', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            assign(({ event }) => ({ failure: event.error })),
            emit(({ event }) => ({ type: 'save/failed', error: event.error })),
          ],
        },
      },
    },
    /** Shows both sides of each collided field until one is chosen. */
    colliding: {
      always: alreadySaved,
      on: {
        'collision/settled': [
          {
            guard: { type: 'keepsSome', params: ({ event }) => event.mine },
            target: 'saving',
            actions: [{ type: 'settle', params: ({ event }) => event.mine }, 'keepEdits'],
          },
          { target: 'settled', actions: [{ type: 'settle', params: ({ event }) => event.mine }, 'keepEdits'] },
        ],
        'collision/postponed': 'postponed',
        'edits/dropped': { target: 'settled', actions: ['drop', 'keepEdits'] },
      },
    },
    postponed: {
      always: alreadySaved,
      on: {
        'edits/retried': 'colliding',
        'edits/dropped': { target: 'settled', actions: ['drop', 'keepEdits'] },
      },
    },
    /** Edits stay visible after a failure. */
    failed: {
      always: alreadySaved,
      on: {
        'edits/retried': 'saving',
        'edits/dropped': { target: 'settled', actions: ['drop', 'keepEdits'] },
      },
    },
  },
})
