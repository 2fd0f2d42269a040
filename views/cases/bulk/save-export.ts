import type { BulkOutcome } from '../../../machines/bulk-wizard.ts'
import { toast } from '../../ui/toasts.ts'
import { outcomeWords } from './words.ts'

/** Gives what was exported to the browser's downloads. What makes workbooks is loaded when one is made. */
export const saveExport = async (outcome: BulkOutcome, name: string): Promise<void> => {
  try {
    if (outcome.task.action === 'export-xlsx') {
      const { XLSX_TYPE, workbookOf } = await import('./workbook.ts')
      save(await workbookOf(outcome.rows), XLSX_TYPE, `${name}.xlsx`)
    } else save(outcome.texts, 'text/csv;charset=utf-8', `${name}.csv`)
    toast.success(outcomeWords(outcome))
  } catch {
    toast.error('The file could not be made')
  }
}

const save = (parts: readonly BlobPart[], type: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download holds what it reads; the address may go once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
