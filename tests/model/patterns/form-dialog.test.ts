import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import { expect, test } from 'vitest'
import {
  formDialog,
  isAsking,
  isEditable,
  isSubmitting,
  type FormDialogEvent,
  type Restored,
  type Submission,
} from '../../../machines/patterns/form-dialog.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

type Values = { name: string; key: string }

// Paths distinguish events by their JSON.
const taken = Object.assign(new Error('taken'), { is: 'taken' })
const stale = Object.assign(new Error('stale'), { is: 'stale' })
const options = {
  validate: ({ name }: Values) => (name === '' ? { name: 'This field is required' } : {}),
  fieldErrors: (error: unknown) => (error === taken ? { key: 'Already taken' } : {}),
  collisionOf: (error: unknown) =>
    error === stale ? { theirs: { name: 'theirs', key: 'THEIRS' }, parts: ['name'] } : null,
}
const machine = formDialog<Values, number>(options)
const input = { initial: { name: '', key: '' }, draft: null }
const events = [
  { type: 'form/changed', values: { name: 'n' } },
  { type: 'form/changed', values: { name: '' } },
  { type: 'form/changed', values: { key: 'K' } },
  { type: 'form/submit' },
  { type: 'form/cancel' },
  { type: 'form/close' },
  { type: 'form/stay' },
  { type: 'draft/discard' },
  { type: 'collision/chosen', part: 'name', choice: 'mine' },
  { type: 'collision/chosen', part: 'name', choice: 'theirs' },
  { type: 'xstate.done.actor.restore', output: { draft: { name: 'left', key: 'LEFT' } } },
  { type: 'xstate.done.actor.restore', output: { draft: null } },
  { type: 'xstate.error.actor.restore', error: new Error('the log cannot be read') },
  { type: 'xstate.done.actor.submit', output: 7 },
  { type: 'xstate.error.actor.submit', error: taken },
  { type: 'xstate.error.actor.submit', error: stale },
] as FormDialogEvent<Values>[]
type Snapshot = SnapshotFrom<typeof machine>
const isValid = (values: Values) => Object.keys(options.validate(values)).length === 0
const paths = describeMachine(machine, {
  input,
  events,
  // One change during a save represents all.
  isPossible: (state, event) => !isSubmitting(state) || event.type !== 'form/changed' || event.values.key === 'K',
  table: {
    'open.editing.restoring': 'done(restore) draft/discard error(restore) form/{cancel,changed,close,submit}',
    'open.editing.restored': 'draft/discard form/{cancel,changed,close,submit}',
    'open.refused': 'draft/discard form/{cancel,changed,close,submit}',
    'open.colliding': 'collision/chosen draft/discard form/{cancel,changed,close,submit}',
    asking: 'form/{cancel,close,stay}',
    submitting: 'done(submit) error(submit) form/{cancel,changed,close}',
    done: '',
    cancelled: '',
    left: '',
  },
  ignored: {
    asking: {
      events: 'form/changed form/submit draft/discard collision/chosen',
      because: 'the question covers the form',
    },
    submitting: {
      events: 'form/submit form/stay draft/discard collision/chosen',
      because: 'the button shows progress, no collision is shown, and Discard of a draft is disabled',
    },
    open: { events: 'form/stay', because: 'no question is open' },
    'open.editing': { events: 'collision/chosen', because: 'no collision is shown' },
    'open.refused': { events: 'collision/chosen', because: 'no collision is shown' },
  },
  invariants: {
    'submits only valid values': (state) =>
      !isSubmitting(state) || (state.context.sent !== null && isValid(state.context.sent)),
    'submits only once every collision is chosen': (state) => !isSubmitting(state) || state.context.collision === null,
    'shows collisions exactly while there are any': (s) =>
      s.matches({ open: 'colliding' }) === (s.context.collision !== null && isEditable(s)),
  },
})

/** The expected values after an event: typed input stays until it is discarded or the other side is chosen. */
const requested = (before: Snapshot, event: FormDialogEvent<Values>, after: Snapshot): Values => {
  const { values, initial, collision } = before.context
  if (event.type === 'form/changed' && (isEditable(before) || isSubmitting(before)))
    return { ...values, ...event.values }
  if (event.type === 'collision/chosen' && collision !== null && isEditable(before))
    return { ...values, name: collision[event.choice].name }
  if (event.type === 'draft/discard' && isEditable(before)) return initial
  // Only an untouched field takes the draft's value, or another user's saved value.
  const retained = (field: keyof Values) =>
    (values[field] === initial[field] ? after.context : before.context).values[field]
  return { name: retained('name'), key: retained('key') }
}

