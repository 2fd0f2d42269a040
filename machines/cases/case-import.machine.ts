import { assign, emit, fromCallback, setup } from 'xstate'
import type { CaseImport, ImportCheck, ImportMapping, ImportOutcome } from '../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../contract/cases/import-limits.ts'
import type { Done } from '../../contract/cases/operations.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type CaseImportEvent<File> =
  | { type: 'file/chosen'; file: File; sizeBytes: number }
  | { type: 'sheet/chosen'; sheet: string }
  | { type: 'mapping/changed'; change: Partial<ImportMapping> }
  | { type: 'check/asked' }
  | { type: 'import/confirmed' }
  /** Cancels the running import: nothing of it stays. */
  | { type: 'import/cancelled' }
  | { type: 'undo/asked' }
  | { type: 'wizard/back' }
  | { type: 'wizard/closed' }
  /** Sent by the running import. */
  | { type: 'import/progressed'; rows: number }
  | { type: 'import/done'; outcome: ImportOutcome }
  | { type: 'import/failed'; error: unknown }

/** Input of each call: the file and how to read it. */
export interface WantedImport {
  importId: string
  sheet: string | null
  mapping: ImportMapping
}

/** Why a file is not uploaded at all. */
export const FILE_TOO_LARGE = `Must be smaller than ${IMPORT_LIMITS.fileBytes / 1024 / 1024} MB`
const FILE_IS_EMPTY = 'The file is empty'

const faultOf = (sizeBytes: number): Error | null =>
  sizeBytes === 0 ? new Error(FILE_IS_EMPTY) : sizeBytes > IMPORT_LIMITS.fileBytes ? new Error(FILE_TOO_LARGE) : null

/**
 * Imports test cases from a file in steps (IMPT-01, IMPT-03): choose, map columns, preview, import; the import can be undone. A failed step
 * returns to the previous one with its settings.
 */
export function caseImport<File>() {
  interface Context {
    file: File | null
    found: CaseImport | null
    mapping: ImportMapping | null
    check: ImportCheck | null
    /** Imported rows, of `found.rows`. */
    rows: number
    outcome: ImportOutcome | null
    failure: unknown
  }
  const requested = ({ found, mapping }: Context): WantedImport => {
    if (found === null || mapping === null) throw new Error('there is no file yet')
    return { importId: found.id, sheet: found.sheet, mapping }
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as CaseImportEvent<File>,
      emitted: {} as
        | { type: 'import/finished'; outcome: ImportOutcome }
        | { type: 'import/undone'; undone: Done }
        | { type: 'wizard/ended' },
    },
    actors: {
      send: unprovided<CaseImport, { file: File | null }>('send'),
      read: unprovided<CaseImport, { importId: string; sheet: string }>('read'),
      check: unprovided<ImportCheck, { wanted: WantedImport }>('check'),
      /** Reports progress and the outcome; cancels the import when stopped. */
      run: fromCallback<{ type: string }, { wanted: WantedImport }>(() => undefined),
      undo: unprovided<Done, { operationId: string }>('undo'),
    },
    guards: {
      hasTitle: ({ context }) => context.mapping?.columns.includes('title') ?? false,
      hasWork: ({ context: { check } }) => check !== null && check.counts.created + check.counts.updated > 0,
    },
    actions: {
      takeFound: assign((_, found: CaseImport) => ({ found, mapping: found.mapping, check: null })),
      begin: assign({ rows: 0, failure: null }),
      finish: assign((_, outcome: ImportOutcome) => ({ outcome })),
      forgetFailure: assign({ failure: null }),
      emitEnded: emit({ type: 'wizard/ended' as const }),
    },
  }).createMachine({
    id: 'caseImport',
    context: { ...nothing },
    initial: 'choosing',
    states: {
      choosing: {
        on: {
          'file/chosen': [
            {
              guard: ({ event }) => faultOf(event.sizeBytes) === null,
              target: 'sending',
              actions: assign(({ event }) => ({ ...nothing, file: event.file })),
            },
            { actions: assign(({ event }) => ({ failure: faultOf(event.sizeBytes) })) },
          ],
          'wizard/closed': 'closed',
        },
      },
      sending: {
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { file } }) => ({ file }),
          onDone: {
            target: 'mapping',
            actions: { type: 'takeFound', params: ({ event }) => event.output },
          },
          onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'wizard/back': 'choosing', 'wizard/closed': 'closed' },
      },
      mapping: {
        on: {
          'mapping/changed': {
            actions: assign(({ context, event }) => ({
              mapping: context.mapping === null ? null : { ...context.mapping, ...event.change },
              failure: null,
            })),
          },
          'sheet/chosen': 'reading',
          'check/asked': { guard: 'hasTitle', target: 'checking', actions: 'forgetFailure' },
          'wizard/back': { target: 'choosing', actions: 'forgetFailure' },
          'wizard/closed': 'closed',
        },
      },
      reading: {
        entry: 'forgetFailure',
        invoke: {
          id: 'read',
          src: 'read',
          input: ({ context: { found }, event }) => ({
            importId: found?.id ?? '',
            sheet: event.type === 'sheet/chosen' ? event.sheet : '',
          }),
          onDone: {
            target: 'mapping',
            actions: { type: 'takeFound', params: ({ event }) => event.output },
          },
          onError: { target: 'mapping', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'wizard/back': 'mapping', 'wizard/closed': 'closed' },
      },
      checking: {
        invoke: {
          id: 'check',
          src: 'check',
          input: ({ context }) => ({ wanted: requested(context) }),
          onDone: { target: 'checked', actions: assign(({ event }) => ({ check: event.output })) },
          onError: { target: 'mapping', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'wizard/back': 'mapping', 'wizard/closed': 'closed' },
      },
      checked: {
        on: {
          'import/confirmed': { guard: 'hasWork', target: 'importing' },
          'wizard/back': { target: 'mapping', actions: 'forgetFailure' },
          'wizard/closed': 'closed',
        },
      },
      importing: {
        entry: 'begin',
        invoke: { id: 'run', src: 'run', input: ({ context }) => ({ wanted: requested(context) }) },
        on: {
          'import/progressed': { actions: assign(({ event }) => ({ rows: event.rows })) },
          'import/done': {
            target: 'done',
            actions: [
              { type: 'finish', params: ({ event }) => event.outcome },
              emit(({ event }) => ({ type: 'import/finished', outcome: event.outcome })),
            ],
          },
          'import/failed': { target: 'checked', actions: assign(({ event }) => ({ failure: event.error })) },
          'import/cancelled': 'checked',
        },
      },
      done: {
        on: { 'undo/asked': 'undoing', 'wizard/closed': 'closed' },
      },
      undoing: {
        entry: 'forgetFailure',
        invoke: {
          id: 'undo',
          src: 'undo',
          input: ({ context: { outcome } }) => ({ operationId: outcome?.operationId ?? '' }),
          onDone: { target: 'closed', actions: emit(({ event }) => ({ type: 'import/undone', undone: event.output })) },
          onError: { target: 'done', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      closed: { type: 'final', entry: 'emitEnded' },
    },
  })
}

const nothing = { file: null, found: null, mapping: null, check: null, rows: 0, outcome: null, failure: null }
