/** Downloads everything in the project as one archive. */
import { useState } from 'react'
import { getArchiveContents, projectArchiveHref, type ArchiveContents } from '../../../contract/projects/archives.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import styles from './general.module.css'

export function ExportProject() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.export} aria-labelledby="export-project">
      <h2 id="export-project">Export</h2>
      <p>
        Download everything in this project as one archive, and import it as a new project here or in another
        installation.
      </p>
      <Button onClick={() => setOpen(true)}>Export project</Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { send } = useApplication()
  const { key, name } = useProject()
  const { value, failure, isLoading } = useResource(() => send(getArchiveContents, { params: { projectKey: key } }))
  return (
    <Dialog
      title={`Export ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink href={projectArchiveHref(key)} download variant="primary" data-autofocus>
            Download archive
          </ButtonLink>
        </>
      }
    >
      <div className={styles.contents}>
        {isLoading && <output>Counting…</output>}
        <InlineProblem>{failure === null ? undefined : messageOf(failure)}</InlineProblem>
        {value !== null && <Contents contents={value} />}
        <p>
          The archive contains settings, test cases with their history, plans and runs, exploratory sessions, launches
          with logs and files, and the names and e-mail addresses of their authors. Store it as safely as the project
          itself.
        </p>
      </div>
    </Dialog>
  )
}

function Contents({ contents }: { contents: ArchiveContents }) {
  const { launchesInProgress, leftOut } = contents
  const facts = [
    ['Test cases', contents.testCases],
    ['Test runs', contents.testRuns],
    ['Exploratory sessions', contents.exploratorySessions],
    ['Launches', contents.launches],
    ['Files', contents.files],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
        <div>
          <dt>Size of files</dt>
          <dd>{formatSize(contents.fileBytes)}</dd>
        </div>
      </dl>
      {launchesInProgress > 0 && (
        <p>
          {launchesInProgress === 1 ? 'A launch in progress is' : `${launchesInProgress} launches in progress are`} left
          out.
        </p>
      )}
      {leftOut.length > 0 && (
        <>
          <p>Left out, because it is a credential or sends messages:</p>
          <ul className={styles.leftOut}>
            {leftOut.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
