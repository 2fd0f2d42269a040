import { Ellipsis, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { passRate, testsIn } from '../../../contract/launches/launches.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import type { MilestoneRuns } from '../../../contract/runs/by-milestone.ts'
import { MilestoneProgress, useMilestoneRuns } from '../../shared/runs/milestone-progress.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useNow } from '../../ui/text/now.ts'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { CompletedCheckbox } from './completed-checkbox.tsx'
import { dayWords, isOverdue } from '../../shared/days.ts'
import { countsOf } from '../../shared/launch-words.ts'
import styles from './milestones.module.css'

interface MilestonesListProps {
  rows: readonly Milestone[]
  isBusy: boolean
  /** `place`: index of the row. */
  onSaved: (milestone: Milestone, completed: boolean, place: number) => void
  onEdit: (milestone: Milestone) => void
  onDelete: (milestone: Milestone) => void
}

export function MilestonesList({ rows, isBusy, onSaved, onEdit, onDelete }: MilestonesListProps) {
  const runs = useMilestoneRuns()
  return (
    <List label="Milestones" isBusy={isBusy} className={styles.list}>
      <Head />
      {rows.map((milestone, place) => (
        <MilestoneRow
          key={milestone.id}
          runs={runs.get(milestone.id)}
          milestone={milestone}
          onSaved={(completed) => onSaved(milestone, completed, place)}
          onEdit={() => onEdit(milestone)}
          onDelete={() => onDelete(milestone)}
        />
      ))}
    </List>
  )
}

interface MilestoneRowProps {
  milestone: Milestone
  runs: MilestoneRuns | undefined
  onSaved: (completed: boolean) => void
  onEdit: () => void
  onDelete: () => void
}

function MilestoneRow({ milestone, runs, onSaved, onEdit, onDelete }: MilestoneRowProps) {
  const { id, name, description, startDate, launches, statistics } = milestone
  const tests = testsIn(statistics)
  return (
    <Row className={styles.row} data-milestone={id}>
      <Cell className={styles.check}>
        <CompletedCheckbox milestone={milestone} onSaved={onSaved} />
      </Cell>
      <Cell className={styles.name}>
        <span title={name}>{name}</span>
        {description !== '' && <small title={description}>{description}</small>}
        {runs !== undefined && (
          <small>
            <MilestoneProgress of={runs} />
          </small>
        )}
      </Cell>
      <Cell className={styles.start}>{startDate !== null && <Day day={startDate} />}</Cell>
      <Cell className={styles.due}>
        <Due milestone={milestone} />
      </Cell>
      <Cell className={styles.launches} align="end">
        {launches === 0 ? (
          <span className={styles.none}>No launches</span>
        ) : (
          <span>
            <Count value={launches} /> {launches === 1 ? 'launch' : 'launches'}
          </span>
        )}
      </Cell>
      <Cell className={styles.results}>{launches > 0 && <ResultBar counts={countsOf(statistics)} size="sm" />}</Cell>
      <Cell className={styles.rate} align="end">
        {tests > 0 && percentWords(passRate(statistics))}
      </Cell>
      <Cell className={styles.menu} align="end">
        <Menu
          label={`Actions for milestone ${name}`}
          align="end"
          trigger={
            <IconButton size="sm" label={`Actions for ${name}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            Edit milestone
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
            Delete milestone
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}

const Day = ({ day }: { day: string }) => <time dateTime={day}>{dayWords(day)}</time>

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

function Head() {
  return (
    <ListHead>
      <Cell isHead label="Completed" />
      <Cell isHead>Name</Cell>
      <Cell isHead>Start</Cell>
      <Cell isHead>Due</Cell>
      <Cell isHead align="end">
        Launches
      </Cell>
      <Cell isHead>Results</Cell>
      <Cell isHead align="end">
        Passed
      </Cell>
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

/** Skeleton of the page. */
export function MilestonesListSkeleton() {
  return (
    <List label="Milestones" isBusy className={styles.list}>
      <Head />
      {[180, 120, 220, 150].map((width) => (
        <Row key={width} className={styles.row}>
          <Cell className={styles.check}>
            <Skeleton width={16} height={16} />
          </Cell>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.start}>
            <Skeleton width={80} />
          </Cell>
          <Cell className={styles.due}>
            <Skeleton width={80} />
          </Cell>
          <Cell className={styles.launches} align="end">
            <Skeleton width={56} />
          </Cell>
          <Cell className={styles.results}>
            <Skeleton width="100%" />
          </Cell>
        </Row>
      ))}
    </List>
  )
}

/** Rounded down, so that only everything reads 100%. */
const percentWords = (rate: number | null): string => (rate === null ? '' : `${Math.floor(rate * 100)}%`)
