/** Requirements of the project and Jira issues, with covering cases and last results (list of RUNED-17). */
import { useMachine } from '@xstate/react'
import { ChevronsDownUp, ChevronsUpDown, ClipboardCheck, Download, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { linesOf, headOf } from '../../contract/csv.ts'
import {
  COVERAGE_STATES,
  REQUIREMENT_TEXTS,
  listRequirements,
  syncRequirements,
  type CoverageState,
  type RequirementCoverage,
} from '../../contract/requirements/requirements.ts'
import { COVERAGE_COLUMNS, COVERAGE_LABELS, coverageRows } from '../../machines/requirements/coverage-lines.ts'
import { requirementsPage } from '../../machines/requirements/requirements-page.machine.ts'
import { useMay, useProject, useApplication } from '../application/context.tsx'
import { useSingleAction } from '../shared/forms/use-single-action.ts'
import { ListPages } from '../shared/lists/list-pages.tsx'
import { ListSearch } from '../shared/lists/list-search.tsx'
import { ListStates } from '../shared/lists/list-states.tsx'
import { usePagedList } from '../shared/lists/use-paged-list.ts'
import { Page } from '../shared/page/page.tsx'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { saveFile } from '../ui/files/save-file.ts'
import { SegmentedControl } from '../ui/controls/segmented-control.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { isRequirementsFiltered, readRequirementsQuery, requirementsHref, type RequirementsQuery } from './address.ts'
import { CoverageSkeleton, CoverageTable } from './coverage-table.tsx'
import { RequirementDialog } from './requirement-dialog.tsx'
import styles from './requirements.module.css'

interface Beside {
  counts: Readonly<Record<CoverageState, number>>
  hasJira: boolean
}

export function RequirementsPage() {
  const { key, name } = useProject()
  const canWrite = useMay().inProject('cases:write')
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const [page, dispatch] = useMachine(requirementsPage)
  const { ask, folded } = page.context
  /** Notices of the latest answer. */
  const [beside, setBeside] = useState<Beside | null>(null)
  const askedOf = ({ q, state, source }: RequirementsQuery) => ({
    q,
    ...(state === null ? {} : { state }),
    ...(source === null ? {} : { source }),
  })
  const list = usePagedList<RequirementCoverage, RequirementsQuery>({
    load: async (query, signal) => {
      const { items, counts, hasJira, _meta } = await send(listRequirements, {
        params: { projectKey: key },
        query: { ...askedOf(query), page: query.page },
        signal,
      })
      setBeside({ counts, hasJira })
      return { rows: items, total: _meta.total }
    },
    read: readRequirementsQuery,
    hrefOf: (query) => requirementsHref(key, query),
    isFiltered: isRequirementsFiltered,
  })
  const { query, face, rows } = list
  const syncing = useSingleAction({
    perform: () => send(syncRequirements, { params: { projectKey: key } }),
    onDone: (_, { updated, gone, problem }) => {
      if (problem !== null) toast.error(problem)
      else if (gone.length > 0)
        toast.error(`${gone.length} issues are no longer in Jira: ${gone.slice(0, 5).join(', ')}`)
      else toast.success(updated === 0 ? 'Jira issues are up to date' : `${updated} Jira issues updated`)
      list.refresh()
    },
  })
  const exporting = useSingleAction({
    perform: async (asked: RequirementsQuery) => {
      const parts = [headOf(COVERAGE_COLUMNS)]
      for (let number = 1, pages = 1; number <= pages; number += 1) {
        const { items, _meta } = await send(listRequirements, {
          params: { projectKey: key },
          query: { ...askedOf(asked), page: number },
        })
        pages = _meta.totalPages
        parts.push(linesOf(coverageRows(items)))
      }
      return new Blob(parts, { type: 'text/csv;charset=utf-8' })
    },
    onDone: (_, file) => saveFile(file, `${key}-coverage.csv`),
  })
  const areAllFolded = rows.every(({ id, casesTotal }) => casesTotal === 0 || folded.has(id))
  const clear = () => navigate(requirementsHref(key))
  const add = canWrite && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => dispatch({ type: 'dialog/asked', ask: { action: 'create' } })}
    >
      Requirement
    </Button>
  )
  const counts = beside?.counts
  const total = counts === undefined ? 0 : COVERAGE_STATES.reduce((sum, state) => sum + counts[state], 0)
  return (
    <Page
      title="Requirements"
      documentTitle={`Requirements · ${name}`}
      actions={
        face !== 'empty' && (
          <>
            {canWrite && beside?.hasJira === true && (
              <Button
                icon={<RefreshCw aria-hidden />}
                isPending={syncing.isRunning}
                onClick={() => syncing.start(undefined)}
              >
                Update from Jira
              </Button>
            )}
            <Button
              icon={<Download aria-hidden />}
              isPending={exporting.isRunning}
              onClick={() => exporting.start(query)}
            >
              Export CSV
            </Button>
            {add}
          </>
        )
      }
      toolbar={
        <div className={styles.toolbar}>
          <ListSearch label="Search for requirements" list={list} />
          <div className={styles.states}>
            <SegmentedControl
              label="Coverage"
              value={query.state ?? 'all'}
              segments={[
                { value: 'all', label: 'All', ...(counts === undefined ? {} : { count: total }) },
                ...COVERAGE_STATES.map((state) => ({
                  value: state,
                  label: COVERAGE_LABELS[state],
                  ...(counts === undefined ? {} : { count: counts[state] }),
                })),
              ]}
              onValueChange={(value) => list.filter({ state: value === 'all' ? null : (value as CoverageState) })}
            />
          </div>
          <SegmentedControl
            label="Source"
            value={query.source ?? 'all'}
            segments={[
              { value: 'all', label: 'Any source' },
              { value: 'project', label: 'Project' },
              { value: 'jira', label: 'Jira' },
            ]}
            onValueChange={(value) => list.filter({ source: value === 'jira' || value === 'project' ? value : null })}
          />
          {face === 'shown' && (
            <IconButton
              label={areAllFolded ? 'Show all cases' : 'Hide all cases'}
              onClick={() =>
                dispatch({ type: 'requirements/folded', ids: areAllFolded ? [] : rows.map(({ id }) => id) })
              }
            >
              {areAllFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
            </IconButton>
          )}
        </div>
      }
      foot={<ListPages list={list} noun={['requirement', 'requirements']} isAlways />}
    >
      <ListStates
        title="Requirements"
        list={list}
        empty={
          <EmptyState icon={<ClipboardCheck aria-hidden />} title={REQUIREMENT_TEXTS.none} actions={add}>
            {canWrite
              ? 'Link test cases to requirements or Jira issues, and see which are not covered, failing or not tested yet. You can also link them on the page of a test case.'
              : 'Once test cases are linked to requirements, this page shows which are not covered, failing or not tested yet.'}
          </EmptyState>
        }
        noResults={
          <EmptyState
            title="No requirements match these filters"
            actions={<Button onClick={clear}>Clear filters</Button>}
          />
        }
        unaffected="Your filters are kept."
      >
        {(requirements) =>
          requirements === null ? (
            <CoverageSkeleton />
          ) : (
            <CoverageTable
              requirements={requirements}
              folded={folded}
              canWrite={canWrite}
              isBusy={list.isBusy}
              onFold={(id, isFolded) => dispatch({ type: 'requirement/folded', id, isFolded })}
              onAsk={(wanted) => dispatch({ type: 'dialog/asked', ask: wanted })}
            />
          )
        }
      </ListStates>
      {ask !== null && (
        <RequirementDialog
          ask={ask}
          onDone={() => {
            dispatch({ type: 'dialog/closed' })
            list.refresh()
          }}
          onClose={() => dispatch({ type: 'dialog/closed' })}
        />
      )}
    </Page>
  )
}
