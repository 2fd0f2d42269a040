import { expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import {
  emptyNote,
  noteFaults,
  observationForm,
  type NoteDraft,
  type ObservationFormEvent,
} from '../../../machines/exploratory/observation-form.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = { empty: emptyNote('1', 0) }
const file = { fileUuid: 'f', name: 'a.png', contentType: 'image/png', sizeBytes: 9 }
const events = [
  { type: 'note/changed', values: { typeId: 2, description: 'a' } },
  { type: 'note/changed', values: { description: ' ' } },
  { type: 'note/add', nextId: '2' },
  { type: 'file/taken', file },
  { type: 'files/taking', isTaking: true },
  { type: 'files/taking', isTaking: false },
  { type: 'xstate.done.actor.restore', output: { draft: null } },
  { type: 'xstate.done.actor.restore', output: { draft: { description: 'a', typeId: 2 } } },
  { type: 'xstate.error.actor.restore', error: 'gone' },
  { type: 'xstate.done.actor.add', output: undefined },
  { type: 'xstate.error.actor.add', error: 'full' },
] as unknown as ObservationFormEvent[]
const paths = describeMachine(observationForm, {
  input,
  events,
  stopWhen: ({ context: { values, adding, returned } }) =>
    values.attachments.length > 0 || adding.length + returned.length > 2,
  table: {
    restoring: 'done(restore) error(restore) file/taken files/taking note/{add,changed}',
    ready: 'file/taken files/taking note/{add,changed}',
    adding: 'done(add) error(add) file/taken files/taking note/{add,changed}',
  },
  invariants: {
    '[OBS-04] [OBS-05] [OBS-06] adds nothing without text, without a type, or while files are being stored': (
      { context: { adding } },
      before,
    ) => {
      const isNew = adding.length > (before?.context.adding.length ?? 0)
      const last = adding.at(-1)
      return (
        !isNew ||
        (last !== undefined && Object.keys(noteFaults(last)).length === 0 && before?.context.isTaking === false)
      )
    },
    'keeps an added observation as pending, stored, or returned to the form': ({ context: now }, before) => {
      if (before === undefined) return true
      const here = (c: typeof now) => texts([...c.adding, ...c.returned])
      const gone = here(before.context).filter((text) => !here(now).includes(text))
      return gone.length === 0 || before.matches('adding') || texts([now.values]).includes(gone[0] ?? '')
    },
  },
})
const texts = (notes: readonly NoteDraft[]) => notes.map(({ description }) => description)

test('emits an observation only once it is on disk', () => {
  for (const path of toursThrough(paths)) {
    const emitted = play(observationForm, path, input).filter(({ type }) => type === 'note/added').length
    const done = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.add').length
    expect(emitted).toBe(done)
  }
})

test('[OBS-04] requires text, and limits its length', () => {
  expect(noteFaults({ typeId: 1, description: ' \n' })).toHaveProperty('description')
  expect(noteFaults({ typeId: 1, description: 'x'.repeat(LIMITS.observationText + 1) })).toHaveProperty('description')
  expect(noteFaults({ typeId: 1, description: 'x' })).toEqual({})
})
