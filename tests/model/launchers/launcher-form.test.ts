import { expect, test } from 'vitest'
import { createActor, waitFor, type SnapshotFrom } from 'xstate'
import { launcherForm, modeOf, type LauncherFormEvent } from '../../../machines/launchers/launcher-form.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

type Values = { name: string; branch: string }
const stored: Values = { name: 'One', branch: 'main' }
const blank: Values = { name: '', branch: '' }
const machine = launcherForm<Values, number>({
  validate: ({ name }) => (name === '' ? { name: 'This field is required' } : {}),
  fieldErrors: (error) => (error === 'taken' ? { name: 'taken' } : {}),
  collisionOf: (error) =>
    error === 'stale' ? { theirs: { name: 'Theirs', branch: 'theirs' }, parts: ['branch'] } : null,
})

const events = [
  { type: 'form/changed', values: { branch: 'next' } },
  { type: 'form/changed', values: { name: '' } },
  { type: 'form/changed', values: { name: 'Two' } },
  { type: 'form/reset' },
  { type: 'defaults/change' },
  { type: 'form/save' },
  { type: 'form/cancel' },
  { type: 'draft/discard' },
  { type: 'collision/chosen', part: 'branch', choice: 'mine' },
  { type: 'launch/start' },
  { type: 'xstate.done.actor.restore', output: { draft: null } },
  { type: 'xstate.done.actor.restore', output: { draft: { branch: 'typed' }, seen: { branch: 'older' }, at: 7 } },
  { type: 'xstate.error.actor.restore', error: 'full' },
  { type: 'xstate.done.actor.save', output: { saved: 1, values: { name: 'Saved', branch: 'saved' } } },
  { type: 'xstate.error.actor.save', error: 'stale' },
  { type: 'xstate.error.actor.save', error: 'taken' },
  { type: 'xstate.done.actor.create', output: { saved: 2 } },
  { type: 'xstate.error.actor.create', error: 'taken' },
  { type: 'xstate.done.actor.start', output: null },
  { type: 'xstate.error.actor.start', error: 'offline' },
] as LauncherFormEvent<Values>[]

/** Changes of another user multiply the states: they happen in a graph with fewer values. */
const eventsOfTwo = [
  { type: 'stored/received', stored: { name: 'Renamed', branch: 'release' } },
  ...events.filter((event) =>
    'values' in event
      ? event.values.branch === 'next'
      : !('error' in event && event.error !== 'stale') && !JSON.stringify(event).includes('seen'),
  ),
] as LauncherFormEvent<Values>[]

const inputs = {
  launcher: { stored, blank, isOverridable: true },
  preset: { stored, blank, isOverridable: false },
  new: { stored: null, blank, isOverridable: true },
}
const kindOf = ({ context }: SnapshotFrom<typeof machine>) =>
  context.stored === null ? 'new' : context.isOverridable ? 'launcher' : 'preset'
const all = describeMachine(machine, {
  input: inputs.launcher,
  events,
  walks: [
    ...Object.values(inputs).map((input) => ({ input })),
    ...[inputs.launcher, inputs.preset].map((input) => ({ input, events: eventsOfTwo })),
  ],
  table: {
    opening: 'stored/received done(restore) error(restore)',
    recovering: 'always',
    beginning: 'always',
    viewing: 'form/changed form/reset defaults/change launch/start stored/received',
    launching: 'stored/received done(start) error(start)',
    'editing.typing': 'form/changed form/save form/cancel draft/discard stored/received',
    'editing.colliding': 'form/changed form/save form/cancel draft/discard collision/chosen stored/received',
    saving: 'stored/received done(save) error(save)',
    creating: 'form/changed form/save form/cancel draft/discard',
    adding: 'done(create) error(create)',
    cancelled: '',
  },
  ignored: {
    opening: {
      events:
        'form/changed form/reset defaults/change form/save form/cancel draft/discard collision/chosen launch/start',
      because: 'the form is not shown until the draft is loaded',
    },
    viewing: {
      events: 'form/save form/cancel draft/discard collision/chosen',
      because: 'the form only offers to edit, to reset and to launch',
    },
    launching: {
      events:
        'form/changed form/reset defaults/change form/save form/cancel draft/discard collision/chosen launch/start',
      because: 'fields and buttons are disabled until the answer',
    },
    'editing.typing': {
      events: 'form/reset defaults/change collision/chosen launch/start',
      because: 'no collision is shown, and the buttons of the view are hidden',
    },
    'editing.colliding': {
      events: 'form/reset defaults/change launch/start',
      because: 'the buttons of the view are hidden',
    },
    saving: {
      events:
        'form/changed form/reset defaults/change form/save form/cancel draft/discard collision/chosen launch/start',
      because: 'fields and buttons are disabled until the answer',
    },
    creating: {
      events: 'form/reset defaults/change collision/chosen launch/start stored/received',
      because: 'no collision is shown, and a new launcher cannot be launched, reset or changed by others',
    },
    adding: {
      events:
        'form/changed form/reset defaults/change form/save form/cancel draft/discard collision/chosen launch/start stored/received',
      because: 'fields and buttons are disabled until the answer, and others cannot change a new launcher',
    },
  },
  invariants: {
    '[LAUN-02] is new exactly without a stored copy': (s) => (modeOf(s) === 'new') === (kindOf(s) === 'new'),
    '[LAUN-13] [LAUN-14] ends editing without draft, collision and errors': (s, before) => {
      if (before === undefined || modeOf(before) !== 'edit' || modeOf(s) !== 'view') return true
      return s.context.recovered === null && s.context.collision === null && !s.context.isAttempted
    },
    '[PRE-10] changes a preset only while it is edited': (s) => {
      const isShown = kindOf(s) === 'preset' && s.value === 'viewing'
      return !isShown || JSON.stringify(s.context.values) === JSON.stringify(s.context.stored)
    },
    '[LAUN-20] saves, adds and launches nothing invalid': (s) =>
      !(s.matches('saving') || s.matches('adding') || s.matches('launching')) || s.context.values.name !== '',
  },
})

