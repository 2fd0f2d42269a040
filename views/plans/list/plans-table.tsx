/** Rows of the plans list below their headers, which the bulk bar replaces during a selection. */
import { CheckCheck, Ellipsis, Flag, Trash2 } from 'lucide-react'
import type { TestPlanSummary } from '../../../contract/plans/plans.ts'
import { useProject } from '../../boot/context.tsx'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Count } from '../../ui/count.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ActedPlan } from '../dialogs/use-plan-actions.tsx'
import { PlanMenuItems } from '../plan-menu.tsx'
import type { PlanRights } from '../rights.ts'
import { countWords } from '../words.ts'
import styles from './plans.module.css'
import { testPlanHref } from '../../shared/routes.ts'

export interface PlansTableProps {
  plans: readonly TestPlanSummary[]
  rights: PlanRights
  isBusy: boolean
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
  whyNotClosed: string | null
  onClosePlans: (plans: readonly ActedPlan[]) => void
  onDeletePlans: (plans: readonly ActedPlan[]) => void
}

export function PlansTable(props: PlansTableProps) {
  const { plans, rights, isBusy, selected } = props
  const chosen = plans.filter(({ id }) => selected.has(id))
  return (
    <List label="Test plans" isBusy={isBusy} className={styles.plans} data-readonly={!rights.canWrite || undefined}>
      {chosen.length > 0 ? <Selection {...props} chosen={chosen} /> : <Heads {...props} />}
      {plans.map((plan) => (
        <PlanRow key={plan.id} plan={plan} {...props} />
      ))}
    </List>
  )
}

const selectable = ({ plans, rights }: PlansTableProps) => plans.filter(rights.mayChange).map(({ id }) => id)

function Heads(props: PlansTableProps) {
  const ids = selectable(props)
  return (
    <ListHead>
      {props.rights.canWrite && (
        <Cell isHead>
          <Checkbox
            aria-label="Select all test plans on this page"
            checked={false}
            disabled={ids.length === 0}
            onCheckedChange={() => props.onSelect(new Set(ids))}
          />
        </Cell>
      )}
      <Cell isHead>Test plan</Cell>
      <Cell isHead>Env</Cell>
      <Cell isHead>Milestone</Cell>
      <Cell isHead align="end">
        Runs
      </Cell>
      <Cell isHead>Results</Cell>
      <Cell isHead label="Share of cases that are done" />
      <Cell isHead>Created</Cell>
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

function Selection(props: PlansTableProps & { chosen: readonly TestPlanSummary[] }) {
  const { chosen, plans, onSelect, onClosePlans, onDeletePlans, whyNotClosed } = props
  const ids = selectable(props)
  const open = chosen.filter(({ closed }) => !closed)
  const others = plans.length - ids.length
  const clear = () => onSelect(new Set())
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${countWords(chosen.length, 'test plan', 'test plans')} selected`}
        aside={others > 0 && `${others} of other people cannot be selected`}
        onClear={clear}
        checkbox={
          <Checkbox
            aria-label="Select all test plans on this page"
            checked={chosen.length === ids.length}
            isIndeterminate={chosen.length < ids.length}
            onCheckedChange={() => (chosen.length === ids.length ? clear() : onSelect(new Set(ids)))}
          />
        }
      >
        {open.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            icon={<CheckCheck aria-hidden />}
            disabled={whyNotClosed !== null}
            onClick={() => onClosePlans(open)}
          >
            Close
          </Button>
        )}
        <Button variant="quiet" size="sm" icon={<Trash2 aria-hidden />} onClick={() => onDeletePlans(chosen)}>
          Delete
        </Button>
      </BulkBar>
    </div>
  )
}

function PlanRow({ plan, ...props }: PlansTableProps & { plan: TestPlanSummary }) {
  const { key } = useProject()
  const { rights, selected, onSelect, onClosePlans, onDeletePlans, whyNotClosed } = props
  const { id, title, environment, milestone, executionSummaries, testRunCount, createdBy, createdAt } = plan
  const { done, of, percent } = progressOf(executionSummaries)
  const whyNot = rights.whyNotSelected(plan)
  const isSelected = selected.has(id)
  return (
    <Row className={styles.row} isSelected={isSelected}>
      {rights.canWrite && (
        <Cell className={styles.check} data-tip={whyNot ?? undefined}>
          <Checkbox
            aria-label={whyNot === null ? `Select ${title}` : `Select ${title}. ${whyNot}`}
            checked={isSelected}
            disabled={whyNot !== null}
            onCheckedChange={(isChecked) => {
              const next = new Set(selected)
              if (isChecked) next.add(id)
              else next.delete(id)
              onSelect(next)
            }}
          />
        </Cell>
      )}
      <Cell className={styles.name}>
        <RowLink href={testPlanHref(key, id)} aside={`#${id}`}>
          {title}
        </RowLink>
      </Cell>
      <Cell className={styles.env} title={environment === null ? undefined : envWords(environment)}>
        {environment?.key ?? '–'}
      </Cell>
      <Cell className={styles.milestone}>
        {milestone !== null && (
          <Chip icon={<Flag aria-hidden />} title={`Milestone: ${milestone.name}`}>
            {milestone.name}
          </Chip>
        )}
      </Cell>
      <Cell align="end" className={styles.runs}>
        <Count value={testRunCount} />
      </Cell>
      <Cell className={styles.bar}>
        <StatusBar statistics={executionSummaries} />
      </Cell>
      <Cell align="end" className={styles.share} title={`${done} of ${countWords(of, 'case', 'cases')}`}>
        {percent}%
      </Cell>
      <Cell className={styles.created}>
        <Avatar name={createdBy.name} photoUrl={createdBy.photoUrl} />
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell className={styles.more}>
        <Menu
          label={`Actions for ${title}`}
          align="end"
          trigger={
            <IconButton size="sm" label={`Actions for ${title}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <PlanMenuItems
            plan={plan}
            canChange={rights.mayChange(plan)}
            onClose={() => onClosePlans([plan])}
            whyNotClosed={whyNotClosed}
            onDelete={() => onDeletePlans([plan])}
          />
        </Menu>
      </Cell>
    </Row>
  )
}

const envWords = ({ name, deleted }: { name: string; deleted: boolean }): string =>
  deleted ? `${name} (deleted)` : name

/** Skeleton rows. */
export function PlansSkeleton({ canWrite }: { canWrite: boolean }) {
  return (
    <List label="Test plans" isBusy className={styles.plans} data-readonly={!canWrite || undefined}>
      <div className={styles.headSpace} />
      {[220, 168, 252, 196, 184, 236].map((width) => (
        <Row key={width} className={styles.row} aria-hidden>
          {canWrite && <Cell className={styles.check} />}
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.env}>
            <Skeleton width={44} />
          </Cell>
          <Cell className={styles.milestone}>
            <Skeleton width={72} />
          </Cell>
          <Cell className={styles.runs} />
          <Cell className={styles.bar}>
            <Skeleton width={110} height={8} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
