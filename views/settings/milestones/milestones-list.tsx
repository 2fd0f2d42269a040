import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { passRate, testsIn } from '../../../contract/launches/launches.ts'
import { type Milestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import type { MilestoneRuns } from '../../../contract/runs/by-milestone.ts'
import { MilestoneProgress, useMilestoneRuns } from '../../shared/runs/milestone-progress.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { type Column, DataList, RowMenu } from '../../ui/lists/data-list.tsx'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { useNow } from '../../ui/text/now.ts'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { formatDay, isOverdue } from '../../shared/days.ts'
import { countsOf } from '../../shared/launch-labels.ts'
import styles from './milestones.module.css'
import { useApplication, useProject } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'

interface MilestonesListProps {
  /** Null while loading. */
  rows: readonly Milestone[] | null
  isBusy: boolean
  /** `place`: index of the row. */
  onSaved: (milestone: Milestone, completed: boolean, place: number) => void
  onEdit: (milestone: Milestone) => void
  onDelete: (milestone: Milestone) => void
}

export function MilestonesList({ rows, isBusy, onSaved, onEdit, onDelete }: MilestonesListProps) {
  const runs = useMilestoneRuns()
  const columns: Column<Milestone>[] = [
    {
      header: 'Completed',
      isHeaderHidden: true,
      width: '16px',
      className: styles.check,
      skeleton: 16,
      cell: (milestone) => (
        <CompletedCheckbox
          milestone={milestone}
          onSaved={(completed) => onSaved(milestone, completed, rows?.indexOf(milestone) ?? 0)}
        />
      ),
    },
    {
      header: 'Name',
      width: 'minmax(160px, 1fr)',
      className: styles.name,
      skeleton: 'name',
      cell: (milestone) => <Name milestone={milestone} runs={runs.get(milestone.id)} />,
    },
    ...FACTS,
    {
      header: 'Actions',
      isHeaderHidden: true,
      width: '32px',
      align: 'end',
      className: styles.menu,
      cell: (milestone) => (
        <RowMenu label={`Actions for ${milestone.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(milestone)}>
            Edit milestone
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onDelete(milestone)}>
            Delete milestone
          </MenuItem>
        </RowMenu>
      ),
    },
  ]
  return (
    <DataList
      label="Milestones"
      rows={rows}
      columns={columns}
      isBusy={isBusy}
      className={styles.list}
      rowClassName={styles.row}
      rowPropsOf={({ id }) => ({ 'data-milestone': id })}
    />
  )
}

const FACTS: readonly Column<Milestone>[] = [
  {
    header: 'Start',
    width: '104px',
    className: styles.start,
    skeleton: 80,
    cell: ({ startDate }) => startDate !== null && <Day day={startDate} />,
  },
  {
    header: 'Due',
    width: '196px',
    className: styles.due,
    skeleton: 80,
    cell: (milestone) => <Due milestone={milestone} />,
  },
  {
    header: 'Launches',
    width: '96px',
    align: 'end',
    className: styles.launches,
    skeleton: 56,
    cell: ({ launches }) =>
      launches === 0 ? (
        <span className={styles.none}>No launches</span>
      ) : (
        <span>
          <Count value={launches} /> {launches === 1 ? 'launch' : 'launches'}
        </span>
      ),
  },
  {
    header: 'Results',
    width: 'minmax(96px, 200px)',
    className: styles.results,
    skeleton: 96,
    cell: ({ launches, statistics }) => launches > 0 && <ResultBar counts={countsOf(statistics)} size="sm" />,
  },
  {
    header: 'Passed',
    width: '48px',
    align: 'end',
    className: styles.rate,
    cell: ({ statistics }) => testsIn(statistics) > 0 && formatPercent(passRate(statistics)),
  },
]

function Name({ milestone: { name, description }, runs }: { milestone: Milestone; runs: MilestoneRuns | undefined }) {
  return (
    <>
      <span title={name}>{name}</span>
      {description !== '' && <small title={description}>{description}</small>}
      {runs !== undefined && (
        <small>
          <MilestoneProgress of={runs} />
        </small>
      )}
    </>
  )
}

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatDay(day)}</time>

function Due({ milestone }: { milestone: Milestone }) {
  const now = useNow()
  const { dueDate } = milestone
  if (dueDate === null) return <span className={styles.none}>No due date</span>
  if (!isOverdue(milestone, now)) return <Day day={dueDate} />
  return (
    <span className={styles.overdue}>
      <TriangleAlert aria-hidden />
      <span>Overdue</span>
      <Day day={dueDate} />
    </span>
  )
}

/** Rounded down, so that only everything reads 100%. */
const formatPercent = (rate: number | null): string => (rate === null ? '' : `${Math.floor(rate * 100)}%`)

interface CompletedCheckboxProps {
  milestone: Milestone
  onSaved: (completed: boolean) => void
}

function CompletedCheckbox({ milestone, onSaved }: CompletedCheckboxProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { shown, set } = useOptimistic({
    source: milestone,
    read: ({ completed }) => completed,
    save: (completed) =>
      send(updateMilestone, { params: { projectKey: key, milestoneId: milestone.id }, body: { completed } }),
    onSaved,
  })
  return <Checkbox aria-label={`Completed: ${milestone.name}`} checked={shown} onCheckedChange={set} />
}
