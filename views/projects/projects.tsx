/** The reader's projects: starred ones first; search, sort, pages, create and delete. */
import { Ellipsis, FolderOpen, PackageOpen, Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pathOf } from '../../contract/call.ts'
import { listProjects, type Project } from '../../contract/projects/projects.ts'
import { TEXTS } from '../../contract/texts.ts'
import { useApplication, useMay, useSession } from '../application/context.tsx'
import { followProjects } from '../shared/followed-projects.ts'
import { ListPages } from '../shared/lists/list-pages.tsx'
import { ListSearch } from '../shared/lists/list-search.tsx'
import { ListStates } from '../shared/lists/list-states.tsx'
import { sortOf } from '../shared/lists/sort-of.ts'
import { Page } from '../shared/page/page.tsx'
import { launchesHref, paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Later, later } from '../ui/layout/later.tsx'
import { DataList } from '../ui/lists/data-list.tsx'
import { SortSelect } from '../ui/lists/sort-select.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { CreateProject } from './create-project.tsx'
import { DeleteProject } from './delete-project.tsx'
import { projectColumns } from './project-columns.tsx'
import styles from './projects.module.css'
import { hrefOf, nextSort, type ProjectSort, type ProjectsQuery, readQuery } from './query.ts'
import { mayDeleteProject, projectRights } from './rights.ts'
import { usePagedList } from '../shared/lists/use-paged-list.ts'

const ImportProject = later(() => import('./import-project.tsx').then((m) => m.ImportProject))
const CreateDemoProject = later(() => import('./create-demo-project.tsx').then((m) => m.CreateDemoProject))

export function Projects() {
  const list = useProjects()
  const { query, totals, face } = list
  const may = useMay()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [deleted, setDeleted] = useState<Project | null>(null)
  const [dialog, setDialog] = useState<'demo' | 'import' | null>(null)
  const close = () => setDialog(null)
  const { canCreate, canCreateDemo } = projectRights(may, totals)
  const isCreating = canCreate && new URLSearchParams(search).has('create')
  const create = canCreate && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => navigate(withCreate(hrefOf(query)))}>
      New project
    </Button>
  )
  const demo = canCreateDemo && (
    <Button icon={<Workflow aria-hidden />} onClick={() => setDialog('demo')}>
      Demo project
    </Button>
  )
  const importing = canCreate && (
    <Button icon={<PackageOpen aria-hidden />} onClick={() => setDialog('import')}>
      Import project
    </Button>
  )
  const others = canCreate && (
    <Menu
      label="More actions"
      align="end"
      trigger={
        <IconButton label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {canCreateDemo && (
        <MenuItem icon={<Workflow aria-hidden />} onSelect={() => setDialog('demo')}>
          Demo project
        </MenuItem>
      )}
      <MenuItem icon={<PackageOpen aria-hidden />} onSelect={() => setDialog('import')}>
        Import project
      </MenuItem>
    </Menu>
  )
  const sort = sortOf<ProjectSort>(list)
  const columns = projectColumns({
    mayDelete: (project) => mayDeleteProject(may, project),
    onStarred: list.refresh,
    onDelete: setDeleted,
  })
  return (
    <Page
      title="Projects"
      actions={
        face !== 'empty' && (
          <>
            <span className={styles.wide}>{demo}</span>
            <span className={styles.wide}>{importing}</span>
            <span className={styles.narrow}>{others}</span>
            {create}
          </>
        )
      }
      toolbar={
        face !== 'empty' && (
          <>
            <ListSearch label="Search projects" list={list} />
            <SortSelect columns={columns} sort={sort} className={styles.sort} />
            {totals !== null && <TotalsText totals={totals} />}
          </>
        )
      }
      foot={<ListPages list={list} noun={['project', 'projects']} />}
    >
      <ListStates
        title="Projects"
        list={list}
        empty={
          <>
            <EmptyState
              icon={<FolderOpen aria-hidden />}
              title={TEXTS.noProjects[0]}
              actions={
                <>
                  {demo}
                  {importing}
                  {create}
                </>
              }
            >
              {canCreate ? TEXTS.noProjects[1] : 'Ask an administrator to add you to a project.'}
            </EmptyState>
            {totals !== null && totals.projectsVisible !== totals.projectsTotal && (
              <TotalsText totals={totals} isAlone />
            )}
          </>
        }
        noResults={
          <EmptyState
            title="No projects match"
            actions={<Button onClick={() => navigate(hrefOf({ ...query, q: '', page: 1 }))}>Clear search</Button>}
          >
            No name or key contains “{query.q}”.
          </EmptyState>
        }
      >
        {(projects) => (
          <DataList
            label="Projects"
            rows={projects}
            columns={columns}
            isBusy={list.isBusy}
            className={styles.table}
            rowClassName={styles.row}
            sort={{ ...sort, onSort: (by) => list.filter(nextSort(query, by)) }}
          />
        )}
      </ListStates>
      {isCreating && (
        <CreateProject
          onClose={() => navigate(hrefOf(query), { replace: true })}
          onCreated={({ key }) => navigate(launchesHref(key), { replace: true })}
        />
      )}
      <Later onClose={close}>
        {dialog === 'demo' && (
          <CreateDemoProject
            onClose={close}
            onCreated={(key) => navigate(pathOf(paths.project, { projectKey: key }))}
          />
        )}
        {dialog === 'import' && (
          <ImportProject
            onClose={close}
            onImported={list.refresh}
            onOpen={(key) => navigate(pathOf(paths.project, { projectKey: key }))}
          />
        )}
      </Later>
      {deleted !== null && (
        <DeleteProject project={deleted} onClose={() => setDeleted(null)} onDeleted={list.refresh} />
      )}
    </Page>
  )
}

interface TotalsTextProps {
  totals: Totals
  /** Below an empty page, not in a toolbar. */
  isAlone?: boolean
}

function TotalsText({ totals: { projectsTotal, projectsVisible, projectsLimit }, isAlone }: TotalsTextProps) {
  return (
    <p className={styles.totals} data-alone={isAlone}>
      {TEXTS.projectsCreated(projectsTotal, projectsLimit)}
      {projectsVisible !== projectsTotal && ` ${TEXTS.projectsHidden}`}
    </p>
  )
}

const withCreate = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}create`

interface Totals {
  projectsTotal: number
  projectsVisible: number
  projectsLimit: number | null
}

/** The projects list for the address's query, reloaded as projects and memberships change. */
function useProjects() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const [totals, setTotals] = useState<Totals | null>(null)
  const list = usePagedList<Project, ProjectsQuery>({
    load: async (query, signal) => {
      const { items, _meta, ...counts } = await send(listProjects, { query, signal })
      setTotals(counts)
      return { rows: items, total: _meta.total }
    },
    read: readQuery,
    hrefOf,
    follow: (again) => followProjects(live, tenant, again),
  })
  return { ...list, totals }
}
