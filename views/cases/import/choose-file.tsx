import { FileUp } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import { Button } from '../../ui/button.tsx'
import { FileTrigger } from '../../ui/forms/file-trigger.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import styles from './import.module.css'

const ACCEPTED = ['.csv', '.tsv', '.txt', '.xlsx', '.md', '.markdown', '.xml']

export interface ChooseFileProps {
  isSending: boolean
  problem: string | null
  onFile: (file: File) => void
}

/** Step 1: choose or drop a file. */
export function ChooseFile({ isSending, problem, onFile }: ChooseFileProps) {
  const [isOver, setOver] = useState(false)
  return (
    <section
      className={styles.drop}
      aria-label="File"
      data-over={isOver || undefined}
      {...dropping(isSending ? () => undefined : onFile, setOver)}
    >
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
    </section>
  )
}

/** Not the library's drop zone: it ignores files without a file system entry, such as those of a mail or another page. */
const dropping = (onFile: (file: File) => void, setOver: (isOver: boolean) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  },
  onDragLeave: () => setOver(false),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  },
})
