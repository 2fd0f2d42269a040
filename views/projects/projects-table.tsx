import { ArrowDown, ArrowUp, MoreHorizontal, Star, Trash2 } from 'lucide-react'
import { starProject, unstarProject, type Project } from '../../contract/projects/projects.ts'
import { useApplication, useMay } from '../application/context.tsx'
import { launchesHref } from '../shared/routes.ts'
import { useOptimistic } from '../shared/forms/use-optimistic.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { KeyTile } from '../ui/marks/key-tile.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../ui/lists/list.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import styles from './projects.module.css'
import { nextSort, type ProjectSort, type ProjectsQuery } from './query.ts'
import { mayDeleteProject } from './rights.ts'

/** Columns (PROJ-04) with the names of their two sort orders. */
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
  onSort: (sort: Sort) => void
  onStarred: () => void
  onDelete: (project: Project) => void
}

export function ProjectsTable({ rows, query, isBusy, onSort, onStarred, onDelete }: ProjectsTableProps) {
  return (
    <List label="Projects" isBusy={isBusy} className={styles.table}>
      <Head query={query} onSort={onSort} />
      {rows.map((project) => (
        <ProjectRow key={project.key} project={project} onStarred={onStarred} onDelete={() => onDelete(project)} />
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
  onStarred: () => void
  onDelete: () => void
}

function ProjectRow({ project, onStarred, onDelete }: ProjectRowProps) {
  const { key, name, lead, publiclyAccessible, createdAt } = project
  const may = useMay()
  return (
    <Row className={styles.row}>
      <Cell className={styles.starred}>
        <StarButton project={project} onStarred={onStarred} />
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
        {mayDeleteProject(may, project) && (
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

/** Ignores presses while the star is being saved: a double click counts once (PROJ-11). */
function StarButton({ project, onStarred }: Pick<ProjectRowProps, 'project' | 'onStarred'>) {
  const { send } = useApplication()
  const { key, name } = project
  const { shown, isSaving, set } = useOptimistic({
    source: project,
    read: ({ starred }) => starred,
    save: (starred) =>
      starred
        ? send(starProject, { params: { projectKey: key }, body: {} })
        : send(unstarProject, { params: { projectKey: key } }),
    onSaved: onStarred,
  })
  return (
    <IconButton
      size="sm"
      label={shown ? `Unstar ${name}` : `Star ${name}`}
      aria-pressed={shown}
      isPending={isSaving}
      className={styles.star}
      onClick={() => set(!shown)}
    >
      <Star aria-hidden data-fill={shown || undefined} />
    </IconButton>
  )
}

/** Skeleton of the page. */
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
