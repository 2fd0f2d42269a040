/** What was seen in a session, the newest first, with what can be done about it (OBS and OBSF rows). */
import { NotebookPen } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Exploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { useMay } from '../../boot/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useLatest } from '../../shared/latest.ts'
import { useDeleting } from './use-deleting.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { observationsWords } from '../words.ts'
import { filterSearch, isFiltered, matches, NO_FILTER, readFilter, type ObservationFilter } from './filters.ts'
import { ObservationRow } from './observation-row.tsx'
import { Story } from './story.tsx'
import { ObservationsToolbar } from './toolbar.tsx'
import styles from './timeline.module.css'

/** More than fit a tall window: these are drawn at once, and the rest of a long session while they are looked at. */
const FIRST_DRAWN = 20

export interface ObservationsProps {
  session: ExploratorySession
  known: Exploratory
  /** Id of the one that is being edited. */
  edited: string | null
  onEdit: (id: string | null) => void
}

export function Observations({ session, known, edited, onEdit }: ObservationsProps) {
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<readonly string[] | null>(null)
  const isWhole = useDeferredValue(true, false)
  const selected = shown.flatMap(({ observation: { id } }) => (chosen.has(id) ? [id] : []))
  const select = useCallback((id: string, isOn: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      if (isOn) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  // The same function whatever waits: or each note would draw every row anew.
  const stateOf = useLatest(known.state)
  return (
    <section className={styles.observations} aria-label="Observations">
      {canWrite && selected.length > 0 ? (
        <BulkBar
          words={`${observationsWords(selected.length)} selected`}
          checkbox={
            <Checkbox
              aria-label="Select all that are shown"
              checked={selected.length === shown.length}
              isIndeterminate={selected.length < shown.length}
              onCheckedChange={(isOn) => setChosen(new Set(isOn ? shown.map(({ observation }) => observation.id) : []))}
            />
          }
          aside={`of ${shown.length} shown`}
          onClear={() => setChosen(new Set())}
        >
          <Button size="sm" variant="danger" onClick={() => setDeleting(selected)}>
            Delete
          </Button>
        </BulkBar>
      ) : (
        <ObservationsToolbar observations={all} filter={filter} onChange={change} />
      )}
      <div className={styles.scroll}>
        {known.refused.map((told) => (
          <Story key={told.key} told={told} session={session} observation={null} stateOf={stateOf} />
        ))}
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
                onSelect={select}
                onEdit={onEdit}
                onDelete={setDeleting}
              />
            ))}
          </ol>
        ) : isFiltered(filter) ? (
          <EmptyState
            title="No observation matches"
            actions={<Button onClick={() => change(NO_FILTER)}>Clear filters</Button>}
          >
            {observationsWords(all.length)} do not match.
          </EmptyState>
        ) : (
          <EmptyState icon={<NotebookPen aria-hidden />} title="No observations yet">
            {canWrite
              ? 'Write down what you see as you explore: bugs, questions, ideas. Saved on this device as you type. Sent when you are online.'
              : 'This session has no observations.'}
          </EmptyState>
        )}
      </div>
      {deleting !== null && (
        <Deleting
          ids={deleting}
          session={session}
          known={known}
          onDone={() => {
            setChosen(new Set())
            setDeleting(null)
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  )
}

interface DeletingProps extends Pick<ObservationsProps, 'session' | 'known'> {
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

function Deleting({ ids, session, known, onDone, onClose }: DeletingProps) {
  const remove = useDeleting(session.id, known)
  const { isPending, failure, confirm } = useConfirmedAction(
    () => remove(ids),
    () => {
      toast.success(TEXTS.observationsDeleted)
      onDone()
    },
  )
  const words = observationsWords(ids.length)
  return (
    <ConfirmDialog
      title={`Delete ${words}?`}
      confirmLabel={`Delete ${words}`}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {ids.length === 1 ? 'It is' : 'They are'} permanently deleted, with files and links. This cannot be undone.
    </ConfirmDialog>
  )
}
