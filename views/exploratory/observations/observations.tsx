/** Observations of a session, newest first, with their actions (OBS and OBSF rows). */
import { NotebookPen } from 'lucide-react'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Exploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { useMay } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { UnsavedDraft } from '../../shared/unsent/unsaved-draft.tsx'
import type { ObservationsRef } from './use-observations.ts'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { observationCount } from '../session-text.ts'
import { filterSearch, isFiltered, matches, NO_FILTER, readFilter, type ObservationFilter } from './filters.ts'
import { ObservationRow } from './observation-row.tsx'
import { Stories } from './stories.tsx'
import { ObservationsToolbar } from './toolbar.tsx'
import { observationText } from './observation-text.ts'
import styles from './timeline.module.css'

/** More than fit into a tall window: these render first, the rest of a long session as it scrolls into view. */
const FIRST_DRAWN = 20

export interface ObservationsProps {
  session: ExploratorySession
  known: Exploratory
  actor: ObservationsRef
}

export function Observations({ session, known, actor }: ObservationsProps) {
  const canWrite = useMay().inProject('exploratory:write') && !session.closed && !known.isGone
  const [location, navigate] = useLocation()
  const search = useSearch()
  const filter = useMemo(() => readFilter(search), [search])
  const change = (next: ObservationFilter) => {
    const text = filterSearch(next)
    navigate(location + (text === '' ? '' : `?${text}`), { replace: true })
  }
  const newestFirst = useMemo(() => [...known.observations].reverse(), [known.observations])
  const shown = useMemo(
    () => newestFirst.filter(({ observation }) => matches(observation, filter)),
    [newestFirst, filter],
  )
  const all = useMemo(() => newestFirst.map(({ observation }) => observation), [newestFirst])
  const selection = useSelector(actor, ({ context }) => context.selected)
  const edited = useSelector(actor, ({ context }) => context.edited)
  const chosen = useMemo(() => new Set(selection), [selection])
  const isWhole = useDeferredValue(true, false)
  const selected = shown.flatMap(({ observation: { id } }) => (chosen.has(id) ? [id] : []))
  const clear = () => actor.send({ type: 'selection/clear' })
  // Stable: otherwise each new note would re-render every row.
  const stateOf = useLatest(known.state)
  return (
    <section className={styles.observations} aria-label="Observations">
      {canWrite && selected.length > 0 ? (
        <BulkBar
          words={`${observationCount(selected.length)} selected`}
          checkbox={
            <Checkbox
              aria-label="Select all that are shown"
              checked={selected.length === shown.length}
              isIndeterminate={selected.length < shown.length}
              onCheckedChange={(isOn) => {
                clear()
                if (isOn)
                  actor.send({
                    type: 'observations/select',
                    ids: shown.map(({ observation }) => observation.id),
                    isSelected: true,
                  })
              }}
            />
          }
          aside={`of ${shown.length} shown`}
          onClear={clear}
        >
          <Button size="sm" variant="danger" onClick={() => actor.send({ type: 'deletion/ask', ids: selected })}>
            Delete
          </Button>
        </BulkBar>
      ) : (
        <ObservationsToolbar observations={all} filter={filter} onChange={change} />
      )}
      <div className={styles.scroll}>
        {edited !== null && all.every(({ id }) => id !== edited) && (
          <UnsavedDraft
            key={edited}
            name={`observation:${edited}`}
            title="The observation that you were editing was deleted:"
            textOf={observationText}
            onDiscard={() => actor.send({ type: 'edit/close' })}
          />
        )}
        <Stories refused={known.refused} session={session} observation={null} stateOf={stateOf} />
        {shown.length > 0 ? (
          <ol className={styles.timeline}>
            {(isWhole ? shown : shown.slice(0, FIRST_DRAWN)).map((one) => (
              <ObservationRow
                key={one.observation.id}
                shown={one}
                session={session}
                canWrite={canWrite}
                isSelected={chosen.has(one.observation.id)}
                isEdited={edited === one.observation.id}
                stateOf={stateOf}
                actor={actor}
              />
            ))}
          </ol>
        ) : isFiltered(filter) ? (
          <EmptyState
            title="No observation matches"
            actions={<Button onClick={() => change(NO_FILTER)}>Clear filters</Button>}
          >
            {observationCount(all.length)} do not match.
          </EmptyState>
        ) : (
          <EmptyState icon={<NotebookPen aria-hidden />} title="No observations yet">
            {canWrite
              ? 'Write down what you see as you explore: bugs, questions, ideas. Saved on this device as you type. Sent when you are online.'
              : 'This session has no observations.'}
          </EmptyState>
        )}
      </div>
      <Deleting actor={actor} />
    </section>
  )
}

function Deleting({ actor }: { actor: ObservationsRef }) {
  const isOpen = useSelector(actor, (snapshot) => !snapshot.matches('listed'))
  const isPending = useSelector(actor, (snapshot) => snapshot.matches('deleting'))
  const { deleting, failure } = useSelector(actor, ({ context }) => context)
  if (!isOpen) return null
  const words = observationCount(deleting.length)
  return (
    <ConfirmDialog
      title={`Delete ${words}?`}
      confirmLabel={`Delete ${words}`}
      isPending={isPending}
      failure={failure === null ? undefined : messageOf(failure)}
      onConfirm={() => actor.send({ type: 'deletion/confirm' })}
      onClose={() => actor.send({ type: 'deletion/cancel' })}
    >
      {deleting.length === 1 ? 'It is' : 'They are'} permanently deleted, with files and links. This cannot be undone.
    </ConfirmDialog>
  )
}
