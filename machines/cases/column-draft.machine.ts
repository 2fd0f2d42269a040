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
  actions: {
    move: assign(({ context }, { offered, ...move }: ColumnMove & Offered) => ({
      columns: withMoved(withOffered(context.columns, offered), move),
    })),
    switch: assign(({ context }, { offered, id }: { id: string } & Offered) => ({
      columns: withSwitched(withOffered(context.columns, offered), id),
    })),
    size: assign(({ context }, { offered, ...size }: { id: string; widthPx: number } & Offered) => ({
      columns: withSized(withOffered(context.columns, offered), size),
    })),
    reset: assign((_, { offered }: Offered) => ({ columns: offered })),
  },
}).createMachine({
  id: 'columnDraft',
  context: ({ input: { columns } }) => ({ columns }),
  on: {
    'column/moved': { actions: { type: 'move', params: ({ event }) => event } },
    'column/switched': { actions: { type: 'switch', params: ({ event }) => event } },
    'column/sized': { actions: { type: 'size', params: ({ event }) => event } },
    'columns/reset': { actions: { type: 'reset', params: ({ event }) => event } },
  },
})
