import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { CaseImport, ImportCheck, ImportOutcome } from '../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import type { Done } from '../../../contract/cases/operations.ts'
import {
  caseImport,
  FILE_TOO_LARGE,
  type CaseImportEvent,
  type WantedImport,
} from '../../../machines/cases/case-import.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const found = (changes: Partial<CaseImport> = {}): CaseImport => ({
  id: 'one',
  fileName: 'cases.csv',
  format: 'csv',
  source: 'table',
  sheets: [],
  sheet: null,
  columns: [{ name: 'What', samples: ['Pay'], values: ['Pay'] }],
  rows: 2,
  notes: [],
  targets: [],
  mapping: {
    columns: [null],
    values: {},
    steps: 'numbered',
    suiteSeparator: ' > ',
    parentSuiteId: null,
    restSuite: '',
    updatesKnown: true,
    sameTitle: 'update',
  },
  isRemembered: false,
  ...changes,
})
const counts = { created: 2, updated: 0, unchanged: 0, leftOut: 0, suites: 1, sameTitle: 0 }
const check: ImportCheck = { counts, problems: [], problemsTotal: 0 }
const outcome: ImportOutcome = { counts, operationId: 'op', suiteId: 1 }

const undone: Done = { successfullyProcessed: [1, 2], failed: [] }

const machine = caseImport<string>()
const events = [
  { type: 'file/chosen', file: 'cases.csv', sizeBytes: 10 },
  { type: 'file/chosen', file: 'huge.csv', sizeBytes: IMPORT_LIMITS.fileBytes + 1 },
  { type: 'sheet/chosen', sheet: 'Two' },
  { type: 'mapping/changed', change: { columns: ['title'] } },
  { type: 'check/asked' },
  { type: 'import/confirmed' },
  { type: 'import/cancelled' },
  { type: 'import/progressed', rows: 1 },
  { type: 'import/done', outcome },
  { type: 'import/failed', error: 'refused' },
  { type: 'undo/asked' },
  { type: 'wizard/back' },
  { type: 'wizard/closed' },
  { type: 'xstate.done.actor.send', output: found() },
  { type: 'xstate.error.actor.send', error: 'refused' },
  { type: 'xstate.done.actor.read', output: found({ sheet: 'Two' }) },
  { type: 'xstate.error.actor.read', error: 'refused' },
  { type: 'xstate.done.actor.check', output: check },
  { type: 'xstate.done.actor.check', output: { ...check, counts: { ...counts, created: 0, unchanged: 2 } } },
  { type: 'xstate.error.actor.check', error: 'refused' },
  { type: 'xstate.done.actor.undo', output: undone },
  { type: 'xstate.error.actor.undo', error: 'refused' },
] as CaseImportEvent<string>[]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    choosing: 'file/chosen wizard/closed',
    sending: 'done(send) error(send) wizard/{back,closed}',
    mapping: 'check/asked mapping/changed sheet/chosen wizard/{back,closed}',
    reading: 'done(read) error(read) wizard/{back,closed}',
    checking: 'done(check) error(check) wizard/{back,closed}',
    checked: 'import/confirmed wizard/{back,closed}',
    importing: 'import/{cancelled,done,failed,progressed}',
    done: 'undo/asked wizard/closed',
    undoing: 'done(undo) error(undo)',
    closed: '',
  },
  ignored: {
    choosing: {
      events:
        'sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed undo/asked wizard/back',
      because: 'only the choice of a file is shown',
    },
    sending: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed undo/asked',
      because: 'the file is being sent: it offers only to go back and to close',
    },
    mapping: {
      events: 'file/chosen import/confirmed import/cancelled import/progressed import/done import/failed undo/asked',
      because: 'only the mapping is shown',
    },
    reading: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed undo/asked',
      because: 'another sheet is being read: it offers only to go back and to close',
    },
    checking: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed undo/asked',
      because: 'the check runs: it offers only to go back and to close',
    },
    checked: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/cancelled import/progressed import/done import/failed undo/asked',
      because: 'only the result of the check is shown',
    },
    importing: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed undo/asked wizard/back wizard/closed',
      because: 'the import runs: it offers only to cancel',
    },
    done: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed wizard/back',
      because: 'only the outcome is shown',
    },
    undoing: {
      events:
        'file/chosen sheet/chosen mapping/changed check/asked import/confirmed import/cancelled import/progressed import/done import/failed undo/asked wizard/back wizard/closed',
      because: 'the button shows progress until the answer',
    },
  },
  invariants: {
    '[IMPT-03] imports only what was checked': ({ context, ...state }) =>
      !state.matches('importing') || (context.check !== null && (context.mapping?.columns.includes('title') ?? false)),
    '[IMPT-03] imports nothing without a title': (state, before) =>
      !state.matches('importing') || !before?.matches('mapping'),
  },
})

