import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { fromCallback, fromPromise } from 'xstate'
import { createGuideToken, getReportingSetup, type ReportingSetup } from '../../../contract/launches/reporting-setup.ts'
import { projectStream, topics } from '../../../contract/live.ts'
import {
  reportingGuide,
  type GuideToken,
  type GuideValues,
  type ReportingGuideEvent,
} from '../../../machines/launches/reporting-guide.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, useProject, useSession } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { guideHref, valuesIn } from './guide-address.ts'
import type { Guide, StepId } from './guide.ts'
import { defaultValues } from './snippets.ts'

const NOTHING: ReportingSetup = { tokenExpiresAt: null, firstLaunch: null, callerAddress: '' }

/** State of a guide: values, token and first launch. */
export function useReportingGuide(guide: Guide, step: StepId) {
  const { live, send } = useApplication()
  const { user, workspace } = useSession()
  const { id: projectId, key } = useProject()
  const may = useMay()
  const [, navigate] = useLocation()
  const canReport = !may.isReadOnly && may.inProject('launches:report')
  const [input] = useState(() => ({ canReport, values: valuesIn(window.location.search) }))
  const machine = useMemo(
    () =>
      reportingGuide.provide({
        actors: {
          createToken: fromPromise<GuideToken>(() =>
            send(createGuideToken, { params: { projectKey: key }, body: { guide: guide.id } }),
          ),
          readSetup: fromPromise<ReportingSetup>(async () =>
            canReport ? send(getReportingSetup, { params: { projectKey: key }, query: { guide: guide.id } }) : NOTHING,
          ),
          follow: fromCallback<ReportingGuideEvent>(({ sendBack }) => {
            const missed = () => sendBack({ type: 'launches/missed' })
            const following = live.follow(topics.testRuns(workspace.tenant), missed).subscribe((message) => {
              if (message.type !== 'TEST_RUN' || message.event !== 'launch/started') return
              const { id, number, name, startedBy, firstLaunchId } = message.testRun
              // A launcher's launch does not prove that the framework is connected.
              const isOwn = startedBy?.id === user.id && firstLaunchId === null
              if (isOwn && message.stream === projectStream(projectId))
                sendBack({ type: 'launch/reported', launch: { id, number, name } })
            })
            return () => following.unsubscribe()
          }),
        },
      }),
    // The guide is fixed for the component's lifetime.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  )
  const actor = useActorRef(machine, { input })
  const snapshot = useSelector(actor, (state) => state)
  useEmitted(actor, {
    'values/changed': ({ values }) => {
      navigate(guideHref(key, guide.id, { step, values }), { replace: true })
    },
    'token/refused': ({ error }) => toast.error(messageOf(error)),
  })

  const { values, token, setup, launch, failure } = snapshot.context
  return {
    canReport,
    changed: values,
    values: { ...defaultValues(guide, setup?.callerAddress ?? ''), ...values } satisfies GuideValues,
    token,
    /** A token whose value cannot be shown again. */
    earlierExpiry: setup?.tokenExpiresAt ?? null,
    isCreating: snapshot.matches({ token: 'creating' }) || snapshot.matches({ token: { held: 'renewing' } }),
    isExpired: snapshot.matches({ token: 'expired' }),
    launch,
    problem: snapshot.matches({ launch: { awaited: 'failed' } }) ? messageOf(failure) : null,
    change: (changes: Partial<GuideValues>) => actor.send({ type: 'values/change', values: changes }),
    createToken: () => actor.send({ type: 'token/create' }),
    retry: () => actor.send({ type: 'setup/retry' }),
  }
}
export type ReportingGuide = ReturnType<typeof useReportingGuide>
