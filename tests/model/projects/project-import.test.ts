import { expect, test } from 'vitest'
import type { ImportedProject } from '../../../contract/projects/archives.ts'
import { projectImport, type ProjectImportEvent } from '../../../machines/projects/project-import.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const outcome = { project: { key: 'SHOP' }, leftOut: ['Secret variable PASSWORD'] } as ImportedProject
const machine = projectImport<string>()
const events: ProjectImportEvent<string>[] = [
  { type: 'archive/chosen', file: 'shop.tar.zst' },
  { type: 'fields/changed', change: { key: 'SHOP2' } },
  { type: 'import/confirmed' },
  { type: 'import/progressed', progress: { phase: 'checking', done: 1, total: 2 } },
  { type: 'import/done', outcome },
  { type: 'import/failed', message: 'taken', errors: { key: 'taken' } },
  { type: 'import/failed', message: 'no room', errors: {} },
]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    editing: 'archive/chosen fields/changed import/confirmed',
    importing: 'import/{done,failed,progressed}',
    done: '',
  },
  ignored: {
    editing: { events: 'import/progressed import/done import/failed', because: 'no import runs' },
    importing: {
      events: 'archive/chosen fields/changed import/confirmed',
      because: 'the form is replaced by the progress while the import runs',
    },
  },
  invariants: {
    'imports only with an archive': ({ context, ...state }) => !state.matches('importing') || context.file !== null,
    'shows a failure at its field or below the form, not at both': ({ context }) =>
      context.problem === null || Object.values(context.errors).every((error) => error === undefined),
  },
})

test('keeps the archive and the typed values after a failure', () => {
  for (const { steps } of paths)
    for (const [index, { event, state }] of steps.entries()) {
      const before = steps[index - 1]?.state
      if (event.type !== 'import/failed' || before?.matches('importing') !== true) continue
      expect([state.context.file, state.context.fields]).toEqual([before.context.file, before.context.fields])
      expect(state.context.errors.key ?? state.context.problem).toBe(event.message)
    }
})

test('emits the project once', () => {
  for (const path of paths) {
    const isDone = path.steps.at(-1)?.state.matches('done')
    expect(play(machine, path, undefined).map(({ type }) => type)).toEqual(isDone ? ['project/imported'] : [])
  }
})
