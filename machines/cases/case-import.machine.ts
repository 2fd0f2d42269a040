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
  const wanted = ({ found, mapping }: Context): WantedImport => {
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
      isSound: (_, { sizeBytes }: { sizeBytes: number }) => faultOf(sizeBytes) === null,
      hasTitle: ({ context }) => context.mapping?.columns.includes('title') ?? false,
      hasWork: ({ context: { check } }) => check !== null && check.counts.created + check.counts.updated > 0,
    },
    actions: {
      takeFile: assign((_, { file }: { file: File }) => ({ ...nothing, file })),
      refuseFile: assign((_, { sizeBytes }: { sizeBytes: number }) => ({ failure: faultOf(sizeBytes) })),
      takeFound: assign((_, { found }: { found: CaseImport }) => ({ found, mapping: found.mapping, check: null })),
      change: assign(({ context }, { change }: { change: Partial<ImportMapping> }) => ({
        mapping: context.mapping === null ? null : { ...context.mapping, ...change },
        failure: null,
      })),
      takeCheck: assign((_, { check }: { check: ImportCheck }) => ({ check })),
      begin: assign({ rows: 0, failure: null }),
      count: assign((_, { rows }: { rows: number }) => ({ rows })),
      finish: assign((_, { outcome }: { outcome: ImportOutcome }) => ({ outcome })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      forgetFailure: assign({ failure: null }),
      emitFinished: emit((_, { outcome }: { outcome: ImportOutcome }) => ({
        type: 'import/finished' as const,
        outcome,
      })),
      emitEnded: emit({ type: 'wizard/ended' as const }),
      emitUndone: emit((_, { undone }: { undone: Done }) => ({ type: 'import/undone' as const, undone })),
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
              guard: { type: 'isSound', params: ({ event }) => event },
              target: 'sending',
              actions: { type: 'takeFile', params: ({ event }) => event },
            },
            { actions: { type: 'refuseFile', params: ({ event }) => event } },
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
            actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
          },
          onError: { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'wizard/back': 'choosing', 'wizard/closed': 'closed' },
      },
      mapping: {
        on: {
          'mapping/changed': { actions: { type: 'change', params: ({ event }) => event } },
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
            actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
          },
          onError: { target: 'mapping', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'wizard/back': 'mapping', 'wizard/closed': 'closed' },
      },
      checking: {
        invoke: {
          id: 'check',
          src: 'check',
          input: ({ context }) => ({ wanted: wanted(context) }),
          onDone: {
            target: 'checked',
            actions: { type: 'takeCheck', params: ({ event }) => ({ check: event.output }) },
          },
          onError: { target: 'mapping', actions: { type: 'keepFailure', params: ({ event }) => event } },
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
        invoke: { id: 'run', src: 'run', input: ({ context }) => ({ wanted: wanted(context) }) },
        on: {
          'import/progressed': { actions: { type: 'count', params: ({ event }) => event } },
          'import/done': {
            target: 'done',
            actions: [
              { type: 'finish', params: ({ event }) => event },
              { type: 'emitFinished', params: ({ event }) => event },
            ],
          },
          'import/failed': { target: 'checked', actions: { type: 'keepFailure', params: ({ event }) => event } },
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
          onDone: {
            target: 'closed',
            actions: { type: 'emitUndone', params: ({ event }) => ({ undone: event.output }) },
          },
          onError: { target: 'done', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      closed: { type: 'final', entry: 'emitEnded' },
    },
  })
}

const nothing = { file: null, found: null, mapping: null, check: null, rows: 0, outcome: null, failure: null }
