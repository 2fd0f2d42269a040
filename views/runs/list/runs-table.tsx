/** Rows of the runs list. */
import { Archive, ClipboardList, Copy, Flag, Trash2 } from 'lucide-react'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { useProject } from '../../application/context.tsx'
import { testPlanHref, testRunHref } from '../../shared/routes.ts'
import { ConfigurationChips } from '../../shared/runs/configuration-chips.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { classNames } from '../../ui/browser/class-names.ts'
import { inFigures } from '../../ui/text/figures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, RowMenu, type BulkAction, type Column } from '../../ui/lists/data-list.tsx'
import type { Selection } from '../../ui/lists/use-selection.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { copyRunId, RunMenuItems, type RunMenuActions } from './run-menu.tsx'
import styles from './runs.module.css'

export const NOUN = ['test run', 'test runs'] as const

export interface RunsTableProps {
  /** Null while loading. */
  runs: readonly TestRunSummary[] | null
  canWrite: boolean
  isBusy: boolean
  selection: Selection
  actions: RunMenuActions
}

export function RunsTable({ runs, canWrite, isBusy, selection, actions }: RunsTableProps) {
  const { key } = useProject()
  const menu: Column<TestRunSummary> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '26px',
    className: styles.more,
    cell: (run) =>
      canWrite ? (
        <RowMenu label={`Actions for ${run.title}`}>
          <RunMenuItems run={run} actions={actions} />
        </RowMenu>
      ) : (
        <IconButton size="sm" label={`Copy ID of ${run.title}`} onClick={() => void copyRunId(run.id)}>
          <Copy aria-hidden />
        </IconButton>
      ),
  }
  const selectable = {
    ...selection,
    noun: NOUN,
    nameOf: ({ title }: TestRunSummary) => title,
    // Runs of a plan are changed with their plan (RUNS-39, RUNS-40).
    whyNot: ({ testPlan }: TestRunSummary) => (testPlan === null ? null : RUN_TEXTS.bulkOfPlan),
    excluded: 'in a test plan cannot be selected',
    actions: bulkActions(actions),
  }
  return (
    <DataList
      label="Test runs"
      rows={runs}
      columns={[...columnsOf(key), menu]}
      isBusy={isBusy}
      className={styles.runs}
      rowClassName={styles.row}
      selection={canWrite ? selectable : null}
    />
  )
}

const isOpen = ({ closed }: TestRunSummary) => !closed

const bulkActions = ({ whyNotClosed, onAsk, onClose }: RunMenuActions): readonly BulkAction<TestRunSummary>[] => [
  {
    label: 'Assign to milestone',
    icon: Flag,
    appliesTo: isOpen,
    run: (runs) => onAsk({ action: 'milestone', runs }),
  },
  { label: 'Close', icon: Archive, appliesTo: isOpen, whyNot: whyNotClosed, run: onClose },
  { label: 'Delete', icon: Trash2, isDanger: true, run: (runs) => onAsk({ action: 'delete', runs }) },
]

const columnsOf = (projectKey: string): Column<TestRunSummary>[] => [
  {
    header: 'Test run',
    width: 'minmax(200px, 1.55fr)',
    className: styles.name,
    skeleton: 'name',
    cell: ({ id, title }) => (
      <RowLink href={testRunHref(projectKey, id)} aside={`#${id}`}>
        {title}
      </RowLink>
    ),
  },
  {
    header: 'Env',
    width: '64px',
    className: styles.env,
    skeleton: 52,
    title: ({ environment }) => environment?.name,
    cell: ({ environment }) => environment?.key ?? '–',
  },
  {
    header: 'Configurations',
    width: 'minmax(0, 0.8fr)',
    className: classNames(styles.chips, styles.configurations),
    skeleton: 140,
    cell: ({ configurations }) => <ConfigurationChips configurations={configurations} />,
  },
  {
    header: 'Part of',
    width: 'minmax(120px, 0.9fr)',
    className: classNames(styles.chips, styles.part),
    skeleton: 64,
    cell: ({ milestone, testPlan }) => (
      <>
        {milestone !== null && <Chip icon={<Flag aria-hidden />}>{milestone.name}</Chip>}
        {testPlan !== null && (
          <Chip icon={<ClipboardList aria-hidden />} href={testPlanHref(projectKey, testPlan.id)}>
            {testPlan.title}
          </Chip>
        )}
      </>
    ),
  },
  {
    header: 'Results',
    width: '96px',
    className: styles.bar,
    skeleton: 96,
    cell: ({ caseStatusStatistics }) => <StatusBar statistics={caseStatusStatistics} />,
  },
  {
    header: 'Done',
    width: '44px',
    align: 'end',
    className: styles.percent,
    cell: ({ caseStatusStatistics }) => `${progressOf(caseStatusStatistics).percent}%`,
  },
  {
    header: 'Cases',
    width: '72px',
    align: 'end',
    className: styles.done,
    cell: ({ caseStatusStatistics }) => {
      const { done, of } = progressOf(caseStatusStatistics)
      return `${inFigures(done)} / ${inFigures(of)}`
    },
  },
  {
    header: 'Created',
    width: '100px',
    className: styles.created,
    cell: ({ createdBy, createdAt }) => (
      <>
        <Avatar {...createdBy} />
        <RelativeTime at={createdAt} />
      </>
    ),
  },
]
