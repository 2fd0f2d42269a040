/** A test plan: description, progress and runs (PLANS-19 to PLANS-29). */
import { CheckCheck, Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { plansHref } from '../address.ts'
import { usePlanActions } from '../dialogs/use-plan-actions.tsx'
import { PlanMenuItems } from '../plan-menu.tsx'
import { usePlanRights } from '../rights.ts'
import { WithPlan } from '../with-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanRuns } from './plan-runs.tsx'
import styles from './plan.module.css'

export function PlanPage() {
  return <WithPlan skeleton={<PlanSkeleton />}>{(plan, refresh) => <Plan plan={plan} refresh={refresh} />}</WithPlan>
}

function Plan({ plan, refresh }: { plan: TestPlan; refresh: () => void }) {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  const canChange = usePlanRights().mayChange(plan)
  const actions = usePlanActions((action) => {
    if (action === 'delete') navigate(plansHref(key), { replace: true })
    else refresh()
  })
  const { title, environment, closed } = plan
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${name}`}
      names={{ [paths.testPlan]: title }}
      status={
        <>
          {environment !== null && (
            <span
              className={styles.environment}
              data-tip={environment.deleted ? `${environment.name} (deleted)` : environment.name}
            >
              {environment.key}
              {environment.deleted && ' (deleted)'}
            </span>
          )}
          {closed && <Badge>Closed</Badge>}
        </>
      }
      actions={
        <>
          {canChange && !closed && (
            <Button
              icon={<CheckCheck aria-hidden />}
              disabled={actions.whyNotClosed !== null}
              data-tip={actions.whyNotClosed ?? undefined}
              onClick={() => actions.close([plan])}
            >
              Close
            </Button>
          )}
          <Menu
            label="Actions"
            align="end"
            trigger={
              <IconButton label="Actions">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <PlanMenuItems
              plan={plan}
              canChange={canChange}
              whyNotClosed={actions.whyNotClosed}
              onDelete={() => actions.remove([plan])}
            />
          </Menu>
        </>
      }
      hasRule
    >
      <PlanCard plan={plan} />
      <PlanRuns plan={plan} />
      {actions.dialogs}
    </Page>
  )
}

function PlanSkeleton() {
  return (
    <Page title="Test plan" hasRule isPadded>
      <div className={styles.loading} aria-busy>
        {[420, 300, 360, 280].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Page>
  )
}
