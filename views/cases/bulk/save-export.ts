import type { BulkOutcome } from '../../../machines/cases/bulk-wizard.machine.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { outcomeWords } from './words.ts'

/** Downloads exported cases. The workbook writer loads on demand. */
export const saveExport = async (outcome: BulkOutcome, name: string): Promise<void> => {
  try {
    if (outcome.task.action === 'export-xlsx') {
      const { XLSX_TYPE, workbookOf } = await import('../../shared/workbook/workbook.ts')
      saveFile(new Blob([...(await workbookOf(outcome.rows))], { type: XLSX_TYPE }), `${name}.xlsx`)
    } else saveFile(new Blob([...outcome.texts], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    toast.success(outcomeWords(outcome))
  } catch {
    toast.error('The file could not be created')
  }
}
