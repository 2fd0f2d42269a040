import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { RESULT_IMPORT_LIMITS } from '../../../contract/launches/result-import-limits.ts'
import type { ImportedLaunch, ResultImport } from '../../../contract/launches/result-import.ts'
import {
  resultImport,
  type ImportForm,
  type ResultImportEvent,
} from '../../../machines/launches/result-import.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

const counts = { passed: 1, failed: 1, skipped: 0, blocked: 0, aborted: 0 }
const found: ResultImport = {
  id: 'sent',
  files: [{ name: 'junit.xml', format: 'junit', tests: 2 }],
  tests: 2,
  counts,
  suggested: { name: 'Checkout', environment: null, build: '12', origin: { branch: 'main' } },
  startedAt: null,
  durationMs: 1000,
  failures: ['pays'],
  problems: [],
  problemCount: 0,
  isPartial: false,
}
const outcome: ImportedLaunch = {
  launchId: 7,
  number: 3,
  tests: 2,
  counts,
  problems: [],
  problemCount: 0,
  isPartial: false,
  wasInterrupted: false,
}

const machine = resultImport<string>()
const events = [
  { type: 'files/chosen', files: ['junit.xml'], sizeBytes: 10 },
  { type: 'files/chosen', files: ['huge.xml'], sizeBytes: RESULT_IMPORT_LIMITS.fileBytes + 1 },
  { type: 'files/chosen', files: [], sizeBytes: 0 },
  { type: 'fields/changed', change: { name: 'Nightly' } },
  { type: 'fields/changed', change: { name: ' ' } },
  { type: 'import/confirmed' },
  { type: 'import/cancelled' },
  { type: 'import/back' },
  { type: 'import/progressed', tests: 1 },
  { type: 'import/done', outcome },
  { type: 'import/failed', error: 'refused' },
  { type: 'xstate.done.actor.send', output: found },
  { type: 'xstate.error.actor.send', error: 'refused' },
  { type: 'xstate.done.actor.read', output: found },
  { type: 'xstate.error.actor.read', error: 'refused' },
] as ResultImportEvent<string>[]
const inputs = {
  plain: { importId: null, typed: {}, files: [] as string[] },
  dropped: { importId: null, typed: {}, files: ['junit.xml'] },
  reloaded: { importId: 'sent', typed: { build: '13' }, files: [] as string[] },
}
const paths = describeMachine(machine, {
  input: inputs.plain,
  events,
  // The other inputs differ only at the start.
  walks: [
    {},
    { input: inputs.dropped, events: events.slice(-4) },
    { input: inputs.reloaded, events: [...events.slice(-4), { type: 'import/back' }] },
  ],
  table: {
    beginning: 'always',
    choosing: 'files/chosen',
    reading: 'done(read) error(read) import/back',
    sending: 'done(send) error(send) import/back',
    previewing: 'fields/changed import/{back,confirmed}',
    importing: 'import/{cancelled,done,failed,progressed}',
    done: '',
  },
  ignored: {
    choosing: {
      events:
        'fields/changed import/confirmed import/cancelled import/back import/progressed import/done import/failed',
      because: 'no reports are found yet, and no import runs',
    },
    sending: {
      events:
        'files/chosen fields/changed import/confirmed import/cancelled import/progressed import/done import/failed',
      because: 'the area for files is disabled while they are sent, and no report is found yet',
    },
    reading: {
      events:
        'files/chosen fields/changed import/confirmed import/cancelled import/progressed import/done import/failed',
      because: 'the area for files is disabled while the reports are read, and no import runs',
    },
    previewing: {
      events: 'files/chosen import/cancelled import/progressed import/done import/failed',
      because: 'the files are chosen already, and no import runs',
    },
    importing: {
      events: 'files/chosen fields/changed import/confirmed import/back',
      because: 'the import runs: it offers only to cancel',
    },
  },
  invariants: {
    'imports only reports that were found and named': ({ context, ...state }) =>
      !state.matches('importing') || (context.found !== null && context.fields.name.trim() !== ''),
  },
})

test('begins with dropped files, with reports sent earlier, or with nothing', () => {
  const beginning = (input: (typeof inputs)[keyof typeof inputs]) => createActor(machine, { input }).getSnapshot().value
  expect(beginning(inputs.plain)).toBe('choosing')
  expect(beginning(inputs.dropped)).toBe('sending')
  expect(beginning(inputs.reloaded)).toBe('reading')
})

test('shows the reason of a rejection and keeps typed values', () => {
  for (const { steps } of paths) {
    const [before, after] = steps.slice(-2)
    if (before === undefined || after === undefined || before.state.value === after.state.value) continue
    if (!/^(?:xstate\.error|import\/failed)/.test(after.event.type)) continue
    const saved = before.state.matches('importing') ? before.state.context.fields : after.state.context.fields
    expect([after.state.context.failure, after.state.context.fields]).toEqual(['refused', saved])
  }
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, path.steps[0]?.event]), path]
    }),
  ),
)

test('emits the launch once', () => {
  for (const path of samples) {
    const input = inputOf(path)
    const isDone = path.steps.at(-1)?.state.matches('done')
    expect(play(machine, path, input).map(({ type }) => type)).toEqual(isDone ? ['import/finished'] : [])
  }
})

test('restores the reports and typed values after a reload, and stops the call when cancelled', async () => {
  const saved: unknown[] = []
  const requests: { importId: string; fields: ImportForm }[] = []
  let stopped = 0
  const actor = createActor(
    machine.provide({
      actions: { remember: (_, { importId, typed }) => saved.push({ importId, typed }) },
      actors: {
        read: fromPromise(() => Promise.resolve(found)),
        run: fromCallback<{ type: string }, { importId: string; fields: ImportForm }>(({ input }) => {
          requests.push(input)
          return () => (stopped += 1)
        }),
      },
    }),
    { input: inputs.reloaded },
  ).start()
  await waitFor(actor, (state) => state.matches('previewing'))
  const fields = { environment: '', build: '13', branch: 'main', commit: '' }
  expect(actor.getSnapshot().context.fields).toEqual({ name: 'Checkout', ...fields })
  actor.send({ type: 'fields/changed', change: { name: 'Nightly' } })
  expect(saved.at(-1)).toEqual({ importId: 'sent', typed: { name: 'Nightly', build: '13' } })
  actor.send({ type: 'import/confirmed' })
  actor.send({ type: 'import/cancelled' })
  expect([actor.getSnapshot().value, stopped]).toEqual(['previewing', 1])
  expect(requests).toEqual([{ importId: 'sent', fields: { name: 'Nightly', ...fields } }])
  actor.send({ type: 'import/back' })
  expect(saved.at(-1)).toEqual({ importId: null, typed: {} })
})
