import { assign, setup } from 'xstate'
import {
  withMoved,
  withOffered,
  withSized,
  withSwitched,
  type ColumnMove,
  type ReportColumn,
} from './report-columns.ts'

/** `offered`: available columns with defaults. Fields may load or change while the panel is open. */
interface Offered {
  offered: readonly ReportColumn[]
}

export type ColumnDraftEvent =
  | ({ type: 'column/moved' } & ColumnMove & Offered)
  | ({ type: 'column/switched'; id: string } & Offered)
  | ({ type: 'column/sized'; id: string; widthPx: number } & Offered)
  | ({ type: 'columns/reset' } & Offered)

/** Columns of a report in the open panel; applied on confirmation (EXPORT-16, EXPORT-17). */
export const columnDraft = setup({
  types: {
    context: {} as { columns: readonly ReportColumn[] },
    events: {} as ColumnDraftEvent,
    input: {} as { columns: readonly ReportColumn[] },
  },
}).createMachine({
  id: 'columnDraft',
  context: ({ input: { columns } }) => ({ columns }),
  on: {
    'column/moved': {
      actions: assign(({ context, event: { offered, ...move } }) => ({
        columns: withMoved(withOffered(context.columns, offered), move),
      })),
    },
    'column/switched': {
      actions: assign(({ context, event }) => ({
        columns: withSwitched(withOffered(context.columns, event.offered), event.id),
      })),
    },
    'column/sized': {
      actions: assign(({ context, event: { offered, ...size } }) => ({
        columns: withSized(withOffered(context.columns, offered), size),
      })),
    },
    'columns/reset': { actions: assign(({ event }) => ({ columns: event.offered })) },
  },
})
