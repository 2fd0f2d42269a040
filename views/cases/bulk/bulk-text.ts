/** Texts of the wizard for each action. */
import type { BulkAction, BulkOutcome } from '../../../machines/cases/bulk-wizard.machine.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'

interface ActionTexts {
  label: string
  description: string
  /** In progress: 'Moving 12 test cases'. */
  doing: string
  /** 'were moved' */
  did: string
}

export const ACTION_TEXTS: Record<BulkAction, ActionTexts> = {
  edit: {
    label: 'Edit',
    description: 'Set priority, state or fields for all selected cases.',
    doing: 'Editing',
    did: 'edited',
  },
  move: { label: 'Move', description: 'To a suite in this or another project', doing: 'Moving', did: 'moved' },
  clone: {
    label: 'Clone',
    description: 'Into a suite in this or another project',
    doing: 'Cloning',
    did: 'cloned',
  },
  delete: { label: 'Delete', description: 'To the trash bin', doing: 'Deleting', did: 'deleted' },
  'export-csv': {
    label: 'Export CSV',
    description: 'For spreadsheets, with steps and fields',
    doing: 'Exporting',
    did: 'exported',
  },
  'export-xlsx': {
    label: 'Export XLSX',
    description: 'An Excel workbook, with steps and fields',
    doing: 'Exporting',
    did: 'exported',
  },
  'export-pdf': {
    label: 'Export PDF',
    description: 'A report to print or to save as PDF',
    doing: 'Exporting',
    did: 'exported',
  },
}

export const caseCount = (count: number): string => formatCount(count, 'test case', 'test cases')

export const outcomeText = ({ task: { action }, done, total }: BulkOutcome): string => {
  if (action === 'delete' && done.length === total) return done.length === 1 ? TEXTS.caseDeleted : TEXTS.casesDeleted
  const { did } = ACTION_TEXTS[action]
  if (done.length < total) return `${inFigures(done.length)} of ${inFigures(total)} test cases were ${did}`
  return `${formatCount(done.length, 'test case was', 'test cases were')} ${did}`
}
