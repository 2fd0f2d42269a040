/** Trash bin: restore or permanently delete cases (TRASH-01 to TRASH-39). */
import { useSelector } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashedCase } from '../../../contract/cases/trash.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { Page } from '../../shared/page/page.tsx'
import { TRASH_PAGE_SIZES, trashHref } from '../../shared/cases/address.ts'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { OpenedCase } from '../opened-case.tsx'
import { useClientWidth } from '../../shared/cases/row-window.ts'
import { useVocabulary, VocabularyProvider } from '../../shared/cases/vocabulary.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { PurgeDialog } from './purge-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { TrashRow } from './trash-row.tsx'
import { useTrash } from './use-trash.ts'
import styles from './trash.module.css'
import { listCaseAuthors } from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers } from '../../../contract/settings/test-case-fields.ts'
import { filterFields } from '../../shared/cases/filters/filters.ts'
import { panelFields } from '../../shared/cases/filters/panel-fields.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import type { Searched } from '../../shared/lists/list-search.tsx'

interface Asked {
  what: 'restore' | 'purge'
  /** Null: the whole trash bin. */
  ids: readonly number[] | null
  count: number
}

/** Returns the suite that all these cases were deleted from; null if they differ, or if some are on other pages. */
const suiteOf = (rows: readonly TrashedCase[], ids: readonly number[] | null): number | null => {
  const suites = new Set((ids ?? []).map((id) => rows.find((row) => row.id === id)?.testSuiteId ?? null))
  return suites.size === 1 ? ([...suites][0] ?? null) : null
}

export function TrashPage() {
  return (
    <VocabularyProvider>
      <Trash />
    </VocabularyProvider>
  )
}

