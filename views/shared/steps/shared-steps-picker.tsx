/** Shared steps of the project, found by their name. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { LIMITS } from '../../../contract/limits.ts'
import type { SharedStepsSummary } from '../../../contract/shared-steps/shared-steps.ts'
import { faceOfList, pagedList, type ListPage, type ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useProject } from '../../boot/context.tsx'
import { useSharedSteps } from './use-shared-steps.ts'
import styles from './steps-editor.module.css'

export function SharedStepsPicker({ onChoose }: { onChoose: (shared: SharedStepsSummary) => void }) {
  const { key } = useProject()
  const service = useSharedSteps()
  const machine = useMemo(
    () =>
      pagedList<SharedStepsSummary, ListQuery>({ isFiltered: ({ q }) => q !== '' }).provide({
        actors: {
          load: fromPromise<ListPage<SharedStepsSummary>, { query: ListQuery }>(
            async ({ input: { query }, signal }) => {
              const { items, _meta } = await service.list(key, query, signal)
              return { rows: items, total: _meta.total }
            },
          ),
        },
      }),
    [service, key],
  )
  const [snapshot, send] = useMachine(machine, {
    input: { query: { q: '', page: 1, pageSize: LIMITS.sharedStepsPageSize } },
  })
  const { page, typed } = snapshot.context
  const face = faceOfList(snapshot)
  return (
    <div className={styles.picker}>
      <SearchField
        label="Search shared steps"
        shortcut={null}
        value={typed}
        onValueChange={(q) => send({ type: 'search/typed', q })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send({ type: 'search/submitted' })
        }}
      />
      {face === 'loading' && <Skeleton width={200} />}
      {face === 'shown' && (
        <ul className={styles.choices} aria-label="Shared steps">
          {page.rows.map((shared) => (
            <li key={shared.id}>
              <button type="button" onClick={() => onChoose(shared)}>
                <span>{shared.name}</span>
                <small>{shared.numberOfSteps === 1 ? '1 step' : `${shared.numberOfSteps} steps`}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {face === 'shown' && page.total > page.rows.length && (
        <p className={styles.none}>Type more of the name to narrow the list.</p>
      )}
      {face === 'empty' && <p className={styles.none}>There are no shared steps yet.</p>}
      {face === 'noResults' && <p className={styles.none}>No shared steps match.</p>}
      {face === 'failed' && (
        <p className={styles.none}>
          Shared steps did not load.{' '}
          <Button size="sm" onClick={() => send({ type: 'list/refresh' })}>
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
