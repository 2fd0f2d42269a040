import { FileUp } from 'lucide-react'
import { FORMAT_NAMES } from '../../../contract/launches/result-import.ts'
import { RESULT_IMPORT_LIMITS } from '../../../contract/launches/result-import-limits.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DropArea } from '../../ui/files/drop-area.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import styles from './import.module.css'

const ACCEPTED = ['.xml', '.json', '.jsonl', '.ndjson', '.trx', '.tap', '.txt', '.log', '.zip', '.gz', '.tgz', '.tar']

export interface ChooseFilesProps {
  isSending: boolean
  problem: string | null
  /** The equivalent API call for scripts. */
  command: string
  onFiles: (files: File[]) => void
  onCancel: () => void
}

/** Step 1: choose or drop report files. */
export function ChooseFiles({ isSending, problem, command, onFiles, onCancel }: ChooseFilesProps) {
  return (
    <div className={styles.page}>
      <DropArea label="Reports" onFiles={isSending ? null : onFiles}>
        <FileUp aria-hidden />
        <h2>Drop reports here</h2>
        <p>
          {Object.values(FORMAT_NAMES).join(', ')}: single files, several at once, or a ZIP archive of them. Up to{' '}
          {RESULT_IMPORT_LIMITS.fileBytes / 1024 / 1024} MB together.
        </p>
        <p>Screenshots and other attachments are imported with the reports: pack both into one archive.</p>
        {isSending ? (
          <Button onClick={onCancel}>Cancel</Button>
        ) : (
          <FileTrigger accept={ACCEPTED} isMultiple onChoose={onFiles}>
            <Button variant="primary">Choose files</Button>
          </FileTrigger>
        )}
        <output>{isSending ? 'Reading the reports…' : ''}</output>
        <InlineProblem>{problem}</InlineProblem>
      </DropArea>
      <section className={styles.script} aria-labelledby="from-a-script">
        <h2 id="from-a-script">From a script</h2>
        <p>
          The same with one call, for example at the end of a build. Give it an access token of a service account or of
          your profile. Its key names the build and the report: a repeated call makes no second launch, another report
          of the build makes one.
        </p>
        <CodeBlock code={command} label="Command" />
      </section>
    </div>
  )
}
