/** Columns of the projects list (PROJ-04). */
import { Star, Trash2 } from 'lucide-react'
import { starProject, unstarProject, type Project } from '../../contract/projects/projects.ts'
import { useApplication } from '../application/context.tsx'
import { launchesHref } from '../shared/routes.ts'
import { useOptimistic } from '../shared/forms/use-optimistic.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { KeyTile } from '../ui/marks/key-tile.tsx'
import { RowLink } from '../ui/lists/list.tsx'
import { RowMenu, type Column } from '../ui/lists/data-list.tsx'
import { MenuItem } from '../ui/overlays/menu.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import styles from './projects.module.css'
import type { ProjectSort } from './query.ts'

interface ProjectColumnsOptions {
  mayDelete: (project: Project) => boolean
  onStarred: () => void
  onDelete: (project: Project) => void
}

export const projectColumns = (options: ProjectColumnsOptions): Column<Project, ProjectSort>[] => [
  {
    header: 'Starred',
    headerIcon: Star,
    width: '26px',
    className: styles.starred,
    sort: ['starred', 'asc', ['first', 'last']],
    cell: (project) => <StarButton project={project} onStarred={options.onStarred} />,
  },
  {
    header: 'Name',
    width: 'minmax(160px, 3fr)',
    className: styles.name,
    sort: ['name', 'asc', ['A to Z', 'Z to A']],
    skeleton: 'name',
    cell: ({ key, name, logoUrl }) => (
      <>
        <KeyTile projectKey={key} logoUrl={logoUrl} />
        <RowLink href={launchesHref(key)}>{name}</RowLink>
      </>
    ),
  },
  {
    header: 'Key',
    width: 'minmax(60px, 0.8fr)',
    className: styles.key,
    sort: ['key', 'asc', ['A to Z', 'Z to A']],
    skeleton: 40,
    cell: ({ key }) => key,
  },
  {
    header: 'Lead',
    width: 'minmax(100px, 1.2fr)',
    className: styles.lead,
    sort: ['lead', 'asc', ['A to Z', 'Z to A']],
    skeleton: 90,
    cell: ({ lead }) => (
      <>
        <Avatar name={lead?.username ?? null} photoUrl={lead?.photoUrl} />
        <span className={styles.words}>{lead?.username ?? 'Nobody'}</span>
      </>
    ),
  },
  {
    header: 'Category',
    width: 'minmax(70px, 0.8fr)',
    className: styles.category,
    sort: ['category', 'asc', ['private first', 'public first']],
    skeleton: 50,
    cell: ({ publiclyAccessible }) => (publiclyAccessible ? 'Public' : 'Private'),
  },
  {
    header: 'Created',
    width: 'minmax(80px, 0.8fr)',
    className: styles.createdAt,
    sort: ['createdAt', 'asc', ['oldest first', 'newest first']],
    skeleton: 60,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: '32px',
    align: 'end',
    className: styles.menu,
    cell: (project) =>
      options.mayDelete(project) && (
        <RowMenu label={`Actions for ${project.name}`}>
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => options.onDelete(project)}>
            Delete project
          </MenuItem>
        </RowMenu>
      ),
  },
]

/** Ignores presses while the star is being saved: a double click counts once (PROJ-11). */
function StarButton({ project, onStarred }: { project: Project; onStarred: () => void }) {
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
