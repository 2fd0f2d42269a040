import { createActor, fromPromise } from 'xstate'
import { expect, test } from 'vitest'
import { formDialog, isEditable, isSubmitting, type FormDialogEvent } from '../../machines/form-dialog.ts'
import { breaches, missedBy, pathsOf, play } from './support/paths.ts'

type Values = { name: string; key: string }

const taken = new Error('taken')
const options = {
  validate: ({ name }: Values) => (name === '' ? { name: 'This field is required' } : {}),
  fieldErrors: (error: unknown) => (error === taken ? { key: 'Already taken' } : {}),
}
const machine = formDialog<Values, number>(options)
const input = { initial: { name: '', key: '' }, draft: null }
const events = [
  { type: 'form/changed', values: { name: 'n' } },
  { type: 'form/changed', values: { name: '' } },
  { type: 'form/changed', values: { key: 'K' } },
  { type: 'form/submit' },
  { type: 'form/cancel' },
  { type: 'xstate.done.actor.restore', output: { draft: { name: 'left', key: 'LEFT' } } },
  { type: 'xstate.done.actor.restore', output: { draft: null } },
  { type: 'xstate.error.actor.restore', error: new Error('the log cannot be read') },
  { type: 'xstate.done.actor.submit', output: 7 },
  { type: 'xstate.error.actor.submit', error: taken },
] as FormDialogEvent<Values>[]
const paths = pathsOf(machine, { input, events })

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
})

test('on every path what was typed stays typed, and only valid values are submitted', () => {
  const isValid = (values: Values) => Object.keys(options.validate(values)).length === 0
  expect(breaches(paths, (state) => !isSubmitting(state) || isValid(state.context.values))).toEqual([])
  for (const { steps } of paths) {
    let typed: Values = input.initial
    for (const [i, { event, state }] of steps.entries()) {
      if (event.type === 'form/changed' && isEditable(steps[i - 1]?.state ?? state))
        typed = { ...typed, ...event.values }
      // Only what was not typed into takes the words that were left.
      const { draft } = (event as { output?: { draft?: Partial<Values> | null } }).output ?? {}
      if (draft) typed = { name: typed.name || (draft.name ?? ''), key: typed.key || (draft.key ?? '') }
      expect(state.context.values).toEqual(typed)
      expect(state.context.isDirty).toBe(!state.matches('done') && (typed.name !== '' || typed.key !== ''))
    }
  }
})

test('a running machine goes every path; its draft is gone exactly when the form is', () => {
  for (const path of paths) {
    const told = play(machine, path, input).map(({ type }) => type)
    const isOver = path.steps.at(-1)?.state.status === 'done'
    expect(told.includes('draft/dropped')).toBe(isOver)
  }
})

test('a draft is restored over the initial values, and counts as dirty', () => {
  const actor = createActor(machine, {
    input: { initial: { name: 'old', key: 'OLD' }, draft: { name: 'new' } },
  }).start()
  expect(actor.getSnapshot().context).toMatchObject({ values: { name: 'new', key: 'OLD' }, isDirty: true })
  actor.send({ type: 'form/changed', values: { name: 'old' } })
  expect(actor.getSnapshot().context.isDirty).toBe(false)
})

test('errors show from the first attempt on, and go as they are mended; a refusal of a field goes with its change', async () => {
  const submit = fromPromise<number, { values: Values }>(() => Promise.reject(taken))
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
