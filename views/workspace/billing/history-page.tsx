/** Billing history: changes of the plan of a self-hosted workspace. */
import type { AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { listPlanChanges } from '../../../contract/workspace/usage.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { actionLabel, fieldLabel, formatValue } from '../audit-log/audit-labels.ts'
import styles from './billing.module.css'

export function HistoryPage() {
  const { send } = useApplication()
  const list = stateOfLoaded(
    useResource(() => send(listPlanChanges)),
    ({ items }) => items,
  )
  return (
    <WorkspacePage title="Billing history">
      <div className={styles.section}>
        <p className={styles.words}>
          A self-hosted workspace has no invoices. These are the changes of its features, seats and billing contact.
        </p>
        <ListStates
          title="The history"
          list={list}
          empty={<EmptyState title="No changes yet">Changes of features and seats are listed here.</EmptyState>}
        >
          {(changes) => <DataList label="Plan changes" rows={changes} columns={COLUMNS} isStacked />}
        </ListStates>
      </div>
    </WorkspacePage>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'Change',
    width: 'minmax(200px, 3fr)',
    skeleton: 'name',
    cell: ({ type, subject, fields }) =>
      `${actionLabel(type)} ${subject}`.trim() +
      (fields.length === 0
        ? ''
        : `: ${fields.map(({ field, after }) => `${fieldLabel(field)} ${formatValue(after)}`).join(', ')}`),
  },
  { header: 'By', width: 'minmax(100px, 1fr)', skeleton: 70, cell: ({ actor }) => actor ?? 'Assay' },
  { header: 'Time', width: 'minmax(90px, 1fr)', skeleton: 60, cell: ({ at }) => <RelativeTime at={at} /> },
]
