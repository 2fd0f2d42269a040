import { assign, emit, fromCallback, setup } from 'xstate'
import type { ImportedProject } from '../../contract/projects/archives.ts'

/** What the user types about the project; empty for the values of the archive. */
export interface ImportFields {
  name: string
  key: string
}
export type ImportField = 'archive' | keyof ImportFields

export interface ImportProgress {
  phase: 'checking' | 'writing'
  done: number
  total: number
}

export type ProjectImportEvent<File> =
  | { type: 'archive/chosen'; file: File }
  | { type: 'fields/changed'; change: Partial<ImportFields> }
  | { type: 'import/confirmed' }
  /** Sent by the running import. */
  | { type: 'import/progressed'; progress: ImportProgress }
  | { type: 'import/done'; outcome: ImportedProject }
  | { type: 'import/failed'; message: string; errors: Partial<Record<ImportField, string>> }

/** Creates a project from an archive: choose, send and follow, then read what the archive does not contain. A failure leaves the values to correct. */
export function projectImport<File>() {
  return setup({
    types: {
      context: {} as {
        file: File | null
        fields: ImportFields
        /** Null while the archive is being sent. */
        progress: ImportProgress | null
        outcome: ImportedProject | null
        errors: Partial<Record<ImportField, string>>
        /** Why the import failed, if it concerns no field. */
        problem: string | null
      },
      events: {} as ProjectImportEvent<File>,
      emitted: {} as { type: 'project/imported'; outcome: ImportedProject },
    },
    actors: {
      /** Reports progress and the outcome; stops sending the archive when stopped. */
      run: fromCallback<{ type: string }, { file: File; fields: ImportFields }>(() => undefined),
    },
  }).createMachine({
    id: 'projectImport',
    context: { file: null, fields: { name: '', key: '' }, progress: null, outcome: null, errors: {}, problem: null },
    initial: 'editing',
    states: {
      editing: {
        on: {
          'archive/chosen': {
            actions: assign(({ context, event }) => ({
              file: event.file,
              errors: { ...context.errors, archive: undefined },
              problem: null,
            })),
          },
          'fields/changed': {
            actions: assign(({ context, event }) => ({
              fields: { ...context.fields, ...event.change },
              errors: {
                ...context.errors,
                ...Object.fromEntries(Object.keys(event.change).map((field) => [field, undefined])),
              },
            })),
          },
          'import/confirmed': [
            {
              guard: ({ context }) => context.file !== null,
              target: 'importing',
              actions: assign({ progress: null, errors: {}, problem: null }),
            },
            { actions: assign({ errors: { archive: 'Choose the archive of a project' } }) },
          ],
        },
      },
      importing: {
        invoke: {
          id: 'run',
          src: 'run',
          input: ({ context }) => ({ file: context.file as File, fields: context.fields }),
        },
        on: {
          'import/progressed': { actions: assign(({ event }) => ({ progress: event.progress })) },
          'import/done': {
            target: 'done',
            actions: [
              assign(({ event }) => ({ outcome: event.outcome })),
              emit(({ event }) => ({ type: 'project/imported' as const, outcome: event.outcome })),
            ],
          },
          'import/failed': {
            target: 'editing',
            actions: assign(({ event }) => ({
              errors: event.errors,
              problem: Object.keys(event.errors).length > 0 ? null : event.message,
            })),
          },
        },
      },
      done: { type: 'final' },
    },
  })
}
