/** Creates a project from the archive of another one. Loaded on demand. */
import { useActorRef, useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { fromCallback } from 'xstate'
import { IMPORT_WITH_ACCOUNTS, type ImportedProject } from '../../contract/projects/archives.ts'
import {
  projectImport,
  type ImportFields,
  type ImportProgress,
} from '../../machines/projects/project-import.machine.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'
import { createProjectImport, type ProjectImport } from '../../services/projects/project-import.ts'
import { useApplication, useMay } from '../application/context.tsx'
import { useEmitted } from '../shared/use-emitted.ts'
import { Button } from '../ui/controls/button.tsx'
import { FileTrigger } from '../ui/files/file-trigger.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { ProgressLine } from '../ui/marks/progress-line.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import styles from './projects.module.css'

interface ImportProjectProps {
  onClose: () => void
  /** The project is in the list. */
  onImported: () => void
  onOpen: (projectKey: string) => void
}

export function ImportProject({ onClose, onImported, onOpen }: ImportProjectProps) {
  const { token } = useApplication()
  const may = useMay()
  const id = useId()
  const [machine] = useState(() => importIn(createProjectImport(token, (address, init) => fetch(address, init))))
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (state) => state)
  const { file, fields, progress, outcome, errors, problem } = snapshot.context
  useEmitted(actor, {
    'project/imported': ({ outcome: { project, leftOut } }) => {
      onImported()
      if (leftOut.length === 0) onOpen(project.key)
    },
  })
  if (outcome !== null)
    return <Imported outcome={outcome} onClose={onClose} onOpen={() => onOpen(outcome.project.key)} />
  const isImporting = snapshot.matches('importing')
  const firstWrong = FIELDS.find((field) => errors[field] !== undefined)
  return (
    <Dialog
      title="Import a project"
      onClose={onClose}
      closesOnScrim={!isImporting}
      footer={
        <>
          {/* Closing stops an import only while the archive is being sent. */}
          <Button onClick={onClose}>{isImporting && progress !== null ? 'Close' : 'Cancel'}</Button>
          <Button type="submit" form={id} variant="primary" isPending={isImporting}>
            Import project
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'import/confirmed' })
        }}
      >
        {isImporting ? (
          <Progress progress={progress} />
        ) : (
          <>
            <p>Creates a project from a file that “Export project” in the settings of another project has written.</p>
            <p>
              {may.has(IMPORT_WITH_ACCOUNTS)
                ? 'Authors with the e-mail address or username of an account here become that account; others are shown by name, marked as imported.'
                : 'You are found among the authors by your e-mail address or username; all others are shown by name, marked as imported.'}
            </p>
            <div className={styles.archive}>
              <FileTrigger
                accept={['.zst', 'application/zstd']}
                onChoose={([chosen]) => chosen && actor.send({ type: 'archive/chosen', file: chosen })}
              >
                <Button>{file === null ? 'Choose archive' : 'Choose another archive'}</Button>
              </FileTrigger>
              {file !== null && <span className={styles.archiveName}>{file.name}</span>}
              <InlineProblem>{errors.archive}</InlineProblem>
            </div>
            {FIELDS.map((field) => (
              <TextField
                key={field}
                label={LABELS[field]}
                description="Leave empty to use that of the archive."
                autoComplete="off"
                spellCheck={false}
                // The form is rendered again after a failed import.
                autoFocus={field === firstWrong}
                value={fields[field]}
                error={errors[field]}
                onValueChange={(value) =>
                  actor.send({
                    type: 'fields/changed',
                    change: { [field]: field === 'key' ? value.toUpperCase() : value },
                  })
                }
              />
            ))}
            <InlineProblem>{problem ?? undefined}</InlineProblem>
          </>
        )}
      </form>
    </Dialog>
  )
}

const FIELDS = ['name', 'key'] as const satisfies readonly (keyof ImportFields)[]
const LABELS = { name: 'Project name', key: 'Key' }

const PHASES = { checking: 'Checking the archive and storing its files', writing: 'Writing the project' } as const

function Progress({ progress }: { progress: ImportProgress | null }) {
  const label = progress === null ? 'Sending the archive' : PHASES[progress.phase]
  return (
    <>
      <output>{label}…</output>
      {progress !== null && <ProgressLine label={label} value={progress.done} max={progress.total} />}
      <p>
        {progress === null
          ? 'Keep this page open until the archive has been sent.'
          : 'You can close this page: the import goes on, and the project then appears in the list.'}
      </p>
    </>
  )
}

interface ImportedProps {
  outcome: ImportedProject
  onClose: () => void
  onOpen: () => void
}

function Imported({ outcome: { project, leftOut }, onClose, onOpen }: ImportedProps) {
  return (
    <Dialog
      title={`${project.name} was imported`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus onClick={onOpen}>
            Open project
          </Button>
        </>
      }
    >
      <p>Archives contain no credentials, and nothing that sends messages. Enter these settings again:</p>
      <ul className={styles.leftOut}>
        {leftOut.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Connects the machine with the server. */
const importIn = (run: ReturnType<typeof createProjectImport>) =>
  projectImport<File>().provide({
    actors: {
      run: fromCallback<{ type: string }, { file: File; fields: ImportFields }>(({ input, sendBack }) => {
        const stop = new AbortController()
        const report = (event: object) => {
          if (!stop.signal.aborted) sendBack(event as { type: string })
        }
        const request: ProjectImport = { file: input.file, ...input.fields }
        run(request, (progress) => report({ type: 'import/progressed', progress }), stop.signal).then(
          (outcome) => report({ type: 'import/done', outcome }),
          (error: unknown) => report({ type: 'import/failed', message: messageOf(error), errors: errorsOf(error) }),
        )
        return () => stop.abort()
      }),
    },
  })

const errorsOf = (error: unknown): Partial<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.errors
          .filter(({ field }) => ['archive', 'name', 'key'].includes(field))
          .map(({ field, message }) => [field, message]),
      )
    : {}
