/** Rows of the sessions list below their headers. */
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { useProject } from '../../boot/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { hoursWords } from '../../ui/clock-words.ts'
import { Count } from '../../ui/count.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SortHead } from '../../ui/sort-head.tsx'
import { firstOrder, sessionHref, type SessionsQuery, type SessionsSort } from '../address.ts'
import type { SessionAsk } from '../dialogs/session-dialogs.tsx'
import { SessionMenuItems } from '../session-menu.tsx'
import { StateMark } from '../state-mark.tsx'
import { TypeBar } from '../type-bar.tsx'
import { charterWords } from '../session-sides.ts'
import styles from './sessions.module.css'

export interface SessionsTableProps {
  sessions: readonly ExploratorySessionSummary[]
  query: SessionsQuery
  canWrite: boolean
  isBusy: boolean
  onSort: (sort: SessionsSort, order: 'asc' | 'desc') => void
  onAsk: (ask: SessionAsk) => void
}

export function SessionsTable({ sessions, query, canWrite, isBusy, onSort, onAsk }: SessionsTableProps) {
  const head = (words: ReactNode, sort: SessionsSort, align?: 'end') => (
    <SortHead
      sort={sort}
      current={query.sort}
      order={query.order}
      first={firstOrder(sort)}
      align={align}
      onSort={onSort}
    >
      {words}
    </SortHead>
  )
  return (
    <List label="Exploratory sessions" isBusy={isBusy} className={styles.sessions}>
      <ListHead>
        <Cell isHead>State</Cell>
        {head('Session', 'title')}
        <Cell isHead>Assignee</Cell>
        <Cell isHead>Env</Cell>
        <Cell isHead>Milestone</Cell>
        {head('Observations', 'observations')}
        {head('Elapsed', 'elapsed', 'end')}
        {head('Created', 'created')}
        <Cell isHead label="Actions" />
      </ListHead>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} canWrite={canWrite} onAsk={onAsk} />
      ))}
    </List>
  )
}

type SessionRowProps = Pick<SessionsTableProps, 'canWrite' | 'onAsk'> & { session: ExploratorySessionSummary }

function SessionRow({ session, canWrite, onAsk }: SessionRowProps) {
  const { key } = useProject()
  const { id, title, charter, assignee, environment, milestone, createdAt } = session
  const words = charterWords(charter)
  return (
    <Row className={styles.row}>
      <Cell className={styles.state}>
        <StateMark {...session} />
      </Cell>
      <Cell className={styles.name}>
        <RowLink href={sessionHref(key, id)} {...(words === null ? {} : { aside: words })}>
          {title}
        </RowLink>
      </Cell>
      <Cell className={styles.assignee}>
        {assignee === null ? (
          <span className={styles.none}>Nobody</span>
        ) : (
          <>
            <Avatar name={assignee.name} photoUrl={assignee.photoUrl} />
            <span className={styles.cut}>{assignee.name}</span>
          </>
        )}
      </Cell>
      <Cell className={styles.env} title={environment?.name}>
        {environment?.key ?? '–'}
      </Cell>
      <Cell className={styles.milestone} title={milestone?.name}>
        <span className={styles.cut}>{milestone?.name ?? '–'}</span>
      </Cell>
      <Cell className={styles.observations}>
        <TypeBar types={session.types} />
        <Count value={session.observations} />
      </Cell>
      <Cell align="end" className={styles.elapsed}>
        {session.elapsedTimeInMillis === 0 ? '–' : hoursWords(session.elapsedTimeInMillis)}
      </Cell>
      <Cell className={styles.created}>
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell className={styles.more}>
        <Menu
          label={`Actions for ${title}`}
          align="end"
          trigger={
            <IconButton size="sm" label={`Actions for ${title}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <SessionMenuItems session={session} canWrite={canWrite} onAsk={onAsk} />
        </Menu>
      </Cell>
    </Row>
  )
}

/** Skeleton rows. */
export function SessionsSkeleton() {
  return (
    <List label="Exploratory sessions" isBusy className={styles.sessions}>
      <div className={styles.headSpace} />
      {[220, 168, 252, 196, 184, 236, 152, 208].map((width) => (
        <Row key={width} className={styles.row} aria-hidden>
          <Cell className={styles.state}>
            <Skeleton width={64} />
          </Cell>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.assignee}>
            <Skeleton width={110} />
          </Cell>
          <Cell className={styles.env}>
            <Skeleton width={44} />
          </Cell>
          <Cell className={styles.milestone}>
            <Skeleton width={72} />
          </Cell>
          <Cell className={styles.observations}>
            <Skeleton width={84} height={8} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
