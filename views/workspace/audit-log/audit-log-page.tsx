/** Audit log of the workspace: who changed what, when and from where. Verifies the chain of entries. */
import { Download, ShieldCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import { AUDIT_AREAS, type AuditArea, type AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { daysField } from '../../shared/filters/days-field.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import { ListPages } from '../../shared/lists/list-pages.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { actionLabel, AREA_LABELS, fieldLabel, formatValue } from './audit-labels.ts'
import styles from './audit-log.module.css'
import { auditHref, isAuditFiltered, NO_AUDIT_FILTERS } from './query.ts'
import { useAuditLog } from './use-audit-log.ts'

export function AuditLogPage() {
  const log = useAuditLog()
  const { query } = log
  const [, navigate] = useLocation()
  const clear = () => navigate(auditHref({ ...query, ...NO_AUDIT_FILTERS, page: 1 }))
  return (
    <WorkspacePage
      title="Audit log"
      isWide
      actions={
        <>
          <Button icon={<ShieldCheck aria-hidden />} isPending={log.isVerifying} onClick={log.verify}>
            Verify
          </Button>
          <Button icon={<Download aria-hidden />} isPending={log.isExporting} onClick={log.exportAll}>
            Export CSV
          </Button>
        </>
      }
      toolbar={
        <div className={styles.toolbar}>
          <FilterBar
            search="Search the audit log"
            list={log}
            fields={[
              {
                id: 'area',
                label: 'Area',
                options: AUDIT_AREAS.map((area) => ({ value: area, label: AREA_LABELS[area] })),
                selected: query.areas,
                onChange: (areas) => log.filter({ areas: areas as AuditArea[] }),
              },
              daysField('days', 'Date', query, (days) => log.filter(days)),
            ]}
            isFiltered={isAuditFiltered(query)}
            onClear={clear}
          />
        </div>
      }
      foot={<ListPages list={log} noun={['entry', 'entries']} />}
    >
      <ListStates
        title="The audit log"
        list={log}
        empty={
          <EmptyState title="Nothing has been changed yet">
            Changes of users, groups, tokens, projects and the workspace are written down here.
          </EmptyState>
        }
        noResults={
          <EmptyState title="No entries match" actions={<Button onClick={clear}>Clear filters</Button>}>
            No entry has these words and filters.
          </EmptyState>
        }
      >
        {(entries) => (
          <DataList
            label="Audit log"
            rows={entries}
            columns={COLUMNS}
            isBusy={log.isBusy}
            className={styles.table}
            rowClassName={styles.row}
          />
        )}
      </ListStates>
    </WorkspacePage>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    width: '100px',
    skeleton: 70,
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    header: 'Who',
    width: 'minmax(90px, 160px)',
    className: styles.who,
    skeleton: 80,
    cell: ({ actor, isServiceAccount }) => (
      <>
        {isServiceAccount === true && <Avatar name={actor} isServiceAccount size={18} />}
        {actor ?? 'The server'}
      </>
    ),
  },
  {
    header: 'What',
    width: 'minmax(200px, 1fr)',
    className: styles.what,
    skeleton: 'name',
    cell: ({ type, subject, fields }) => (
      <>
        <span>
          {actionLabel(type)} <b>{subject}</b>
        </span>
        {fields.length > 0 && (
          <ul>
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabel(field)}: {before === null ? '' : `${formatValue(before)} → `}
                {formatValue(after)}
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  },
  {
    header: 'From',
    width: 'minmax(90px, 150px)',
    className: styles.from,
    skeleton: 80,
    cell: ({ address }) => address ?? '–',
  },
]
