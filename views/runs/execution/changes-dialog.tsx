/** Differences between the run's version of a case and the newest, with an update. */
import { getTestCase } from '../../../contract/cases/cases.ts'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { caseChanges } from '../../../machines/runs/case-changes.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { isDisplayed } from '../../shared/case-fields/fields.ts'
import { fieldName, formatValue } from '../../shared/case-fields/format-value.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './changes-dialog.module.css'

interface ChangesDialogProps {
  content: RunCaseContent
  people: readonly ProjectUser[]
  /** Null where the run cannot be changed. */
  onAdopt: (() => void) | null
  onClose: () => void
}

const KINDS = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const

export function ChangesDialog({ content, people, onAdopt, onClose }: ChangesDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, retry } = useResource(
    async () => (await send(getTestCase, { params: { projectKey: key, caseId: content.caseId } })).data,
  )
  const vocabulary = useVocabulary()
  const known = { vocabulary, people }
  const changes =
    value === null
      ? null
      : caseChanges(content, value, {
          isShown: (field) => isDisplayed(field, vocabulary),
          name: (field) => fieldName(field, known),
          value: (field, one) => formatValue(field, one, known),
        })
  return (
    <Dialog
      title={`Changes of ${content.key} since this run was created`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep the old version</Button>
          {onAdopt !== null && (
            <Button variant="primary" onClick={onAdopt}>
              Use new version
            </Button>
          )}
        </>
      }
    >
      {changes === null && failure === null && <Skeleton width={240} />}
      {failure !== null && (
        <ProblemState title="The changes did not load" onRetry={retry}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {changes?.length === 0 && <p>Nothing changed that the settings of this project display.</p>}
      <ul className={styles.changes}>
        {changes?.map(({ id, name, kind, before, after }) => (
          <li key={id}>
            <h3>
              {name} <small>{KINDS[kind]}</small>
            </h3>
            {kind !== 'added' && <del className={styles.before}>{before || 'Empty'}</del>}
            {kind !== 'removed' && <ins className={styles.after}>{after || 'Empty'}</ins>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
