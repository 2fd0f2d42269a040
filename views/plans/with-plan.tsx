/** Loads the plan of the address, and reloads it as the plan or its runs change. */
import { useActor } from '@xstate/react'
import { useCallback, useMemo, type ReactNode } from 'react'
import { auditTime, EMPTY, filter } from 'rxjs'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import { LIMITS } from '../../contract/limits.ts'
import { topics } from '../../contract/live.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import { getTestPlan, type TestPlan } from '../../contract/plans/plans.ts'
import { openedPlan, type ReadPlan } from '../../machines/plans/opened-plan.machine.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { newsActor, useApplication, usePageParams, useProject, useSession } from '../application/context.tsx'
import { useLatest } from '../shared/latest.ts'
import { toast } from '../ui/toasts/toasts.ts'
import { plansHref } from './address.ts'

interface WithPlanProps {
  /** Includes case ids per run. Loaded once: an edited plan must not change while it is edited. */
  isEdited?: boolean
  skeleton: ReactNode
  children: (plan: TestPlan, refresh: () => void) => ReactNode
}

/** If the plan does not exist or fails to load, redirects to the list with the reason (PLANS-26, PLANS-27). */
export function WithPlan(props: WithPlanProps) {
  const id = usePageParams()['testPlanId']
  if (id === undefined) return props.skeleton
  return <OfPlan key={id} id={/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null} {...props} />
}

function OfPlan({ id, isEdited = false, skeleton, children }: WithPlanProps & { id: number | null }) {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const leave = useLeave()
  const machine = useMemo(
    () =>
      openedPlan({ isMissing: (error) => error instanceof ApiError && error.status === 404 }).provide({
        actors: {
          read: fromPromise<ReadPlan>(async () => {
            if (id === null) throw new ApiError('refused', { status: 404, message: PLAN_TEXTS.notFound })
            return {
              plan: (
                await send(getTestPlan, {
                  params: { projectKey: key, testPlanId: id },
                  query: { includeCases: isEdited ? 'true' : 'false' },
                })
              ).data,
            }
          }),
          news: newsActor(
            (again) =>
              isEdited
                ? EMPTY
                : live.followNews(topics.runs(tenant, projectId), again).pipe(
                    filter((news) => (news.type === 'PLAN' || news.type === 'RUN') && news.planId === id),
                    auditTime(LIMITS.liveBatchMs),
                  ),
            { type: 'plan/refresh' },
          ),
        },
        actions: { leave: (_, { error }: { error: unknown }) => leave(reasonOf(error)) },
      }),
    [send, key, id, isEdited, live, tenant, projectId, leave],
  )
  const [{ context, status }, dispatch] = useActor(machine)
  if (context.plan === null || status === 'done') return skeleton
  return children(context.plan, () => dispatch({ type: 'plan/refresh' }))
}

const reasonOf = (failure: unknown): string =>
  failure instanceof ApiError && failure.kind === 'refused' && failure.message !== '' ? failure.message : 'Error'

/** Redirects to the list with a message. */
function useLeave(): (reason: string) => void {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const latest = useLatest({ key, navigate })
  return useCallback(
    (reason: string) => {
      toast.error(reason)
      latest().navigate(plansHref(latest().key), { replace: true })
    },
    [latest],
  )
}
