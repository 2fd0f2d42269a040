/** Rows of the plans list. */
import { CheckCheck, Flag, Trash2 } from 'lucide-react'
import type { TestPlanSummary } from '../../../contract/plans/plans.ts'
import { useProject } from '../../application/context.tsx'
import { testPlanHref } from '../../shared/routes.ts'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, RowMenu, type Column } from '../../ui/lists/data-list.tsx'
import type { Selection } from '../../ui/lists/use-selection.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { ActedPlan } from '../dialogs/use-plan-actions.tsx'
import { PlanMenuItems } from '../plan-menu.tsx'
import type { PlanRights } from '../rights.ts'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './plans.module.css'

export const NOUN = ['test plan', 'test plans'] as const

export interface PlansTableProps {
  /** Null while loading. */
  plans: readonly TestPlanSummary[] | null
  rights: PlanRights
  isBusy: boolean
  selection: Selection
  whyNotClosed: string | null
  onClosePlans: (plans: readonly ActedPlan[]) => void
  onDeletePlans: (plans: readonly ActedPlan[]) => void
}

export function PlansTable(props: PlansTableProps) {
  const { plans, rights, isBusy, selection, whyNotClosed, onClosePlans, onDeletePlans } = props
  const { key } = useProject()
  const menu: Column<TestPlanSummary> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '26px',
    className: styles.more,
    cell: (plan) => (
      <RowMenu label={`Actions for ${plan.title}`}>
        <PlanMenuItems
          plan={plan}
          canChange={rights.mayChange(plan)}
          onClose={() => onClosePlans([plan])}
          whyNotClosed={whyNotClosed}
          onDelete={() => onDeletePlans([plan])}
        />
      </RowMenu>
    ),
  }
  const selectable = {
    ...selection,
    noun: NOUN,
    nameOf: ({ title }: TestPlanSummary) => title,
    whyNot: rights.whyNotSelected,
    excluded: 'of other people cannot be selected',
    actions: [
      {
        label: 'Close',
        icon: CheckCheck,
        appliesTo: ({ closed }: TestPlanSummary) => !closed,
        whyNot: whyNotClosed,
        run: onClosePlans,
      },
      { label: 'Delete', icon: Trash2, isDanger: true, run: onDeletePlans },
    ],
  }
  return (
    <DataList
      label="Test plans"
      rows={plans}
      columns={[...columnsOf(key), menu]}
      isBusy={isBusy}
      className={styles.plans}
      rowClassName={styles.row}
      selection={rights.canWrite ? selectable : null}
    />
  )
}

const columnsOf = (projectKey: string): Column<TestPlanSummary>[] => [
  {
    header: 'Test plan',
    width: 'minmax(200px, 1fr)',
    className: styles.name,
    skeleton: 'name',
    cell: ({ id, title }) => (
      <RowLink href={testPlanHref(projectKey, id)} aside={`#${id}`}>
        {title}
      </RowLink>
    ),
  },
  {
    header: 'Env',
    width: '84px',
    className: styles.env,
    skeleton: 44,
    title: ({ environment }) => environment?.name && environment.name + (environment.deleted ? ' (deleted)' : ''),
    cell: ({ environment }) => environment?.key ?? '–',
  },
  {
    header: 'Milestone',
    width: 'minmax(80px, 140px)',
    className: styles.milestone,
    skeleton: 72,
    cell: ({ milestone }) =>
      milestone !== null && (
        <Chip icon={<Flag aria-hidden />} title={`Milestone: ${milestone.name}`}>
          {milestone.name}
        </Chip>
      ),
  },
  {
    header: 'Runs',
    width: '48px',
    align: 'end',
    className: styles.runs,
    cell: ({ testRunCount }) => <Count value={testRunCount} />,
  },
  {
    header: 'Results',
    width: '140px',
    className: styles.bar,
    skeleton: 110,
    cell: ({ executionSummaries }) => <StatusBar statistics={executionSummaries} />,
  },
  {
    header: 'Share of cases that are done',
    isHeaderHidden: true,
    width: '44px',
    align: 'end',
    className: styles.share,
    title: ({ executionSummaries }) => {
      const { done, of } = progressOf(executionSummaries)
      return `${done} of ${formatCount(of, 'case', 'cases')}`
    },
    cell: ({ executionSummaries }) => `${progressOf(executionSummaries).percent}%`,
  },
  {
    header: 'Created',
    width: '116px',
    className: styles.created,
    cell: ({ createdBy, createdAt }) => (
      <>
        <Avatar {...createdBy} />
        <RelativeTime at={createdAt} />
      </>
    ),
  },
]
