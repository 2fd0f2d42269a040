/** Shared steps in the list, with their current steps when expanded (STEPS-04 to STEPS-07). */
import { ChevronRight, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getSharedSteps, type SharedStepsSummary } from '../../contract/shared-steps/shared-steps.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { AttachmentsView } from '../shared/attachments/attachments-view.tsx'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { attachedText } from './shared-steps-form.tsx'
import styles from './shared-steps.module.css'

export interface SharedStepsItemProps {
  shared: SharedStepsSummary
  /** Null for read-only use. */
  onEdit: (() => void) | null
  onDelete: (() => void) | null
}

export function SharedStepsItem({ shared, onEdit, onDelete }: SharedStepsItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, numberOfSteps, numberOfAttachedTestCases } = shared
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={`shared-steps-${id}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden />
            <span className={styles.name}>{name}</span>
          </button>
        </h2>
        <span className={styles.facts}>
          <small>{numberOfSteps === 1 ? '1 step' : `${numberOfSteps} steps`}</small>
          <small>{attachedText(numberOfAttachedTestCases)}</small>
        </span>
        {onEdit !== null && (
          <IconButton size="sm" label={`Edit ${name}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        )}
        {onDelete !== null && (
          <IconButton size="sm" label={`Delete ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <div id={`shared-steps-${id}`} hidden={!isOpen}>
        {/* Remounts when name or number of steps change: they were saved. */}
        {isOpen && <Held key={`${name} ${numberOfSteps}`} id={id} />}
      </div>
    </li>
  )
}

function Held({ id }: { id: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(
    async () => (await send(getSharedSteps, { params: { projectKey: key, sharedStepsId: id } })).data,
  )
  if (value === null)
    return failure === null ? (
      <div className={styles.held} aria-busy>
        <Skeleton width={240} />
        <Skeleton width={200} />
      </div>
    ) : (
      <ProblemState title="These steps did not load" isRetrying={isLoading} onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  const hasFiles = value.steps.some(({ attachments }) => attachments.length > 0)
  return (
    <div className={styles.held}>
      <table className={styles.steps} data-files={hasFiles || undefined}>
        <thead>
          <tr>
            <th scope="col" aria-label="Number">
              #
            </th>
            <th scope="col">Action</th>
            <th scope="col">Expected result</th>
            <th scope="col">Attachments</th>
          </tr>
        </thead>
        <tbody>
          {value.steps.map((step, i) => (
            <tr key={step.id}>
              <td>{i + 1}</td>
              <td data-label="Action">
                <Markdown>{step.action}</Markdown>
              </td>
              <td data-label="Expected result">
                {step.expectedResult === '' ? '–' : <Markdown>{step.expectedResult}</Markdown>}
              </td>
              <td data-label="Attachments">
                {step.attachments.length === 0 ? '–' : <AttachmentsView files={step.attachments} look="small" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