test('keeps typed values until they are discarded or the other side is chosen', () => {
  const lost = paths.filter(({ steps }) => {
    const [before, last] = steps.slice(-2)
    if (before === undefined || last === undefined) return true
    const { name, key } = requested(before.state, last.event, last.state)
    return last.state.context.values.name !== name || last.state.context.values.key !== key
  })
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('asks before it closes exactly when something would be lost', () => {
  const closed = paths.flatMap(({ steps }) => {
    const [before, last] = steps.slice(-2)
    return last?.event.type === 'form/close' && before !== undefined && isEditable(before.state)
      ? [{ isDirty: before.state.context.isDirty, isAsked: isAsking(last.state), status: last.state.status }]
      : []
  })
  expect(new Set(closed.map(({ isDirty }) => isDirty))).toEqual(new Set([true, false]))
  for (const { isDirty, isAsked, status } of closed)
    expect([isAsked, status]).toEqual([isDirty, isDirty ? 'active' : 'done'])
})

/** One path for each event that leads from one state to another. */
const samples = [
  ...new Map(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value]), path]
    }),
  ).values(),
]

test('deletes the draft exactly when the form is closed or the draft is discarded', () => {
  for (const path of samples) {
    const emitted = play(machine, path, input).map(({ type }) => type)
    const last = path.steps.at(-1)
    const isDropped = path.steps.some(
      ({ event }, i) => event.type === 'draft/discard' && isEditable(path.steps[i - 1]?.state ?? { value: null }),
    )
    // A form that is closed during a save keeps its draft, because the outcome is unknown.
    const isOver = last?.state.status === 'done' && !last.state.matches('left')
    expect(emitted.includes('draft/dropped')).toBe(isOver || isDropped)
  }
})

test('restores a draft over the initial values, as a change', () => {
  const actor = createActor(machine, {
    input: { initial: { name: 'old', key: 'OLD' }, draft: { name: 'new' } },
  }).start()
  expect(actor.getSnapshot().context).toMatchObject({ values: { name: 'new', key: 'OLD' }, isDirty: true })
  actor.send({ type: 'form/changed', values: { name: 'old' } })
  expect(actor.getSnapshot().context.isDirty).toBe(false)
})

