/** Rows of the sessions list. */
import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { useProject } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { formatHours } from '../../ui/text/format-clock.ts'
import { Count } from '../../ui/marks/count.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, RowMenu, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { firstOrder, sessionHref, type SessionsQuery, type SessionsSort } from '../address.ts'
import type { SessionAsk } from '../dialogs/session-dialogs.tsx'
import { SessionMenuItems } from '../session-menu.tsx'
import { charterText } from '../session-sides.ts'
import { StateMark } from '../state-mark.tsx'
import { TypeBar } from '../type-bar.tsx'
import styles from './sessions.module.css'

type SessionColumn = Column<ExploratorySessionSummary, SessionsSort>

export interface SessionsTableProps {
  /** Null while loading. */
  sessions: readonly ExploratorySessionSummary[] | null
  query: SessionsQuery
  canWrite: boolean
  isBusy: boolean
  onSort: (sort: SessionsSort, order: 'asc' | 'desc') => void
  onAsk: (ask: SessionAsk) => void
}

export function SessionsTable({ sessions, query, canWrite, isBusy, onSort, onAsk }: SessionsTableProps) {
  const { key } = useProject()
  const menu: SessionColumn = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '26px',
    className: styles.more,
    cell: (session) => (
      <RowMenu label={`Actions for ${session.title}`}>
        <SessionMenuItems session={session} canWrite={canWrite} onAsk={onAsk} />
      </RowMenu>
    ),
  }
  return (
    <DataList
      label="Exploratory sessions"
      rows={sessions}
      columns={[...columnsOf(key), menu]}
      isBusy={isBusy}
      className={styles.sessions}
      rowClassName={styles.row}
      sort={{ by: query.sort, order: query.order, onSort }}
    />
  )
}

const sortBy = (sort: SessionsSort) => [sort, firstOrder(sort)] as const

const columnsOf = (projectKey: string): SessionColumn[] => [
  {
    header: 'State',
    width: '92px',
    className: styles.state,
    skeleton: 64,
    cell: (session) => <StateMark {...session} />,
  },
  {
    header: 'Session',
    width: 'minmax(180px, 2fr)',
    className: styles.name,
    sort: sortBy('title'),
    skeleton: 'name',
    cell: ({ id, title, charter }) => (
      <RowLink href={sessionHref(projectKey, id)} aside={charterText(charter) ?? undefined}>
        {title}
      </RowLink>
    ),
  },
  {
    header: 'Assignee',
    width: 'minmax(90px, 0.9fr)',
    className: styles.assignee,
    skeleton: 110,
    cell: ({ assignee }) =>
      assignee === null ? (
        <span className={styles.none}>Nobody</span>
      ) : (
        <>
          <Avatar name={assignee.name} photoUrl={assignee.photoUrl} />
          <span className={styles.cut}>{assignee.name}</span>
        </>
      ),
  },
  {
    header: 'Env',
    width: '76px',
    className: styles.env,
    skeleton: 44,
    title: ({ environment }) => environment?.name,
    cell: ({ environment }) => environment?.key ?? '–',
  },
  {
    header: 'Milestone',
    width: 'minmax(60px, 0.7fr)',
    className: styles.milestone,
    skeleton: 72,
    title: ({ milestone }) => milestone?.name,
    cell: ({ milestone }) => <span className={styles.cut}>{milestone?.name ?? '–'}</span>,
  },
  {
    header: 'Observations',
    width: '132px',
    className: styles.observations,
    sort: sortBy('observations'),
    skeleton: 84,
    cell: ({ types, observations }) => (
      <>
        <TypeBar types={types} />
        <Count value={observations} />
      </>
    ),
  },
  {
    header: 'Elapsed',
    width: '76px',
    align: 'end',
    className: styles.elapsed,
    sort: sortBy('elapsed'),
    cell: ({ elapsedTimeInMillis }) => (elapsedTimeInMillis === 0 ? '–' : formatHours(elapsedTimeInMillis)),
  },
  {
    header: 'Created',
    width: '78px',
    className: styles.created,
    sort: sortBy('created'),
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]
