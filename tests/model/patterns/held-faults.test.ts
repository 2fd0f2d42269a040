/** When errors of a held list show. */
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { HeldEdit } from '../../../contract/settings/held-edits.ts'
import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { Draft, Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import { heldEditor } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { shownFaults } from '../../../machines/patterns/held-editor/held-faults.ts'

interface Thing {
  id: number | null
  name: string
  size: number
}

const machine = heldEditor<Thing>({
  fields: ['name', 'size'],
  validate: (things): EntryFault[] =>
    things.flatMap(({ name }, place) => (name === '' ? [{ place, field: 'name', message: 'empty' }] : [])),
  staleOf: () => null,
  faultsOf: () => [],
})

const added: HeldEdit<Thing> = {
  type: 'entry/added',
  key: 'new:1',
  entry: { id: null, name: '', size: 1 },
  after: null,
}
const saved: Stored<Thing> = { version: 1, savedBy: null, entries: [{ id: 1, name: 'f', size: 1 }] }
const open = async (restored: Draft<Thing> | null = null) => {
  const actor = createActor(
    machine.provide({
      actors: {
        load: fromPromise(() =>
          Promise.resolve({
            saved,
            draft: restored,
          }),
        ),
      },
    }),
  )
  actor.start()
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'open' }))
  const shown = () => {
    const { context } = actor.getSnapshot()
    return context.rows.flatMap((row) => Object.keys(shownFaults(context, row) ?? {}))
  }
  if (restored === null) actor.send({ type: 'entry/add', key: 'new:1', entry: added.entry, after: null })
  return { actor, shown }
}

test('shows the error of an empty new entry once its author leaves the field', async () => {
  const { actor, shown } = await open()
  expect(shown()).toEqual([])
  actor.send({ type: 'edit/close', key: 'new:1', field: 'size' })
  expect(shown()).toEqual([])
  actor.send({ type: 'edit/close', key: 'new:1', field: 'name' })
  expect(shown()).toEqual(['name'])
})

test('shows the error of an empty new entry once Save is pressed, which saves nothing', async () => {
  const { actor, shown } = await open()
  actor.send({ type: 'draft/save' })
  expect(shown()).toEqual(['name'])
  expect(actor.getSnapshot().matches({ ready: { open: 'editing' } })).toBe(true)
})

test('shows the errors of empty entries in a draft of an earlier visit, and in edits that return after a discard', async () => {
  expect((await open({ history: { edits: [added], undone: [] }, at: 5 })).shown()).toEqual(['name'])
  const { actor, shown } = await open()
  actor.send({ type: 'draft/discard' })
  actor.send({ type: 'draft/regain' })
  expect(shown()).toEqual(['name'])
})
