import { ArrowDown, ArrowUp, MoreHorizontal, Star, Trash2 } from 'lucide-react'
import { roleMay } from '../../contract/access.ts'
import type { Project } from '../../contract/projects/projects.ts'
import { useMay } from '../boot/context.tsx'
import { launchesHref } from '../shared/routes.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyTile } from '../ui/key-tile.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../ui/list.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './projects.module.css'
import { nextSort, type ProjectSort, type ProjectsQuery } from './query.ts'

/** The columns in their order (PROJ-04), and what their two orders are called. */
export const SORTABLE: readonly { id: ProjectSort; label: string; ways: readonly [string, string] }[] = [
  { id: 'starred', label: 'Starred', ways: ['first', 'last'] },
  { id: 'name', label: 'Name', ways: ['A to Z', 'Z to A'] },
  { id: 'key', label: 'Key', ways: ['A to Z', 'Z to A'] },
  { id: 'lead', label: 'Lead', ways: ['A to Z', 'Z to A'] },
  { id: 'category', label: 'Category', ways: ['private first', 'public first'] },
  { id: 'createdAt', label: 'Created', ways: ['oldest first', 'newest first'] },
]

type Sort = Pick<ProjectsQuery, 'sort' | 'descending'>

interface ProjectsTableProps {
  rows: readonly Project[]
  query: ProjectsQuery
  isBusy: boolean
  /** Keys of projects whose star is on its way. */
  changing: ReadonlySet<string>
  onSort: (sort: Sort) => void
  onStar: (project: Project) => void
  onDelete: (project: Project) => void
}

export function ProjectsTable({ rows, query, isBusy, changing, onSort, onStar, onDelete }: ProjectsTableProps) {
  return (
    <List label="Projects" isBusy={isBusy} className={styles.table}>
      <Head query={query} onSort={onSort} />
      {rows.map((project) => (
        <ProjectRow
          key={project.key}
          project={project}
          isChanging={changing.has(project.key)}
          onStar={() => onStar(project)}
          onDelete={() => onDelete(project)}
        />
      ))}
    </List>
  )
}

function Head({ query, onSort }: { query: Sort; onSort?: (sort: Sort) => void }) {
  return (
    <ListHead className={styles.head}>
      {SORTABLE.map(({ id, label }) => {
        const isSorted = query.sort === id
        const Arrow = query.descending ? ArrowDown : ArrowUp
        return (
          <Cell
            key={id}
            isHead
            aria-sort={isSorted ? (query.descending ? 'descending' : 'ascending') : 'none'}
            className={styles[id]}
          >
            <button
              type="button"
              className={styles.sorter}
              aria-label={id === 'starred' ? label : undefined}
              data-tip={id === 'starred' ? 'Starred' : undefined}
              onClick={() => onSort?.(nextSort(query, id))}
            >
              {id === 'starred' ? <Star aria-hidden /> : label}
              {isSorted && id !== 'starred' && <Arrow aria-hidden />}
            </button>
          </Cell>
        )
      })}
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

interface ProjectRowProps {
  project: Project
  isChanging: boolean
  onStar: () => void
  onDelete: () => void
}

function ProjectRow({ project, isChanging, onStar, onDelete }: ProjectRowProps) {
  const { key, name, lead, publiclyAccessible, createdAt, starred, role } = project
  const may = useMay()
  return (
    <Row className={styles.row}>
      <Cell className={styles.starred}>
        <IconButton
          size="sm"
          label={starred ? `Unstar ${name}` : `Star ${name}`}
          aria-pressed={starred}
          isPending={isChanging}
          className={styles.star}
          onClick={onStar}
        >
          <Star aria-hidden data-fill={starred || undefined} />
        </IconButton>
      </Cell>
      <Cell className={styles.name}>
        <KeyTile projectKey={key} logoUrl={project.logoUrl} />
        <RowLink href={launchesHref(key)}>{name}</RowLink>
      </Cell>
      <Cell className={styles.key}>{key}</Cell>
      <Cell className={styles.lead}>
        <Avatar name={lead?.username ?? null} photoUrl={lead?.photoUrl} />
        <span className={styles.words}>{lead?.username ?? 'Nobody'}</span>
      </Cell>
      <Cell className={styles.category}>{publiclyAccessible ? 'Public' : 'Private'}</Cell>
      <Cell className={styles.createdAt}>
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell className={styles.menu} align="end">
        {(roleMay(role, 'project:delete') || may.has('projects:delete')) && (
          <Menu
            label={`Actions for project ${name}`}
            align="end"
            trigger={
              <IconButton size="sm" label={`Actions for ${name}`}>
                <MoreHorizontal aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
              Delete project
            </MenuItem>
          </Menu>
        )}
      </Cell>
    </Row>
  )
}

/** The layout of a page that is on its way. */
export function ProjectsTableSkeleton({ query }: { query: Sort }) {
  return (
    <List label="Projects" isBusy className={styles.table}>
      <Head query={query} />
      {[180, 120, 220, 150].map((width) => (
        <Row key={width} className={styles.row}>
          <Cell className={styles.starred} />
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.key}>
            <Skeleton width={40} />
          </Cell>
          <Cell className={styles.lead}>
            <Skeleton width={90} />
          </Cell>
          <Cell className={styles.category}>
            <Skeleton width={50} />
          </Cell>
          <Cell className={styles.createdAt}>
            <Skeleton width={60} />
          </Cell>
          <Cell className={styles.menu} />
        </Row>
      ))}
    </List>
  )
}
