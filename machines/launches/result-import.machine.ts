import { assign, emit, fromCallback, setup } from 'xstate'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../contract/launches/result-import-limits.ts'
import type { ImportedLaunch, ResultImport } from '../../contract/launches/result-import.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** What the user types about the launch; blank texts are unknown. */
export type ImportForm = Record<'name' | 'environment' | 'build' | 'branch' | 'commit', string>
const EMPTY_FORM: ImportForm = { name: '', environment: '', build: '', branch: '', commit: '' }

export type ResultImportEvent<File> =
  | { type: 'files/chosen'; files: readonly File[]; sizeBytes: number }
  | { type: 'fields/changed'; change: Partial<ImportForm> }
  | { type: 'import/confirmed' }
  /** Cancels the running import: no launch stays. */
  | { type: 'import/cancelled' }
  | { type: 'import/back' }
  /** Sent by the running import. */
  | { type: 'import/progressed'; tests: number }
  | { type: 'import/done'; outcome: ImportedLaunch }
  | { type: 'import/failed'; error: unknown }

export interface ResultImportInput<File> {
  /** Reports that were uploaded before a reload. */
  importId: string | null
  /** Typed values that differ from the reports' suggestions. */
  typed: Partial<ImportForm>
  /** Files that were dropped on another page. */
  files: readonly File[]
}

const tooMany = (count: number, sizeBytes: number): Error | null => {
  if (count > LIMITS.files) return new Error(`At most ${LIMITS.files} files can be imported at once`)
  if (sizeBytes > LIMITS.fileBytes)
    return new Error(`The files are larger than ${LIMITS.fileBytes / 1024 / 1024} MB together`)
  return sizeBytes === 0 ? new Error('The files are empty') : null
}

/**
 * Imports a launch from report files: choose, upload and read, preview and name, then import. A failed step returns to the previous one
 * with its typed values.
 */
export function resultImport<File>() {
  interface Context {
    files: readonly File[]
    importId: string | null
    typed: Partial<ImportForm>
    found: ResultImport | null
    fields: ImportForm
    /** Stored tests, of `found.tests`. */
    tests: number
    failure: unknown
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as ResultImportEvent<File>,
      input: {} as ResultImportInput<File>,
      emitted: {} as { type: 'import/finished'; outcome: ImportedLaunch },
    },
    actors: {
      send: unprovided<ResultImport, { files: readonly File[] }>('send'),
      read: unprovided<ResultImport, { importId: string }>('read'),
      /** Reports progress and the outcome; cancels the import when stopped. */
      run: fromCallback<{ type: string }, { importId: string; fields: ImportForm }>(() => undefined),
    },
    guards: {
      wasSent: ({ context }) => context.importId !== null,
      hasFiles: ({ context }) => context.files.length > 0,
      isNamed: ({ context }) => context.fields.name.trim() !== '',
    },
    actions: {
      takeFound: assign(({ context }, found: ResultImport) => ({
        found,
        importId: found.id,
        files: [],
        fields: {
          name: found.suggested.name,
          environment: found.suggested.environment ?? '',
          build: found.suggested.build ?? '',
          branch: found.suggested.origin.branch ?? '',
          commit: found.suggested.origin.commit ?? '',
          ...context.typed,
        },
      })),
      forget: assign({ files: [], importId: null, typed: {}, found: null, failure: null }),
      begin: assign({ tests: 0, failure: null }),
      /** State for the page's address, for reloads. */
      remember: (_, _kept: { importId: string | null; typed: Partial<ImportForm> }) => undefined,
    },
  }).createMachine({
    id: 'resultImport',
    context: ({ input }) => ({
      ...input,
      found: null,
      fields: EMPTY_FORM,
      tests: 0,
      failure: null,
    }),
    initial: 'beginning',
    states: {
      beginning: {
        always: [
          { guard: 'wasSent', target: 'reading' },
          { guard: 'hasFiles', target: 'sending' },
          { target: 'choosing' },
        ],
      },
      choosing: {
        entry: { type: 'remember', params: ({ context }) => context },
        on: {
          'files/chosen': [
            {
              guard: ({ event }) => event.files.length > 0 && tooMany(event.files.length, event.sizeBytes) === null,
              target: 'sending',
              actions: assign(({ event }) => ({ files: event.files, importId: null, typed: {}, failure: null })),
            },
            {
              guard: ({ event }) => event.files.length > 0,
              actions: assign(({ event }) => ({ failure: tooMany(event.files.length, event.sizeBytes) })),
            },
          ],
        },
      },
      reading: {
        invoke: {
          id: 'read',
          src: 'read',
          input: ({ context }) => ({ importId: context.importId ?? '' }),
          onDone: {
            target: 'previewing',
            actions: { type: 'takeFound', params: ({ event }) => event.output },
          },
          onError: { target: 'choosing', actions: ['forget', assign(({ event }) => ({ failure: event.error }))] },
        },
        on: { 'import/back': { target: 'choosing', actions: 'forget' } },
      },
      sending: {
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => ({ files: context.files }),
          onDone: {
            target: 'previewing',
            actions: { type: 'takeFound', params: ({ event }) => event.output },
          },
          onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'import/back': { target: 'choosing', actions: 'forget' } },
      },
      previewing: {
        entry: { type: 'remember', params: ({ context }) => context },
        on: {
          'fields/changed': {
            actions: [
              assign(({ context, event }) => ({
                fields: { ...context.fields, ...event.change },
                typed: { ...context.typed, ...event.change },
                failure: null,
              })),
              { type: 'remember', params: ({ context }) => context },
            ],
          },
          'import/confirmed': { guard: 'isNamed', target: 'importing' },
          'import/back': { target: 'choosing', actions: 'forget' },
        },
      },
      importing: {
        entry: 'begin',
        invoke: {
          id: 'run',
          src: 'run',
          input: ({ context }) => ({ importId: context.importId ?? '', fields: context.fields }),
        },
        on: {
          'import/progressed': { actions: assign(({ event }) => ({ tests: event.tests })) },
          'import/done': {
            target: 'done',
            actions: emit(({ event }) => ({ type: 'import/finished', outcome: event.outcome })),
          },
          'import/failed': { target: 'previewing', actions: assign(({ event }) => ({ failure: event.error })) },
          'import/cancelled': 'previewing',
        },
      },
      done: { type: 'final' },
    },
  })
}
