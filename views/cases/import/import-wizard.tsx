/** 'Import' dialog (IMPT-01, IMPT-03): file, columns, preview, progress. Loaded on demand. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createImportsService, type ImportsService } from '../../../services/cases/cases-import.ts'
import { AskingDialog } from '../../shared/forms/asking-dialog.tsx'
import { useApplication, useProject } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CheckResult } from './check-result.tsx'
import { ImportOptions } from './import-options.tsx'
import { MapColumns } from './map-columns.tsx'
import { countTexts, fileText, importedText } from './import-text.ts'
import styles from './import.module.css'
import { FileUp } from 'lucide-react'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import { DropArea } from '../../ui/files/drop-area.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { fromCallback, fromPromise } from 'xstate'
import type { CaseImport, ImportCheck } from '../../../contract/cases/import.ts'
import { type Done, undoOperation } from '../../../contract/cases/operations.ts'
import { caseImport, type WantedImport } from '../../../machines/cases/case-import.machine.ts'
import type { Send } from '../../../services/http/http.ts'

export interface ImportWizardProps {
  structure: Structure
  /** Called when the repository has changed. */
  onChanged: () => void
  onShow: (suiteId: number) => void
  onClose: () => void
}

export function ImportWizard({ structure, onChanged, onShow, onClose }: ImportWizardProps) {
  const { send, token } = useApplication()
  const { key } = useProject()
  const [machine] = useState(() =>
    importIn(
      createImportsService(send, token, (address, init) => fetch(address, init)),
      send,
      key,
    ),
  )
  const wizard = useActorRef(machine)
  const snapshot = useSelector(wizard, (state) => state)
  useEmitted(wizard, {
    'import/finished': onChanged,
    'import/undone': ({ undone: { failed } }) => {
      onChanged()
      if (failed.length > 0)
        toast.error(`${formatCount(failed.length, 'test case stays', 'test cases stay')} because somebody changed them`)
      else toast.success('The import was undone')
    },
    'wizard/ended': onClose,
  })

  const { found, mapping, check, rows, outcome, failure } = snapshot.context
  const problem = failure === null ? null : messageOf(failure)
  const close = () => wizard.send({ type: 'wizard/closed' })
  const back = () => wizard.send({ type: 'wizard/back' })

  if (found === null || mapping === null || snapshot.matches('choosing') || snapshot.matches('sending'))
    return (
      <Dialog key="file" title="Import" width="medium" closesOnScrim={false} onClose={close}>
        <ChooseFile
          isSending={snapshot.matches('sending')}
          problem={problem}
          onFile={(file) => wizard.send({ type: 'file/chosen', file, sizeBytes: file.size })}
        />
      </Dialog>
    )

  if (snapshot.matches('checked') && check !== null) {
    const count = check.counts.created + check.counts.updated
    return (
      <AskingDialog
        key="check"
        title="Import"
        width="large"
        closesOnScrim={false}
        isDirty={mapping !== found.mapping}
        onClose={close}
        footer={
          <>
            <Button onClick={back}>Back</Button>
            <Button
              variant="primary"
              data-autofocus
              aria-disabled={count === 0}
              onClick={() => wizard.send({ type: 'import/confirmed' })}
            >
              {count === 0 ? 'Nothing to import' : `Import ${formatCount(count, 'test case', 'test cases')}`}
            </Button>
          </>
        }
      >
        <CheckResult check={check} />
        <InlineProblem>{problem}</InlineProblem>
      </AskingDialog>
    )
  }

  if (snapshot.matches('importing'))
    return (
      <Dialog
        key="work"
        title="Import"
        closesOnScrim={false}
        onClose={() => wizard.send({ type: 'import/cancelled' })}
        footer={
          <Button data-autofocus onClick={() => wizard.send({ type: 'import/cancelled' })}>
            Cancel
          </Button>
        }
      >
        <div className={styles.work}>
          <ProgressLine label="Importing test cases" value={rows} max={found.rows} />
          <p>
            {inFigures(rows)} of {formatCount(found.rows, 'row', 'rows')}
          </p>
        </div>
      </Dialog>
    )

  if (outcome !== null)
    return (
      <Dialog
        key="done"
        title="Import"
        onClose={close}
        footer={
          <>
            <Button isPending={snapshot.matches('undoing')} onClick={() => wizard.send({ type: 'undo/asked' })}>
              Undo
            </Button>
            <Button
              variant="primary"
              data-autofocus
              onClick={() => {
                if (outcome.suiteId !== null) onShow(outcome.suiteId)
                close()
              }}
            >
              Show test cases
            </Button>
          </>
        }
      >
        <div className={styles.work}>
          <output>{importedText(outcome.counts)}</output>
          <p>{countTexts(outcome.counts).join(', ')}</p>
          <InlineProblem>{problem}</InlineProblem>
        </div>
      </Dialog>
    )

  const isBusy = snapshot.matches('checking') || snapshot.matches('reading')
  const hasTitle = mapping.columns.includes('title')
  return (
    <AskingDialog
      key="mapping"
      title="Import"
      width="large"
      closesOnScrim={false}
      isDirty={mapping !== found.mapping}
      onClose={close}
      footer={
        <>
          <Button onClick={back}>Back</Button>
          <Button
            variant="primary"
            aria-disabled={!hasTitle}
            isPending={isBusy}
            onClick={() => wizard.send({ type: 'check/asked' })}
          >
            {snapshot.matches('checking') ? 'Checking the file…' : 'Check'}
          </Button>
        </>
      }
    >
      <div className={styles.mapping}>
        <header>
          <strong>{found.fileName}</strong>
          <span>{fileText(found)}</span>
        </header>
        {found.notes.map((note) => (
          <Banner key={note}>{note}</Banner>
        ))}
        {found.isRemembered && <p>Same mapping as your last import with these columns.</p>}
        <div className={styles.sides}>
          <MapColumns
            found={found}
            mapping={mapping}
            onChange={(change) => wizard.send({ type: 'mapping/changed', change })}
          />
          <ImportOptions
            found={found}
            mapping={mapping}
            structure={structure}
            onSheet={(sheet) => wizard.send({ type: 'sheet/chosen', sheet })}
            onChange={(change) => wizard.send({ type: 'mapping/changed', change })}
          />
        </div>
        <InlineProblem>{problem ?? (hasTitle ? null : 'Choose the title column.')}</InlineProblem>
      </div>
    </AskingDialog>
  )
}

