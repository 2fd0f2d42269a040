/** Columns of a report, from the project's enabled fields (EXPORT-25). */
import { columnsAsLeft, type ReportColumn } from '../../../machines/cases/report-columns.ts'
import { fieldGroups, labelOf } from '../../shared/case-fields/fields.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'

/** Default of a column. */
export interface OfferedColumn extends ReportColumn {
  label: string
}

const column = (id: string, label: string, widthPx: number, isOn = false): OfferedColumn => ({
  id,
  label,
  widthPx,
  isOn,
})

/** Built-in fields: default widths and visibility. */
const BUILT_IN: Record<string, { widthPx: number; isOn?: boolean }> = {
  priority: { widthPx: 110, isOn: true },
  automationState: { widthPx: 150, isOn: true },
  author: { widthPx: 150, isOn: true },
  createdOn: { widthPx: 110 },
  description: { widthPx: 260 },
  preConditions: { widthPx: 220 },
  postConditions: { widthPx: 220 },
  steps: { widthPx: 340 },
  attachments: { widthPx: 180 },
}

/** Columns stored under another name than the field's. */
const COLUMNS: Record<string, string> = { createdOn: 'created' }

/** Without the title, which is always first. */
export const offeredColumns = (vocabulary: Vocabulary): readonly OfferedColumn[] => {
  // Short values come before long texts.
  const fields = [...fieldGroups(vocabulary)].reverse().flatMap((group) => group.fields)
  return [
    column('key', 'Key', 90, true),
    ...fields.flatMap((field) => {
      if (field.type === 'CUSTOM') return [column(`field:${field.id}`, labelOf(field), 150)]
      const look = BUILT_IN[field.systemName]
      // Draft and Deprecated are shown with the title.
      return look === undefined
        ? []
        : [column(COLUMNS[field.systemName] ?? field.systemName, labelOf(field), look.widthPx, look.isOn)]
    }),
    column('updated', 'Updated', 110, true),
  ]
}

/** With labels, as the reader configured them. */
export const columnsShown = (
  left: readonly ReportColumn[],
  offered: readonly OfferedColumn[],
): readonly OfferedColumn[] =>
  columnsAsLeft(left, offered).flatMap((one) => {
    const known = offered.find(({ id }) => id === one.id)
    return known === undefined ? [] : [{ ...one, label: known.label }]
  })
