/** Rows of the runs list below their headers, with the selection bar. */
import { Archive, ClipboardList, Copy, Ellipsis, Flag, Trash2 } from 'lucide-react'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { useProject } from '../../boot/context.tsx'
import { testPlanHref, testRunHref } from '../../shared/routes.ts'
import { ConfigurationChips } from '../../shared/runs/configuration-chips.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { inFigures } from '../../ui/figures.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { copyRunId, RunMenuItems, type RunMenuActions } from './run-menu.tsx'
import styles from './runs.module.css'

export interface RunsTableProps {
  runs: readonly TestRunSummary[]
  chosen: readonly number[]
  canWrite: boolean
  isBusy: boolean
  actions: RunMenuActions
  onChoose: (id: number, isChosen: boolean) => void
  onChooseAll: (ids: readonly number[]) => void
  onClear: () => void
}

/** Runs of a plan are changed with their plan (RUNS-39, RUNS-40). */
const canChoose = ({ testPlan }: TestRunSummary) => testPlan === null

export function RunsTable(props: RunsTableProps) {
  const { runs, chosen, canWrite, isBusy, onChooseAll } = props
  const choosable = runs.filter(canChoose).map(({ id }) => id)
  return (
    <List label="Test runs" isBusy={isBusy} className={styles.runs} data-readonly={!canWrite || undefined}>
      {chosen.length > 0 ? (
        <Selection {...props} choosable={choosable} />
      ) : (
        <ListHead>
          {canWrite && (
            <Cell isHead>
              <Checkbox
                aria-label="Select all test runs on this page"
                checked={false}
                disabled={choosable.length === 0}
                onCheckedChange={() => onChooseAll(choosable)}
              />
            </Cell>
          )}
          <Cell isHead>Test run</Cell>
          <Cell isHead>Env</Cell>
          <Cell isHead>Configurations</Cell>
          <Cell isHead>Part of</Cell>
          <Cell isHead>Results</Cell>
          <Cell isHead align="end">
            Done
          </Cell>
          <Cell isHead align="end">
            Cases
          </Cell>
          <Cell isHead>Created</Cell>
          <Cell isHead label="Actions" />
        </ListHead>
      )}
      {runs.map((run) => (
        <RunRow key={run.id} run={run} isChosen={chosen.includes(run.id)} {...props} />
      ))}
    </List>
  )
}

function Selection(props: RunsTableProps & { choosable: readonly number[] }) {
  const { runs, chosen, choosable, actions, onChooseAll, onClear } = props
  const selected = runs.filter(({ id }) => chosen.includes(id))
  const isAll = choosable.length === chosen.length
  const ofPlan = runs.length - choosable.length
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${inFigures(chosen.length)} ${chosen.length === 1 ? 'test run' : 'test runs'} selected`}
        aside={ofPlan > 0 && `${inFigures(ofPlan)} in a test plan cannot be selected`}
        onClear={onClear}
        checkbox={
          <Checkbox
            aria-label="Select all test runs on this page"
            checked={isAll}
            isIndeterminate={!isAll}
            onCheckedChange={() => (isAll ? onClear() : onChooseAll(choosable))}
          />
        }
      >
        {selected.some(({ closed }) => !closed) && (
          <>
            <Button
              variant="quiet"
              size="sm"
              icon={<Flag aria-hidden />}
              onClick={() => actions.onAsk({ action: 'milestone', runs: selected })}
            >
              Assign to milestone
            </Button>
            <Button
              variant="quiet"
              size="sm"
              icon={<Archive aria-hidden />}
              disabled={actions.whyNotClosed !== null}
              data-tip={actions.whyNotClosed ?? undefined}
              onClick={() => actions.onClose(selected)}
            >
              Close
            </Button>
          </>
        )}
        <Button
          variant="danger"
          size="sm"
          icon={<Trash2 aria-hidden />}
          onClick={() => actions.onAsk({ action: 'delete', runs: selected })}
        >
          Delete
        </Button>
      </BulkBar>
    </div>
  )
}

type RunRowProps = Pick<RunsTableProps, 'canWrite' | 'actions' | 'onChoose'> & {
  run: TestRunSummary
  isChosen: boolean
}

function RunRow({ run, isChosen, canWrite, actions, onChoose }: RunRowProps) {
  const { key } = useProject()
  const { id, title, environment, configurations, milestone, testPlan, createdBy, createdAt } = run
  const { done, of, percent } = progressOf(run.caseStatusStatistics)
  return (
    <Row className={styles.row} isSelected={isChosen}>
      {canWrite && (
        <Cell className={styles.check} data-tip={canChoose(run) ? undefined : RUN_TEXTS.bulkOfPlan}>
          <Checkbox
            aria-label={`Select ${title}`}
            checked={isChosen}
            disabled={!canChoose(run)}
            onCheckedChange={(checked) => onChoose(id, checked)}
          />
        </Cell>
      )}
      <Cell className={styles.name}>
        <RowLink href={testRunHref(key, id)} aside={`#${id}`}>
          {title}
        </RowLink>
      </Cell>
      <Cell className={styles.env} title={environment?.name}>
        {environment?.key ?? '–'}
      </Cell>
      <Cell className={classNames(styles.chips, styles.configurations)}>
        <ConfigurationChips configurations={configurations} />
      </Cell>
      <Cell className={classNames(styles.chips, styles.part)}>
        {milestone !== null && <Chip icon={<Flag aria-hidden />}>{milestone.name}</Chip>}
        {testPlan !== null && (
          <Chip icon={<ClipboardList aria-hidden />} href={testPlanHref(key, testPlan.id)}>
            {testPlan.title}
          </Chip>
        )}
      </Cell>
      <Cell className={styles.bar}>
        <StatusBar statistics={run.caseStatusStatistics} />
      </Cell>
      <Cell align="end" className={styles.percent}>
        {percent}%
      </Cell>
      <Cell align="end" className={styles.done}>
        {inFigures(done)} / {inFigures(of)}
      </Cell>
      <Cell className={styles.created}>
        <Avatar name={createdBy.name} photoUrl={createdBy.photoUrl} />
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell className={styles.more}>
        {canWrite ? (
          <Menu
            label={`Actions for ${title}`}
            align="end"
            trigger={
              <IconButton size="sm" label={`Actions for ${title}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <RunMenuItems run={run} actions={actions} />
          </Menu>
        ) : (
          <IconButton size="sm" label={`Copy ID of ${title}`} onClick={() => void copyRunId(id)}>
            <Copy aria-hidden />
          </IconButton>
        )}
      </Cell>
    </Row>
  )
}

/** Skeleton rows. */
export function RunsSkeleton({ canWrite }: { canWrite: boolean }) {
  return (
    <List label="Test runs" isBusy className={styles.runs} data-readonly={!canWrite || undefined}>
      <div className={styles.headSpace} />
      {[220, 168, 252, 196, 184, 236, 152, 208].map((width) => (
        <Row key={width} className={styles.row} aria-hidden>
          {canWrite && (
            <Cell>
              <Skeleton width={16} height={16} />
            </Cell>
          )}
          <Cell>
            <Skeleton width={width} />
          </Cell>
          <Cell>
            <Skeleton width={52} />
          </Cell>
          <Cell>
            <Skeleton width={140} />
          </Cell>
          <Cell>
            <Skeleton width={64} />
          </Cell>
          <Cell>
            <Skeleton width={110} height={8} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
