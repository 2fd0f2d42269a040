/** Billing history: changes of the plan of a self-hosted workspace. */
import { listPlanChanges } from '../../../contract/workspace/usage.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { actionWords, fieldWords, valueWords } from '../audit-log/audit-words.ts'
import styles from './billing.module.css'

export function HistoryPage() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(() => send(listPlanChanges))
  return (
    <WorkspacePage title="Billing history">
      <div className={styles.section}>
        <p className={styles.words}>
          A self-hosted workspace has no invoices. These are the changes of its features, seats and billing contact.
        </p>
        {value === null && failure !== null ? (
          <ProblemState title="The history did not load" onRetry={retry} isRetrying={isLoading}>
            {messageOf(failure)}
          </ProblemState>
        ) : value?.items.length === 0 ? (
          <EmptyState title="No changes yet">Changes of features and seats are listed here.</EmptyState>
        ) : (
          <List label="Plan changes" isBusy={value === null} className={styles.history}>
            <ListHead>
              {['Change', 'By', 'Time'].map((label) => (
                <Cell key={label} isHead>
                  {label}
                </Cell>
              ))}
            </ListHead>
            {value === null && (
              <Row>
                <Cell>
                  <Skeleton width={160} />
                </Cell>
              </Row>
            )}
            {value?.items.map(({ id, type, subject, fields, actor, at }) => (
              <Row key={id} className={styles.row}>
                <Cell>
                  {`${actionWords(type)} ${subject}`.trim()}
                  {fields.length > 0 &&
                    `: ${fields.map(({ field, after }) => `${fieldWords(field)} ${valueWords(after)}`).join(', ')}`}
                </Cell>
                <Cell data-label="By">{actor ?? 'Assay'}</Cell>
                <Cell data-label="Time">
                  <RelativeTime at={at} />
                </Cell>
              </Row>
            ))}
          </List>
        )}
      </div>
    </WorkspacePage>
  )
}
