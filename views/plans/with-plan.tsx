/** The plan of the address, read anew as it or its runs change. */
import { useEffect, type ReactNode } from 'react'
import { auditTime, filter } from 'rxjs'
import { useLocation } from 'wouter'
import { LIMITS } from '../../contract/limits.ts'
import { topics } from '../../contract/live.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { TestPlan } from '../../contract/plans/plans.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { useApplication, useProject, useResource, useSession } from '../boot/context.tsx'
import { matchPage } from '../boot/pages.ts'
import { useLatest } from '../shared/latest.ts'
import { toast } from '../ui/toasts.ts'
import { plansHref } from './address.ts'
import { usePlans } from './use-plans.ts'

interface WithPlanProps {
  /** With the ids of each run's cases, and as it is now: what is edited does not change under the hand. */
  isEdited?: boolean
  skeleton: ReactNode
  children: (plan: TestPlan, refresh: () => void) => ReactNode
}

/** Where there is no such plan, or it does not load, the list comes instead, with the reason (PLANS-26, PLANS-27). */
export function WithPlan(props: WithPlanProps) {
  const [location] = useLocation()
  const id = matchPage(location)?.params['testPlanId']
  if (id === undefined) return props.skeleton
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <OfPlan key={id} id={Number(id)} {...props} />
  ) : (
    <Lost reason={PLAN_TEXTS.notFound} />
  )
}

function OfPlan({ id, isEdited = false, skeleton, children }: WithPlanProps & { id: number }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const plans = usePlans()
  const { value, failure, refresh } = useResource(() => plans.get(key, id, isEdited))
  const latest = useLatest(refresh)
  useEffect(() => {
    if (isEdited) return undefined
    const read = () => latest()()
    const topic = live
      .followNews(topics.runs(tenant, projectId), read)
      .pipe(
        filter((news) => (news.type === 'PLAN' || news.type === 'RUN') && news.planId === id),
        auditTime(LIMITS.liveBatchMs),
      )
      .subscribe(read)
    return () => topic.unsubscribe()
  }, [live, tenant, projectId, id, isEdited, latest])
  // What was read once stays through a failure of the network, not through the end of the plan.
  const isGone = failure instanceof ApiError && failure.status === 404
  if (failure !== null && (value === null || isGone)) return <Lost reason={reasonOf(failure)} />
  return value === null ? skeleton : children(value, refresh)
}

const reasonOf = (failure: unknown): string =>
  failure instanceof ApiError && failure.kind === 'refused' && failure.message !== '' ? failure.message : 'Error'

function Lost({ reason }: { reason: string }) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  useEffect(() => {
    toast.error(reason)
    navigate(plansHref(key), { replace: true })
  }, [reason, key, navigate])
  return null
}
