/** Saved filters of the project: own and public ones, favourites first (SAVF rows). */
import { useActorRef, useSelector } from '@xstate/react'
import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import {
  listSavedFilters,
  deleteSavedFilter,
  updateSavedFilter,
  restoreSavedFilter,
  type SavedFilter,
} from '../../../contract/launches/saved-filters.ts'
import { topics } from '../../../contract/live.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  filtersShown,
  savedFilters,
  type FilterChange,
  type SavedFiltersShown,
} from '../../../machines/launches/saved-filters.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { Drawer } from './drawer.tsx'
import { SavedFilterRow } from './saved-filter-row.tsx'
import styles from './saved-filters.module.css'

export interface SavedFiltersDrawerProps {
  /** Id of the filter in the address. */
  active: number | undefined
  /** Null without permission to save, or without active predicates. */
  onSave: (() => void) | null
  onClose: () => void
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Mine' },
  { value: 'public', label: 'Public' },
] as const satisfies { value: SavedFiltersShown; label: string }[]

export function SavedFiltersDrawer({ active, onSave, onClose }: SavedFiltersDrawerProps) {
  const { user } = useSession()
  const drawer = useSavedFilters()
  const snapshot = useSelector(drawer, (one) => one)
  const { filters, failure, q, shown } = snapshot.context
  const found = filtersShown(snapshot.context, user.id)
  const isLoading = filters === null && snapshot.matches({ list: 'loading' })
  return (
    <Drawer title="Saved filters" onClose={onClose}>
      <div className={styles.tools}>
        <SearchField
          label="Search saved filters"
          shortcut={null}
          value={q}
          onValueChange={(words) => drawer.send({ type: 'filters/searched', q: words })}
        />
        <SegmentedControl
          label="Whose filters"
          size="sm"
          segments={SHOWN}
          value={shown}
          onValueChange={(next) => drawer.send({ type: 'filters/narrowed', shown: next })}
        />
      </div>
      {isLoading && <Loading />}
      {snapshot.matches({ list: 'failed' }) && (
        <ProblemState
          title="Saved filters did not load"
          isRetrying={false}
          onRetry={() => drawer.send({ type: 'filters/retried' })}
        >
          {messageOf(failure)}.
        </ProblemState>
      )}
      {filters !== null && failure !== null && (
        <p className={styles.stale} role="alert">
          {messageOf(failure)}.{' '}
          <Button size="sm" onClick={() => drawer.send({ type: 'filters/retried' })}>
            Retry
          </Button>
        </p>
      )}
      {found.length > 0 && (
        <ul className={styles.filters} aria-busy={snapshot.matches({ list: 'loading' })}>
          {found.map((filter) => (
            <SavedFilterRow
              key={filter.id}
              filter={filter}
              isActive={filter.id === active}
              onFlag={(flags) => drawer.send({ type: 'filter/flagged', filter, flags })}
              onDelete={() => drawer.send({ type: 'filter/deleted', filter })}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      {filters !== null && found.length === 0 && <Nothing isNarrowed={filters.length > 0} onSave={onSave} />}
    </Drawer>
  )
}

function Nothing({ isNarrowed, onSave }: { isNarrowed: boolean; onSave: (() => void) | null }) {
  if (isNarrowed)
    return (
      <p className={styles.none}>
        <Search aria-hidden /> No saved filter matches
      </p>
    )
  return (
    <EmptyState
      title="There are no saved filters yet"
      actions={onSave !== null && <Button onClick={onSave}>Save this filter</Button>}
    >
      Filter the launches, then save the filter to return to it or to share it with your team.
    </EmptyState>
  )
}

function Loading() {
  return (
    <output className={styles.filters} aria-label="Saved filters load" aria-busy>
      {[148, 96, 176, 120, 132].map((width) => (
        <div key={width} className={styles.filter}>
          <Skeleton width={16} height={16} />
          <span className={styles.words}>
            <Skeleton width={width} />
            <Skeleton width={width + 60} height={8} />
          </span>
        </div>
      ))}
    </output>
  )
}

const useSavedFilters = () => {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const machine = useMemo(
    () =>
      savedFilters.provide({
        actors: {
          load: fromPromise<{ filters: readonly SavedFilter[] }>(async ({ signal }) => ({
            filters: (await send(listSavedFilters, { params: { projectKey: key }, signal })).items,
          })),
          perform: fromPromise<unknown, { change: FilterChange }>(({ input: { change } }) =>
            change.kind === 'delete'
              ? send(deleteSavedFilter, {
                  params: { projectKey: key, filterId: change.filter.id },
                  query: { version: change.filter.version },
                })
              : send(updateSavedFilter, {
                  params: { projectKey: key, filterId: change.filter.id },
                  body: {
                    ...change.flags,
                    expected: {
                      ...(change.flags.isFavorite === undefined ? {} : { isFavorite: change.filter.isFavorite }),
                      ...(change.flags.isPrivate === undefined ? {} : { isPrivate: change.filter.isPrivate }),
                    },
                  },
                }),
          ),
          news: fromCallback(({ sendBack }) => {
            const notify = () => sendBack({ type: 'filters/changed' })
            const following = live.followNews(topics.savedFilters(tenant, id), notify).subscribe(notify)
            return () => following.unsubscribe()
          }),
        },
      }),
    [live, tenant, id, key, send],
  )
  const drawer = useActorRef(machine)
  useEmitted(drawer, {
    'change/done': ({ change: { kind, filter } }) => {
      if (kind === 'delete')
        // The drawer may be closed before the undo.
        toast.success(TEXTS.filterDeleted(filter.name), {
          label: 'Undo',
          run: () =>
            void send(restoreSavedFilter, { params: { projectKey: key, filterId: filter.id } }).then(
              () => toast.success(TEXTS.filterRestored(filter.name)),
              (error: unknown) => toast.error(messageOf(error)),
            ),
        })
    },
    'change/refused': ({ error }) => toast.error(messageOf(error)),
  })
  return drawer
}
