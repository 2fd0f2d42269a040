import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { filter } from 'rxjs'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import type { PassRateHistory } from '../../../machines/launches/launch-page.machine.ts'
import { addressOf } from '../../../machines/launches/time-travel.machine.ts'
import { momentAt } from '../../../store/projections/launch-history.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { launchAt, pastOf, ratesAt, testsAt } from './past-launch.ts'
import { travelIn, withMoment } from './travel-actors.ts'

const CAUSES = ['failure-causes'] as const

export type Travel = ActorRefFrom<ReturnType<typeof travelIn>>

type Present = { launch: Launch | null; history: PassRateHistory | null; query: TestsQuery; isOfTests: boolean }

/**
 * `launch` and `rates`: the launch and its neighbours as shown, `seen`: its tests in the past; null in the present and while the history
 * loads.
 */
export function useTimeTravel(launchId: number, { launch: present, history: presentRates, query, isOfTests }: Present) {
  const application = useApplication()
  const project = useProject()
  const { tenant } = useSession().workspace
  const [, navigate] = useLocation()
  const latestNavigate = useLatest(navigate)
  const changes$ = useSettingsChanges(CAUSES)
  const machine = useMemo(
    () =>
      travelIn({
        application,
        projectKey: project.key,
        tenant,
        launchId,
        causes$: changes$.pipe(filter(({ by }) => by !== null)),
        replaceAddress: (href) => latestNavigate()(href, { replace: true }),
      }),
    [application, project.key, tenant, launchId, changes$, latestNavigate],
  )
  const travel = useActorRef(machine)
  const isOpen = useSelector(travel, (snapshot) => !snapshot.matches('now'))
  const history = useSelector(travel, (snapshot) => snapshot.context.history)
  // Deferred: the slider responds first, rows follow.
  const position = useDeferredValue(useSelector(travel, (snapshot) => snapshot.context.position))
  const past = useMemo(
    () =>
      history === null || !isOfTests
        ? null
        : pastOf(history, Math.min(position, history.events.length), momentAt(history, position)),
    [history, position, isOfTests],
  )
  const launch = useMemo(() => (past === null || present === null ? present : launchAt(present, past)), [past, present])
  const rates = useMemo(
    () => (past === null || launch === null ? presentRates : ratesAt(presentRates, launch)),
    [past, launch, presentRates],
  )
  const seen = useMemo(() => (past === null ? null : testsAt(past, query, present)), [past, query, present])
  const at = history === null ? null : addressOf(history, position)
  /** A link of this page that keeps the moment. */
  const inMoment = useCallback((href: string) => (at === null ? href : withMoment(href, at)), [at])
  const toggle = useCallback(
    () => travel.send(isOpen ? { type: 'travel/close' } : { type: 'travel/open', at: null }),
    [travel, isOpen],
  )
  return { travel, isOpen, launch, rates, seen, inMoment, toggle }
}