test('shows errors from the first submit on, removes each as it is corrected, and a rejection of a field when the field changes', async () => {
  const submit = fromPromise<number, Submission<Values>>(() => Promise.reject(taken))
  const actor = createActor(machine.provide({ actors: { submit } }), { input }).start()
  const errors = () => actor.getSnapshot().context.errors
  actor.send({ type: 'form/changed', values: { key: 'K' } })
  expect(errors()).toEqual({})
  actor.send({ type: 'form/submit' })
  expect(errors()).toEqual({ name: 'This field is required' })
  actor.send({ type: 'form/changed', values: { name: 'n' } })
  expect(errors()).toEqual({})
  actor.send({ type: 'form/submit' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors()).toEqual({ key: 'Already taken' })
  actor.send({ type: 'form/changed', values: { name: 'm' } })
  expect(errors()).toEqual({ key: 'Already taken' })
  actor.send({ type: 'form/changed', values: { key: 'L' } })
  expect(errors()).toEqual({})
})

const editing = { initial: { name: 'seen', key: 'KEY' }, draft: null }
const refusing = (...answers: (Error | number)[]) => {
  const sent: Submission<Values>[] = []
  const submit = fromPromise<number, Submission<Values>>(({ input }) => {
    sent.push(input)
    const answer = answers.shift() ?? 1
    return typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer)
  })
  return { sent, machine: machine.provide({ actors: { submit } }) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('sends only what changed, with the values that the author saw', async () => {
  const { sent, machine: own } = refusing(1)
  const actor = createActor(own, { input: editing }).start()
  actor.send({ type: 'form/changed', values: { name: 'mine' } })
  actor.send({ type: 'form/submit' })
  await settled()
  expect(sent).toMatchObject([{ changes: { name: 'mine' }, expected: { name: 'seen' } }])
})

test.each([
  ['mine', { changes: { name: 'mine' }, expected: { name: 'theirs' } }],
  ['theirs', { changes: {}, expected: {} }],
] as const)(
  'saves over the stored values once a collision is chosen (%s), and merges other fields',
  async (choice, edit) => {
    const { sent, machine: own } = refusing(stale, 2)
    const actor = createActor(own, { input: editing }).start()
    actor.send({ type: 'form/changed', values: { name: 'mine' } })
    actor.send({ type: 'form/submit' })
    await settled()
    expect(actor.getSnapshot().context).toMatchObject({ values: { name: 'mine', key: 'THEIRS' }, isDirty: true })
    actor.send({ type: 'form/submit' })
    expect(sent).toHaveLength(1)
    actor.send({ type: 'collision/chosen', part: 'name', choice })
    actor.send({ type: 'form/submit' })
    await settled()
    expect(sent[1]).toMatchObject(edit)
    expect(actor.getSnapshot().matches('done')).toBe(true)
  },
)

test('dates a recovered draft, bases it on what its author saw, and can discard it', async () => {
  const { sent, machine: own } = refusing(1)
  const restore = fromPromise<Restored<Values>>(() =>
    Promise.resolve({ draft: { name: 'mine' }, seen: { name: 'older' }, at: 1000 }),
  )
  const actor = createActor(own.provide({ actors: { restore } }), { input: editing }).start()
  await settled()
  expect(actor.getSnapshot().context.recovered).toEqual({ at: 1000 })
  actor.send({ type: 'form/submit' })
  await settled()
  expect(sent).toMatchObject([{ changes: { name: 'mine' }, expected: { name: 'older' } }])

  const other = createActor(own.provide({ actors: { restore } }), { input: editing }).start()
  await settled()
  other.send({ type: 'draft/discard' })
  expect(other.getSnapshot().context).toMatchObject({ values: editing.initial, recovered: null, isDirty: false })
})

test('emits a restored draft, a rejection and a collision once each', async () => {
  const rejected = new Error('rejected')
  const { machine: own } = refusing(rejected, stale)
  const restore = fromPromise<Restored<Values>>(() => Promise.resolve({ draft: { name: 'mine' } }))
  const actor = createActor(own.provide({ actors: { restore } }), { input: editing })
  const emitted: unknown[] = []
  for (const type of ['draft/restored', 'form/refused', 'form/collided'] as const)
    actor.on(type, (event) => emitted.push(event))
  actor.start()
  await settled()
  expect(emitted).toEqual([{ type: 'draft/restored' }])
  actor.send({ type: 'form/submit' })
  await settled()
  expect(emitted.slice(1)).toEqual([{ type: 'form/refused', error: rejected }])
  actor.send({ type: 'form/submit' })
  await settled()
  expect(emitted.slice(2)).toMatchObject([{ type: 'form/collided', theirs: { name: 'theirs' } }])
})

test('keeps what is typed while the form is saved: in the form when the save is rejected, else as a draft', async () => {
  for (const isSaved of [true, false]) {
    let answer: () => void = () => undefined
    const actor = createActor(
      machine.provide({
        actors: {
          submit: fromPromise<number, Submission<Values>>(
            () => new Promise((resolve, reject) => (answer = () => (isSaved ? resolve(7) : reject(taken)))),
          ),
        },
      }),
      { input },
    ).start()
    const drafts: unknown[] = []
    actor.on('draft/changed', ({ values, seen }) => drafts.push({ values, seen }))
    actor.on('draft/dropped', () => drafts.splice(0))
    actor.send({ type: 'form/changed', values: { name: 'Spring' } })
    actor.send({ type: 'form/submit' })
    actor.send({ type: 'form/changed', values: { name: 'Spring 27' } })
    answer()
    const { context } = await waitFor(actor, (snapshot) => !isSubmitting(snapshot))
    expect(context.values.name).toBe('Spring 27')
    expect(drafts.at(-1)).toEqual({ values: { name: 'Spring 27' }, seen: { name: isSaved ? 'Spring' : '' } })
  }
})