test('keeps settings and shows the reason when a call is rejected', () => {
  const wasRefused = paths.filter(({ steps }) => String(steps.at(-1)?.event.type).startsWith('xstate.error'))
  expect(wasRefused.length).toBeGreaterThan(3)
  for (const { steps } of wasRefused) {
    const [before, after] = steps.slice(-2).map(({ state }) => state.context)
    expect(after).toEqual({ ...before, failure: 'refused' })
  }
})

const samples = samplesOf(paths)

test('emits the outcome once when it is done, and once when it was undone', () => {
  for (const path of samples) {
    const ends = path.steps.flatMap(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      if (before?.matches('importing') && state.matches('done')) return ['import/finished']
      return before?.matches('undoing') && (event.type as string) === 'xstate.done.actor.undo' ? ['import/undone'] : []
    })
    const emitted = play(machine, path, undefined).map(({ type }) => type)
    expect(emitted).toEqual(path.steps.at(-1)?.state.matches('closed') === true ? [...ends, 'wizard/ended'] : ends)
  }
})

test('shows the reason and does not send a file that is too large', () => {
  const actor = createActor(machine).start()
  actor.send({ type: 'file/chosen', file: 'huge.csv', sizeBytes: IMPORT_LIMITS.fileBytes + 1 })
  expect(actor.getSnapshot().value).toBe('choosing')
  expect(actor.getSnapshot().context.failure).toEqual(new Error(FILE_TOO_LARGE))
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('imports the corrected mapping, and aborts the call on cancel', async () => {
  const requests: WantedImport[] = []
  let stopped = 0
  let sendBackEvent = (_: CaseImportEvent<string>): void => undefined
  const actor = createActor(
    machine.provide({
      actors: {
        send: fromPromise(() => Promise.resolve(found())),
        check: fromPromise(({ input }: { input: { wanted: WantedImport } }) => {
          requests.push(input.wanted)
          return Promise.resolve(check)
        }),
        run: fromCallback<{ type: string }, { wanted: WantedImport }>(({ input, sendBack }) => {
          requests.push(input.wanted)
          sendBackEvent = sendBack
          return () => (stopped += 1)
        }),
        undo: fromPromise(() => Promise.resolve(undone)),
      },
    }),
  ).start()
  actor.send({ type: 'file/chosen', file: 'cases.csv', sizeBytes: 10 })
  await settled()
  actor.send({ type: 'check/asked' })
  expect(actor.getSnapshot().value).toBe('mapping')
  actor.send({ type: 'mapping/changed', change: { columns: ['title'] } })
  actor.send({ type: 'check/asked' })
  await settled()
  actor.send({ type: 'import/confirmed' })
  sendBackEvent({ type: 'import/progressed', rows: 1 })
  actor.send({ type: 'import/cancelled' })
  expect([actor.getSnapshot().value, stopped]).toEqual(['checked', 1])
  actor.send({ type: 'import/confirmed' })
  expect(actor.getSnapshot().context.rows).toBe(0)
  sendBackEvent({ type: 'import/done', outcome })
  expect(actor.getSnapshot().value).toBe('done')
  expect(requests.map(({ importId, mapping }) => [importId, mapping.columns])).toEqual(
    Array.from({ length: 3 }, () => ['one', ['title']]),
  )
  actor.send({ type: 'undo/asked' })
  await settled()
  expect(actor.getSnapshot().status).toBe('done')
})