const ACCEPTED = ['.csv', '.tsv', '.txt', '.xlsx', '.md', '.markdown', '.xml']

interface ChooseFileProps {
  isSending: boolean
  problem: string | null
  onFile: (file: File) => void
}

/** Step 1: choose or drop a file. */
function ChooseFile({ isSending, problem, onFile }: ChooseFileProps) {
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

/** Connects the import with the server. */
const importIn = (imports: ImportsService, send: Send, projectKey: string) =>
  caseImport<File>().provide({
    actors: {
      send: fromPromise<CaseImport, { file: File | null }>(({ input, signal }) =>
        input.file === null
          ? Promise.reject(new Error('there is no file'))
          : imports.send(projectKey, input.file, signal),
      ),
      read: fromPromise<CaseImport, { importId: string; sheet: string }>(({ input }) =>
        imports.read(projectKey, input.importId, input.sheet),
      ),
      check: fromPromise<ImportCheck, { wanted: WantedImport }>(({ input, signal }) =>
        imports.check(projectKey, input.wanted, signal),
      ),
      run: fromCallback<{ type: string }, { wanted: WantedImport }>(({ input, sendBack }) => {
        const stop = new AbortController()
        const report = (event: object) => {
          if (!stop.signal.aborted) sendBack(event as { type: string })
        }
        imports
          .run(projectKey, input.wanted, (rows) => report({ type: 'import/progressed', rows }), stop.signal)
          .then((outcome) => report({ type: 'import/done', outcome }))
          .catch((error: unknown) => report({ type: 'import/failed', error }))
        return () => stop.abort()
      }),
      undo: fromPromise<Done, { operationId: string }>(
        async ({ input }) =>
          (await send(undoOperation, { params: { projectKey, operationId: input.operationId } })).data,
      ),
    },
  })
