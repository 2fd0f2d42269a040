import { assign, emit, fromCallback, setup } from 'xstate'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../contract/launches/result-import-limits.ts'
import type { ImportedLaunch, ImportedLaunchFields, ResultImport } from '../../contract/launches/result-import.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type ResultImportEvent<File> =
  | { type: 'files/chosen'; files: readonly File[]; sizeBytes: number }
  | { type: 'fields/changed'; change: Partial<ImportedLaunchFields> }
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
  typed: Partial<ImportedLaunchFields>
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
    typed: Partial<ImportedLaunchFields>
    found: ResultImport | null
    fields: ImportedLaunchFields
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
      run: fromCallback<{ type: string }, { importId: string; fields: ImportedLaunchFields }>(() => undefined),
    },
    guards: {
      wasSent: ({ context }) => context.importId !== null,
      hasFiles: ({ context }) => context.files.length > 0,
      areSound: (_, { files, sizeBytes }: { files: readonly File[]; sizeBytes: number }) =>
        files.length > 0 && tooMany(files.length, sizeBytes) === null,
      areAny: (_, { files }: { files: readonly File[] }) => files.length > 0,
      isNamed: ({ context }) => context.fields.name.trim() !== '',
    },
    actions: {
      takeFiles: assign((_, { files }: { files: readonly File[] }) => ({
        files,
        importId: null,
        typed: {},
        failure: null,
      })),
      refuseFiles: assign((_, { files, sizeBytes }: { files: readonly File[]; sizeBytes: number }) => ({
        failure: tooMany(files.length, sizeBytes),
      })),
      takeFound: assign(({ context }, { found }: { found: ResultImport }) => ({
        found,
        importId: found.id,
        files: [],
        fields: {
          name: context.typed.name ?? found.suggested.name,
          environment: context.typed.environment ?? found.suggested.environment ?? '',
          build: context.typed.build ?? found.suggested.build ?? '',
        },
      })),
      change: assign(({ context }, { change }: { change: Partial<ImportedLaunchFields> }) => ({
        fields: { ...context.fields, ...change },
        typed: { ...context.typed, ...change },
        failure: null,
      })),
      forget: assign({ files: [], importId: null, typed: {}, found: null, failure: null }),
      begin: assign({ tests: 0, failure: null }),
      count: assign((_, { tests }: { tests: number }) => ({ tests })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      /** State for the page's address, for reloads. */
      remember: (_, _kept: { importId: string | null; typed: Partial<ImportedLaunchFields> }) => undefined,
      emitFinished: emit((_, { outcome }: { outcome: ImportedLaunch }) => ({
        type: 'import/finished' as const,
        outcome,
      })),
    },
  }).createMachine({
    id: 'resultImport',
    context: ({ input }) => ({
      ...input,
      found: null,
      fields: { name: '', environment: '', build: '' },
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
              guard: { type: 'areSound', params: ({ event }) => event },
              target: 'sending',
              actions: { type: 'takeFiles', params: ({ event }) => event },
            },
            {
              guard: { type: 'areAny', params: ({ event }) => event },
              actions: { type: 'refuseFiles', params: ({ event }) => event },
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
            actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
          },
          onError: {
            target: 'choosing',
            actions: ['forget', { type: 'keepFailure', params: ({ event }) => event }],
          },
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
            actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
          },
          onError: { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'import/back': { target: 'choosing', actions: 'forget' } },
      },
      previewing: {
        entry: { type: 'remember', params: ({ context }) => context },
        on: {
          'fields/changed': {
            actions: [
              { type: 'change', params: ({ event }) => event },
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
          'import/progressed': { actions: { type: 'count', params: ({ event }) => event } },
          'import/done': { target: 'done', actions: { type: 'emitFinished', params: ({ event }) => event } },
          'import/failed': { target: 'previewing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          'import/cancelled': 'previewing',
        },
      },
      done: { type: 'final' },
    },
  })
}
