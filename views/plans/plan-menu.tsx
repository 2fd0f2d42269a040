/** Menu of a plan, in its row and on its page. A closed plan can be neither edited nor closed (PLANS-28, PLANS-29). */
import { ChartLine, CheckCheck, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { TestPlanSummary } from '../../contract/plans/plans.ts'
import { useProject } from '../application/context.tsx'
import { copyLink } from '../shared/copy-link.ts'
import { MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { editPlanHref, planReportHref } from './address.ts'
import { testPlanHref } from '../shared/routes.ts'

interface PlanMenuItemsProps {
  plan: Pick<TestPlanSummary, 'id' | 'closed'>
  canChange: boolean
  /** Left out where the page has a button for it. */
  onClose?: () => void
  /** Reason why it cannot be closed; null if it can. */
  whyNotClosed: string | null
  onDelete: () => void
}

export function PlanMenuItems({ plan, canChange, onClose, whyNotClosed, onDelete }: PlanMenuItemsProps) {
  const { key } = useProject()
  return (
    <>
      <MenuItem
        icon={<LinkIcon aria-hidden />}
        onSelect={() => void copyLink(testPlanHref(key, plan.id), PLAN_TEXTS.linkCopied)}
      >
        Copy link
      </MenuItem>
      <MenuItem icon={<ChartLine aria-hidden />} href={planReportHref(key, plan.id)}>
        Report
      </MenuItem>
      {canChange && <MenuSeparator />}
      {canChange && !plan.closed && onClose !== undefined && (
        <MenuItem
          icon={<CheckCheck aria-hidden />}
          onSelect={onClose}
          isDisabled={whyNotClosed !== null}
          {...(whyNotClosed === null ? {} : { description: whyNotClosed })}
        >
          Close
        </MenuItem>
      )}
      {canChange && !plan.closed && (
        <MenuItem icon={<Pencil aria-hidden />} href={editPlanHref(key, plan.id)}>
          Edit
        </MenuItem>
      )}
      {canChange && (
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </>
  )
}