function Trash() {
  const project = useProject()
  const trash = useTrash()
  const { rows, total, query, face, chosen, selection, caseId } = trash
  const width = useClientWidth()
  const [asked, setAsked] = useState<Asked | null>(null)
  const anchor = useSelector(selection, (state) => state.context.anchor)
  const isFiltered = query.q !== '' || Object.keys(query.filter).length > 0
  const onPage = rows.map(({ id }) => id)
  const areAll = rows.length > 0 && onPage.every((id) => chosen.includes(id))
  const select = (row: TrashedCase, isSelected: boolean, withRange: boolean) => {
    const [from, to] = [anchor === null ? -1 : onPage.indexOf(anchor), onPage.indexOf(row.id)]
    if (!withRange || from < 0) selection.send({ type: 'case/chosen', id: row.id, isSelected })
    else selection.send({ type: 'cases/added', ids: onPage.slice(Math.min(from, to), Math.max(from, to) + 1) })
  }
  const ask = (what: Asked['what'], ids: readonly number[] | null) =>
    setAsked({ what, ids, count: ids === null ? total : ids.length })
  const dialog = asked && {
    ids: asked.ids,
    count: asked.count,
    onDone: () => {
      setAsked(null)
      trash.gone(asked.ids)
    },
    onClose: () => setAsked(null),
  }
  return (
    <Page
      title="Trash bin"
      documentTitle={`Trash bin · ${project.name}`}
      actions={
        face === 'shown' &&
        !isFiltered && (
          <>
            <Button onClick={() => ask('restore', null)}>Restore all</Button>
            <Button variant="danger" onClick={() => ask('purge', null)}>
              Purge all
            </Button>
          </>
        )
      }
      toolbar={
        face !== 'empty' && (
          <TrashToolbar
            list={trash}
            filter={query.filter}
            isFiltered={isFiltered}
            onFilter={trash.filter}
            onClear={trash.clear}
          />
        )
      }
      foot={
        total > (TRASH_PAGE_SIZES[0] ?? 0) && (
          <div className={styles.foot}>
            <Select
              label="Rows on a page"
              hideLabel
              look="bare"
              value={String(query.pageSize)}
              options={TRASH_PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
              onValueChange={(size) => trash.resize(Number(size))}
            />
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={total}
              noun={['test case', 'test cases']}
              hrefFor={(page) => trashHref(project.key, { ...query, page })}
            />
          </div>
        )
      }
    >
      <div className={styles.panes}>
        <section className={styles.main} aria-label="Deleted test cases">
          <ListStates
            title="Deleted test cases"
            list={trash}
            empty={
              <EmptyState icon={<Trash2 aria-hidden />} title={TEXTS.trashEmpty[0]}>
                {TEXTS.trashEmpty[1]}
              </EmptyState>
            }
            noResults={
              <EmptyState title="No test cases match" actions={<Button onClick={trash.clear}>Clear filters</Button>}>
                Change the search or a filter.
              </EmptyState>
            }
          >
            {(cases) =>
              cases === null ? (
                <Loading />
              ) : (
                <>
                  <div className={styles.selection}>
                    <BulkBar
                      words={
                        chosen.length > 0
                          ? `${formatCount(chosen.length, 'test case', 'test cases')} selected`
                          : formatCount(total, 'test case', 'test cases')
                      }
                      aside={chosen.length > 0 && `of ${total}`}
                      isEmpty={chosen.length === 0}
                      checkbox={
                        <Checkbox
                          aria-label="Select all test cases"
                          checked={areAll}
                          isIndeterminate={chosen.length > 0 && !areAll}
                          onCheckedChange={(isOn) =>
                            selection.send(isOn ? { type: 'cases/added', ids: onPage } : { type: 'selection/cleared' })
                          }
                        />
                      }
                      onClear={() => selection.send({ type: 'selection/cleared' })}
                    >
                      {chosen.length > 0 && (
                        <>
                          <Button variant="quiet" size="sm" onClick={() => ask('restore', chosen)}>
                            Restore
                          </Button>
                          <Button variant="quiet" size="sm" onClick={() => ask('purge', chosen)}>
                            Purge
                          </Button>
                        </>
                      )}
                    </BulkBar>
                  </div>
                  <ul className={styles.list} aria-label="Test cases" aria-busy={trash.isBusy || undefined}>
                    {rows.map((row) => (
                      <TrashRow
                        key={row.id}
                        row={row}
                        href={trashHref(project.key, { ...query, caseId: row.id })}
                        isSelected={chosen.includes(row.id)}
                        isOpen={row.id === caseId}
                        onSelect={(isSelected, withRange) => select(row, isSelected, withRange)}
                        onRestore={() => ask('restore', [row.id])}
                        onPurge={() => ask('purge', [row.id])}
                      />
                    ))}
                  </ul>
                </>
              )
            }
          </ListStates>
        </section>
        <OpenedCase
          preview={trash.preview}
          tab={trash.tab}
          width={width}
          isBeside={width >= 960}
          canWrite={false}
          href={trashHref(project.key, { caseId, tab: trash.tab })}
          onTab={(tab) => trash.open({ caseId, tab })}
          onClose={() => trash.open({ caseId: null })}
        />
      </div>
      {asked?.what === 'restore' && dialog && <RestoreDialog {...dialog} ownSuiteId={suiteOf(rows, dialog.ids)} />}
      {asked?.what === 'purge' && dialog && <PurgeDialog {...dialog} />}
    </Page>
  )
}

const Loading = () => (
  <ul className={styles.list} aria-busy>
    {[220, 180, 260, 200].map((width) => (
      <li key={width} className={styles.row}>
        <Skeleton width={width} />
      </li>
    ))}
  </ul>
)

/** Search and filters of the trash bin (TRASH-04 to TRASH-11): the repository's, plus deletion date and author. */
interface TrashToolbarProps {
  list: Searched
  filter: CaseFilter
  isFiltered: boolean
  onFilter: (filter: CaseFilter) => void
  onClear: () => void
}

function TrashToolbar({ list, filter, isFiltered, onFilter, onClear }: TrashToolbarProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const vocabulary = useVocabulary()
  const { value } = useResource(async () => {
    const [authors, people, inUse] = await Promise.all([
      send(listCaseAuthors, { params: { projectKey: key } }),
      send(listFieldUsers, { params: { projectKey: key }, query: { pageSize: LIMITS.maxFieldUsers } }),
      send(listFieldUsers, { params: { projectKey: key }, query: { inUse: true, pageSize: LIMITS.maxFieldUsers } }),
    ])
    return {
      authors: authors.items.map(({ id, username, displayName }) => ({ id, name: displayName || username })),
      people: people.items.map(({ id, name }) => ({ id, name })),
      inUse: inUse.items.map(({ id, name }) => ({ id, name })),
    }
  })
  const fields = filterFields({
    filter,
    vocabulary,
    authors: value?.authors ?? null,
    people: value?.inUse ?? null,
    deleters: value?.people ?? [],
  })
  return (
    <FilterBar
      search="Search cases"
      list={list}
      fields={panelFields(fields, onFilter)}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  )
}
