import { FileUp } from 'lucide-react'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DropArea } from '../../ui/files/drop-area.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'

const ACCEPTED = ['.csv', '.tsv', '.txt', '.xlsx', '.md', '.markdown', '.xml']

export interface ChooseFileProps {
  isSending: boolean
  problem: string | null
  onFile: (file: File) => void
}

/** Step 1: choose or drop a file. */
export function ChooseFile({ isSending, problem, onFile }: ChooseFileProps) {
  return (
    <DropArea label="File" onFiles={isSending ? null : ([file]) => file && onFile(file)}>
      <FileUp aria-hidden />
      <h3>Drop a file with test cases here</h3>
      <p>
        CSV, TSV, Excel (XLSX), tables in Markdown, and exports of TestRail (XML or CSV), Qase, Zephyr, Xray and Testmo.
        Up to {IMPORT_LIMITS.fileBytes / 1024 / 1024} MB and {IMPORT_LIMITS.rows.toLocaleString('en')} rows. The first
        row names the columns.
      </p>
      <FileTrigger accept={ACCEPTED} onChoose={([file]) => file && onFile(file)}>
        <Button variant="primary" data-autofocus isPending={isSending}>
          {isSending ? 'Reading the file…' : 'Choose a file'}
        </Button>
      </FileTrigger>
      <InlineProblem>{problem}</InlineProblem>
    </DropArea>
  )
}
