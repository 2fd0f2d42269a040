/** The reader's projects: starred ones first; search, sort, pages, create and delete. */
import { FolderOpen, Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pathOf } from '../../contract/call.ts'
import type { Project } from '../../contract/projects/projects.ts'
import { TEXTS } from '../../contract/texts.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useMay } from '../application/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { launchesHref, paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../ui/layout/empty-state.tsx'
import { Later, later } from '../ui/layout/later.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { SearchField } from '../ui/controls/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { CreateProject } from './create-project.tsx'
import { DeleteProject } from './delete-project.tsx'
import { ProjectsTable, ProjectsTableSkeleton, SORTABLE } from './projects-table.tsx'
import styles from './projects.module.css'
import { hrefOf } from './query.ts'
import { projectRights } from './rights.ts'
import { useProjects, type Totals } from './use-projects.ts'

const CreateDemoProject = later(() => import('./create-demo-project.tsx').then((m) => m.CreateDemoProject))

export function Projects() {
  const list = useProjects()
  const { query, totals, face } = list
  const may = useMay()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [deleted, setDeleted] = useState<Project | null>(null)
  const [isDemo, setDemo] = useState(false)
  const { canCreate, canCreateDemo } = projectRights(may, totals)
  const isCreating = canCreate && new URLSearchParams(search).has('create')
  const create = canCreate && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => navigate(withCreate(hrefOf(query)))}>
      New project
    </Button>
  )
  const demo = canCreateDemo && (
    <Button icon={<Workflow aria-hidden />} onClick={() => setDemo(true)}>
      Demo project
    </Button>
  )
  return (
    <Page
      title="Projects"
      actions={
        face !== 'empty' && (
          <>
            <span className={styles.demo}>{demo}</span>
            {create}
          </>
        )
      }
      toolbar={
        face !== 'empty' && (
          <>
            <SearchField
              label="Search projects"
              value={list.typed}
              onValueChange={list.search}
              onKeyDown={(event) => {
                if (event.key === 'Enter') list.submitSearch()
              }}
            />
            <Select
              className={styles.sort}
              label="Sort by"
              hideLabel
              look="bare"
              value={`${query.sort} ${query.descending ? 'desc' : 'asc'}`}
              options={SORTS}
              onValueChange={(value) => {
                const [sort, order] = value.split(' ')
                const known = SORTABLE.find(({ id }) => id === sort)
                if (known) list.filter({ sort: known.id, descending: order === 'desc' })
              }}
            />
            {totals !== null && <TotalsText totals={totals} />}
          </>
        )
      }
      foot={
        list.total > query.pageSize && (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={list.total}
            noun={['project', 'projects']}
            hrefFor={(page) => hrefOf({ ...query, page })}
          />
        )
      }
    >
      {face === 'loading' && <ProjectsTableSkeleton query={query} />}
      {face === 'failed' && (
        <ProblemState title="Projects did not load" onRetry={list.refresh} isRetrying={list.isBusy}>
          {messageOf(list.failure)}
        </ProblemState>
      )}
      {face === 'empty' && (
        <EmptyState
          icon={<FolderOpen aria-hidden />}
          title={TEXTS.noProjects[0]}
          actions={
            <>
              {demo}
              {create}
            </>
          }
        >
          {canCreate ? TEXTS.noProjects[1] : 'Ask an administrator to add you to a project.'}
        </EmptyState>
      )}
      {face === 'empty' && totals !== null && totals.projectsVisible !== totals.projectsTotal && (
        <TotalsText totals={totals} isAlone />
      )}
      {face === 'noResults' && (
        <EmptyState
          title="No projects match"
          actions={<Button onClick={() => navigate(hrefOf({ ...query, q: '', page: 1 }))}>Clear search</Button>}
        >
          No name or key contains “{query.q}”.
        </EmptyState>
      )}
      {face === 'shown' && (
        <ProjectsTable
          rows={list.rows}
          query={query}
          isBusy={list.isBusy}
          onSort={list.filter}
          onStarred={list.refresh}
          onDelete={setDeleted}
        />
      )}
      {isCreating && (
        <CreateProject
          onClose={() => navigate(hrefOf(query), { replace: true })}
          onCreated={({ key }) => navigate(launchesHref(key), { replace: true })}
        />
      )}
      <Later onClose={() => setDemo(false)}>
        {isDemo && (
          <CreateDemoProject
            onClose={() => setDemo(false)}
            onCreated={(key) => navigate(pathOf(paths.project, { projectKey: key }))}
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

/** Sorting for the card layout, which has no column headers. */
const SORTS = SORTABLE.flatMap(({ id, label, ways }) => [
  { value: `${id} asc`, label: `${label}: ${ways[0]}` },
  { value: `${id} desc`, label: `${label}: ${ways[1]}` },
])

const withCreate = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}create`
