/** Rows of the case picker, memoised. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import { ChevronDown, ChevronRight, UserPlus } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import type { CaseRow } from '../../../../contract/cases/cases.ts'
import type { ProjectUser } from '../../../../contract/projects/people.ts'
import type { PlacedSuite } from '../../../../machines/cases/repository-layout.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { RowCheckbox } from '../../../ui/controls/checkbox.tsx'
import { inFigures } from '../../../ui/text/figures.ts'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { AttributeIcon } from '../attribute-icon.tsx'
import { Marks } from '../marks.tsx'
import styles from './case-picker.module.css'

interface LineProps {
  /** Index among the rows, from 0. */
  row: number
  top: number
  height: number
  level: number
  isActive: boolean
}

const placed = ({ top, height, level }: LineProps): CSSProperties =>
  Object.assign({ top, height }, { '--level': level })

interface SuitePickLineProps extends LineProps {
  suite: PlacedSuite
  isOpen: boolean
  /** Matching cases in the suite and its sub-suites. */
  of: number
  picked: number
  onToggle: (suiteId: number) => void
  onPick: (suite: PlacedSuite, isPicked: boolean) => void
  onAssign: ((suite: PlacedSuite) => void) | undefined
}

export const SuitePickLine = memo(function SuitePickLine(props: SuitePickLineProps) {
  const { suite, row, level, isOpen, isActive, of, picked, onToggle, onPick, onAssign } = props
  const hasAll = of > 0 && picked === of
  return (
    <div
      id={`pick-${row}`}
      role="row"
      aria-rowindex={row + 1}
      aria-level={level + 1}
      aria-expanded={isOpen}
      data-active={isActive || undefined}
      className={styles.suite}
      style={placed(props)}
    >
      <span role="gridcell" className={styles.check}>
        <RowCheckbox
          label={`Select suite ${suite.title}`}
          tabIndex={-1}
          checked={picked === 0 ? false : hasAll ? true : 'mixed'}
          onCheckedChange={() => onPick(suite, !hasAll)}
        />
      </span>
      <span role="gridcell" className={styles.name}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${suite.title}`}
          onClick={() => onToggle(suite.id)}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        </button>
        <span className={styles.title} title={[...suite.ancestors, suite].map(({ title }) => title).join(' / ')}>
          {suite.title}
        </span>
      </span>
      <span role="gridcell" className={styles.count}>
        {picked > 0 && (
          <>
            <b>{inFigures(picked)}</b> of{' '}
          </>
        )}
        {inFigures(of)}
      </span>
      <span role="gridcell" className={styles.assignee}>
        {onAssign !== undefined && picked > 0 && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.assign}
            aria-label={`Assign cases of ${suite.title}`}
            data-tip="Assign"
            onClick={() => onAssign(suite)}
          >
            <UserPlus aria-hidden />
          </button>
        )}
      </span>
    </div>
  )
})

interface CasePickLineProps extends LineProps {
  /** Undefined while the row's case is loading. */
  id: number | undefined
  item: CaseRow | null | undefined
  isPicked: boolean
  /** Null for nobody; undefined for a user who is not among the possible assignees. */
  assignee: ProjectUser | null | undefined
  onPick: (id: number, isPicked: boolean, withRange: boolean) => void
  onAssign: ((id: number, name: string) => void) | undefined
}

export const CasePickLine = memo(function CasePickLine(props: CasePickLineProps) {
  const { id, item, row, level, isActive, isPicked, assignee, onPick, onAssign } = props
  if (id === undefined || item === undefined || item === null)
    return (
      <div
        id={`pick-${row}`}
        role="row"
        aria-rowindex={row + 1}
        aria-busy
        className={styles.case}
        style={placed(props)}
      >
        <span aria-hidden className={styles.check} />
        <span role="gridcell" className={styles.name}>
          <Skeleton width={180 + ((row * 37) % 120)} />
        </span>
      </div>
    )
  return (
    <div
      id={`pick-${row}`}
      role="row"
      aria-rowindex={row + 1}
      aria-level={level + 2}
      aria-selected={isPicked}
      data-active={isActive || undefined}
      data-selected={isPicked || undefined}
      className={styles.case}
      style={placed(props)}
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('button') === null)
          onPick(id, event.shiftKey || !isPicked, event.shiftKey)
      }}
    >
      <span role="gridcell" className={styles.check}>
        <RowCheckbox
          label={`Select ${item.key}`}
          tabIndex={-1}
          checked={isPicked}
          onCheckedChange={(checked, event) => onPick(id, event.shiftKey || checked, event.shiftKey)}
        />
      </span>
      <span role="gridcell" className={styles.key}>
        {item.key}
      </span>
      <span role="gridcell" className={styles.name}>
        <span className={styles.title} title={item.title}>
          {item.title}
        </span>
        <Marks of={item} />
      </span>
      <span role="gridcell" className={styles.icons}>
        <AttributeIcon kind="automationStates" id={item.automationState?.id} />
        <AttributeIcon kind="priorities" id={item.priority?.id} />
      </span>
      <span role="gridcell" className={styles.assignee}>
        {onAssign !== undefined && isPicked && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.assign}
            aria-label={`Assignee of ${item.key}: ${assignee === null ? 'nobody' : (assignee?.name ?? 'unknown')}`}
            data-tip={assignee === null ? 'Assign' : undefined}
            onClick={() => onAssign(id, item.key)}
          >
            {assignee === null ? (
              <UserPlus aria-hidden />
            ) : (
              <Avatar name={assignee?.name ?? 'Unknown'} photoUrl={assignee?.photoUrl ?? null} />
            )}
          </button>
        )}
      </span>
    </div>
  )
})
