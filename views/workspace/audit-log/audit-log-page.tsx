/** Audit log of the workspace: who changed what, when and from where. Verifies the chain of entries. */
import { Download, ShieldCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import { AUDIT_AREAS, type AuditArea, type AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { actionWords, AREA_WORDS, fieldWords, valueWords } from './audit-words.ts'
import styles from './audit-log.module.css'
import { auditHref, isAuditFiltered, NO_AUDIT_FILTERS } from './query.ts'
import { useAuditLog } from './use-audit-log.ts'

export function AuditLogPage() {
  const log = useAuditLog()
  const { query, face } = log
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
          <SearchField
            label="Search the audit log"
            maxLength={200}
            value={log.typed}
            onValueChange={log.search}
            onKeyDown={(event) => {
              if (event.key === 'Enter') log.submitSearch()
            }}
          />
          <Select
            label="Area"
            hideLabel
            value={query.areas[0] ?? ''}
            options={AREA_OPTIONS}
            onValueChange={(area) => log.filter({ areas: area === '' ? [] : [area as AuditArea] })}
          />
          <DateField label="From" hideLabel value={query.from} onValueChange={(from) => log.filter({ from })} />
          <DateField label="To" hideLabel value={query.to} onValueChange={(to) => log.filter({ to })} />
          {isAuditFiltered(query) && (
            <Button variant="quiet" size="sm" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
      }
      foot={
        face === 'shown' &&
        log.total > query.pageSize && (
          <div className={styles.foot}>
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={log.total}
              noun={['entry', 'entries']}
              hrefFor={(page) => auditHref({ ...query, page })}
            />
          </div>
        )
      }
    >
      {face === 'failed' && (
        <ProblemState title="The audit log did not load" onRetry={log.refresh} isRetrying={log.isBusy}>
          {messageOf(log.failure)}
        </ProblemState>
      )}
      {face === 'empty' && (
        <EmptyState title="Nothing has been changed yet">
          Changes of users, groups, tokens, projects and the workspace are written down here.
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState title="No entries match" actions={<Button onClick={clear}>Clear filters</Button>}>
          No entry has these words and filters.
        </EmptyState>
      )}
      {(face === 'shown' || face === 'loading') && (
        <List label="Audit log" isBusy={log.isBusy} className={styles.table}>
          <ListHead>
            <Cell isHead>When</Cell>
            <Cell isHead>Who</Cell>
            <Cell isHead>What</Cell>
            <Cell isHead>From</Cell>
          </ListHead>
          {face === 'loading' ? <Loading /> : log.rows.map((entry) => <Entry key={entry.id} entry={entry} />)}
        </List>
      )}
    </WorkspacePage>
  )
}

const AREA_OPTIONS = [
  { value: '', label: 'All areas' },
  ...AUDIT_AREAS.map((area) => ({ value: area, label: AREA_WORDS[area] })),
]

function Entry({ entry: { at, actor, type, subject, fields, address } }: { entry: AuditEntry }) {
  return (
    <Row className={styles.row}>
      <Cell>
        <RelativeTime at={at} />
      </Cell>
      <Cell className={styles.who}>{actor ?? 'The server'}</Cell>
      <Cell className={styles.what}>
        <span>
          {actionWords(type)} <b>{subject}</b>
        </span>
        {fields.length > 0 && (
          <ul>
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {fieldWords(field)}: {before === null ? '' : `${valueWords(before)} → `}
                {valueWords(after)}
              </li>
            ))}
          </ul>
        )}
      </Cell>
      <Cell className={styles.from}>{address ?? '–'}</Cell>
    </Row>
  )
}

const Loading = () =>
  [180, 220, 160].map((width) => (
    <Row key={width} className={styles.row}>
      <Cell>
        <Skeleton width={70} />
      </Cell>
      <Cell>
        <Skeleton width={80} />
      </Cell>
      <Cell>
        <Skeleton width={width} />
      </Cell>
      <Cell>
        <Skeleton width={80} />
      </Cell>
    </Row>
  ))
