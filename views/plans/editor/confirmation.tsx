/** Confirmation of what saving creates and deletes. Enabled once the end of the list was visible (PLANED-19 to PLANED-21). */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms, and what is laid out as a div is no fieldset */
import { useSelector } from '@xstate/react'
import { ArrowDownToLine, Plus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { planConfirmation } from '../../../machines/plans/plan-confirmation.machine.ts'
import type { PlanDiff } from '../../../machines/plans/plan-diff.ts'
import type { ListedRun } from '../../../machines/plans/planned-runs.ts'
import { useLatest } from '../../shared/latest.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './confirmation.module.css'

interface ConfirmationProps {
  of: ActorRefFrom<ReturnType<typeof planConfirmation<PlanDiff>>>
  title: string
  isNew: boolean
  baseCount: number
}

/** Tolerance in px: browsers round scroll positions. */
const ROUNDING_PX = 2

export function Confirmation({ of, title, isNew, baseCount }: ConfirmationProps) {
  const diff = useSelector(of, ({ context }) => context.shown)
  const isRead = useSelector(of, (state) => state.matches({ shown: 'read' }))
  const onClose = () => of.send({ type: 'confirmation/cancel' })
  const { created, removed } = diff
  const results = removed.reduce((sum, { resultCount }) => sum + resultCount, 0)
  const action = isNew
    ? `Create ${formatCount(created.length, 'run', 'runs')}`
    : removed.length > 0
      ? `Save and delete ${formatCount(removed.length, 'run', 'runs')}`
      : 'Save'
  return (
    <Dialog
      title={`${isNew ? 'Create' : 'Save'} test plan “${title.trim()}”?`}
      width="medium"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <span className={styles.more} role="status">
            {isRead ? (
              results > 0 && `Results of ${formatCount(results, 'case', 'cases')} will be deleted`
            ) : (
              <>
                <ArrowDownToLine aria-hidden />
                Scroll to the end of the list to {isNew ? 'create' : 'save'}
              </>
            )}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={removed.length > 0 && isRead ? 'danger-solid' : 'primary'}
            disabled={!isRead}
            onClick={() => of.send({ type: 'confirmation/confirm' })}
          >
            {action}
          </Button>
        </>
      }
    >
      <p className={styles.summary}>{summaryText(diff)}</p>
      <RunList diff={diff} baseCount={baseCount} onEnd={() => of.send({ type: 'list/ended' })} />
    </Dialog>
  )
}

interface RunListProps {
  diff: PlanDiff
  baseCount: number
  onEnd: () => void
}

/** A component of its own: the dialog mounts its content after itself. */
function RunList({ diff: { created, removed }, baseCount, onEnd }: RunListProps) {
  const list = useRef<HTMLDivElement>(null)
  const look = () => {
    const at = list.current
    if (at !== null && at.scrollTop + at.clientHeight >= at.scrollHeight - ROUNDING_PX) onEnd()
  }
  const latest = useLatest(look)
  // A short list shows its end immediately, or when the window grows.
  useLayoutEffect(() => {
    const at = list.current
    if (at === null) return undefined
    const resized = new ResizeObserver(() => latest()())
    resized.observe(at)
    return () => resized.disconnect()
  }, [latest])
  return (
    <div
      ref={list}
      className={styles.list}
      role="group"
      aria-label="Runs that saving creates and deletes"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      data-autofocus
      onScroll={look}
    >
      {created.length > 0 && (
        <section>
          <h3>{formatCount(created.length, 'run', 'runs')} to be created</h3>
          <ul>
            {created.map((run) => (
              <Line key={run.key} icon={<Plus aria-hidden />} run={run} count={run.testCaseIds?.length ?? baseCount} />
            ))}
          </ul>
        </section>
      )}
      {removed.length > 0 && (
        <section data-gone>
          <h3>{formatCount(removed.length, 'run', 'runs')} to be removed and deleted</h3>
          <ul>
            {removed.map((run) => (
              <Line key={run.id} icon={<Trash2 aria-hidden />} run={run} count={run.testCaseIds.length}>
                {run.resultCount > 0 && (
                  <small>Results of {formatCount(run.resultCount, 'case goes', 'cases go')} with it</small>
                )}
              </Line>
            ))}
          </ul>
        </section>
      )}
      {/* Focusable, so that Tab and screen readers scroll the list to its end. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <p className={styles.end} tabIndex={0} onFocus={onEnd}>
        {formatCount(created.length + removed.length, 'run', 'runs')} in all. End of the list.
      </p>
    </div>
  )
}

const summaryText = ({ created, changed, removed, unchanged }: PlanDiff): string => {
  const sentences = [
    created.length > 0 && `${formatCount(created.length, 'run', 'runs')} will be created.`,
    removed.length > 0 && `${formatCount(removed.length, 'run', 'runs')} will be removed and deleted with all results.`,
    changed.length > 0 && `${formatCount(changed.length, 'run changes', 'runs change')}.`,
    unchanged > 0 && `${formatCount(unchanged, 'stays as it is', 'stay as they are')}.`,
  ]
  return sentences.filter((words) => words !== false).join(' ')
}

interface LineProps {
  icon: ReactNode
  run: Pick<ListedRun, 'title'> & { configurations: readonly ListedRun['configurations'][number][] }
  count: number
  children?: ReactNode
}

function Line({ icon, run: { title, configurations }, count, children }: LineProps) {
  return (
    <li>
      {icon}
      <span className={styles.name}>
        <span>{title}</span>
        {children}
      </span>
      <span className={styles.options}>
        {configurations.map(({ optionId, optionName }) => (
          <Chip key={optionId}>{optionName}</Chip>
        ))}
      </span>
      <span className={styles.count}>{formatCount(count, 'case', 'cases')}</span>
    </li>
  )
}