test('[LAUN-15] [PRE-11] restores the stored copy on Cancel', () => {
  const cancelled = all.filter(
    ({ steps }) => steps.at(-1)?.event.type === 'form/cancel' && steps.at(-2)?.state.matches('editing'),
  )
  expect(cancelled.length).toBeGreaterThan(5)
  for (const { name, steps } of cancelled) {
    const { context } = steps.at(-1)?.state ?? {}
    expect([name, context?.values]).toEqual([name, context?.stored])
  }
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    all.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, path.steps[0]?.event]), path]
    }),
  ),
)

test('[LAUN-19] [LAUN-27] emits each creation, save, start and rejection once', () => {
  const reported: Record<string, string> = {
    'xstate.done.actor.save': 'launcher/saved',
    'xstate.done.actor.create': 'launcher/created',
    'xstate.done.actor.start': 'launch/queued',
    'xstate.error.actor.start': 'launch/refused',
    'xstate.error.actor.create': 'launcher/refused',
  }
  for (const path of samples) {
    const input = inputOf(path)
    const requested = path.steps.flatMap(({ event }) => reported[event.type as string] ?? [])
    const emitted = play(machine, path, input).map(({ type }) => type)
    const found = emitted.filter((type) => Object.values(reported).includes(type))
    const refused = path.steps.filter(
      ({ event }) =>
        'error' in event && event.error === 'taken' && (event.type as string) === 'xstate.error.actor.save',
    )
    expect([path.name, found.length]).toEqual([path.name, requested.length + refused.length])
  }
})

test('continues an edit with its draft, based on what its author saw', () => {
  const restored = all.filter(({ steps }) => steps.length === 2 && steps.at(-1)?.state.context.recovered !== null)
  expect(restored.length).toBeGreaterThan(0)
  for (const { steps } of restored) {
    const { context } = steps.at(-1)?.state ?? {}
    expect(context).toMatchObject({ values: { branch: 'typed' }, base: { branch: 'older' }, recovered: { at: 7 } })
  }
})

test('shows changes of another user, except in fields that are changed for one launch', async () => {
  const form = createActor(machine, { input: inputs.launcher }).start()
  const values = () => form.getSnapshot().context.values
  await waitFor(form, (s) => s.matches('viewing'))
  form.send({ type: 'form/changed', values: { branch: 'next' } })
  form.send({ type: 'stored/received', stored: { name: 'Renamed', branch: 'release' } })
  expect(values()).toEqual({ name: 'Renamed', branch: 'next' })
  form.send({ type: 'form/reset' })
  expect(values()).toEqual({ name: 'Renamed', branch: 'release' })
})

test('a change of another user neither replaces an edit nor the values that its author saw', async () => {
  const form = createActor(machine, { input: inputs.launcher }).start()
  const read = (what: 'values' | 'base') => form.getSnapshot().context[what]
  await waitFor(form, (s) => s.matches('viewing'))
  form.send({ type: 'defaults/change' })
  form.send({ type: 'form/changed', values: { branch: 'next' } })
  form.send({ type: 'stored/received', stored: { name: 'Renamed', branch: 'release' } })
  expect([read('values'), read('base')]).toEqual([{ name: 'One', branch: 'next' }, stored])
  form.send({ type: 'form/cancel' })
  expect(read('values')).toEqual({ name: 'Renamed', branch: 'release' })
})
