/** What can be done with a plan: in its row, and on its page. A closed plan can be neither edited nor closed (PLANS-28, PLANS-29). */
import { CheckCheck, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { TestPlanSummary } from '../../contract/plans/plans.ts'
import { useProject } from '../boot/context.tsx'
import { copyLink } from '../shared/copy-link.ts'
import { useWhyNotClosed } from '../shared/forms/use-closing.ts'
import { MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { editPlanHref, planHref } from './address.ts'

interface PlanMenuItemsProps {
  plan: Pick<TestPlanSummary, 'id' | 'closed'>
  canChange: boolean
  /** Left out where the page has a button for it. */
  onClose?: () => void
  onDelete: () => void
}

export function PlanMenuItems({ plan, canChange, onClose, onDelete }: PlanMenuItemsProps) {
  const { key } = useProject()
  const whyNot = useWhyNotClosed()
  return (
    <>
      <MenuItem
        icon={<LinkIcon aria-hidden />}
        onSelect={() => void copyLink(planHref(key, plan.id), PLAN_TEXTS.linkCopied)}
      >
        Copy link
      </MenuItem>
      {canChange && <MenuSeparator />}
      {canChange && !plan.closed && onClose !== undefined && (
        <MenuItem
          icon={<CheckCheck aria-hidden />}
          onSelect={onClose}
          isDisabled={whyNot !== null}
          {...(whyNot === null ? {} : { description: whyNot })}
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
