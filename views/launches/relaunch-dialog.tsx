/** Relaunches one launch: all tests, failures, or selected tests. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import type { Launch } from '../../contract/launches/launches.ts'
import {
  RELAUNCH_TEXTS,
  getRelaunchWays,
  relaunchLaunch,
  createLaunchContext,
  type RelaunchWays,
  type RerunOption,
} from '../../contract/launches/relaunch.ts'
import { relaunch } from '../../machines/launches/relaunch.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useProject, useApplication } from '../application/context.tsx'
import { launchTitle } from '../shared/launch-labels.ts'
import { formatCount } from '../ui/text/figures.ts'
import { usedLauncherHref } from '../shared/routes.ts'
import { useEmitted } from '../shared/use-emitted.ts'
import { Button } from '../ui/controls/button.tsx'
import { copyText } from '../ui/browser/copy-text.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { RadioGroup, RadioOption } from '../ui/forms/radio-group.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { relaunchedText } from './action-text.ts'
import styles from './launch-dialogs.module.css'

interface RelaunchDialogProps {
  launch: Launch
  /** Selected tests. */
  testIds?: readonly number[]
  onDone: () => void
  onClose: () => void
}

export function RelaunchDialog({ launch, testIds = [], onDone, onClose }: RelaunchDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const [machine] = useState(() => {
    const rerun = (option: RerunOption) => ({
      option,
      ...(option === 'RERUN_SPECIFIC_TESTS' ? { testIds: [...testIds] } : {}),
    })
    return relaunch.provide({
      actors: {
        readWays: fromPromise<RelaunchWays>(() =>
          send(getRelaunchWays, { params: { projectKey: key, launchId: launch.id } }),
        ),
        makeContext: fromPromise<string, { option: RerunOption }>(async ({ input: { option } }) => {
          const params = { projectKey: key, launchId: launch.id }
          return (await send(createLaunchContext, { params, body: rerun(option) })).data.asString
        }),
        start: fromPromise<'launcher' | 'ci', { option: RerunOption }>(
          async ({ input: { option } }) =>
            (await send(relaunchLaunch, { params: { projectKey: key, launchId: launch.id }, body: rerun(option) })).via,
        ),
      },
    })
  })
  const actor = useActorRef(machine, {
    input: {
      option: testIds.length > 0 ? 'RERUN_SPECIFIC_TESTS' : hasFailures(launch) ? 'RERUN_FAILURES_ONLY' : 'RERUN_ALL',
    },
  })
  useEmitted(actor, {
    'relaunch/prepared': ({ ways: { launcher }, context }) => {
      if (launcher === null) return
      // A URL is too short for the ids of many tests.
      navigate(usedLauncherHref(key, launcher, launch.id), { state: { launchContext: context } })
    },
    'relaunch/done': ({ via }) => {
      toast.success(relaunchedText(via))
      onDone()
      onClose()
    },
  })
  const snapshot = useSelector(actor, (state) => state)
  const { option, ways, context, failure } = snapshot.context
  const isNothing = ways !== null && ways.problem !== null
  const isWorking = ['preparing', 'starting', 'done'].some((state) => state === snapshot.value)
  return (
    <Dialog
      title={RELAUNCH_TEXTS.title}
      onClose={onClose}
      closesOnScrim={!isWorking}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {snapshot.matches('failed') ? (
            <Button variant="primary" onClick={() => actor.send({ type: 'ways/retry' })}>
              Try again
            </Button>
          ) : isNothing ? (
            <Button
              variant="primary"
              isPending={snapshot.matches('asking')}
              onClick={() => actor.send({ type: 'context/ask' })}
            >
              Show run context
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={isWorking}
              disabled={ways === null}
              onClick={() => actor.send({ type: 'relaunch/confirm' })}
            >
              {ways?.launcher ? 'Go to launcher' : 'Relaunch'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.relaunch}>
        <p>
          <b>{launchTitle(launch)}. </b>
          {RELAUNCH_TEXTS.consequence}
        </p>
        <RadioGroup
          label="Tests to run"
          value={option}
          onValueChange={(chosen) => actor.send({ type: 'option/chosen', option: chosen })}
        >
          <RadioOption value="RERUN_ALL">All tests</RadioOption>
          <RadioOption value="RERUN_FAILURES_ONLY">Failed, skipped and aborted tests only</RadioOption>
          {testIds.length > 0 && (
            <RadioOption value="RERUN_SPECIFIC_TESTS">{formatCount(testIds.length, 'selected test')}</RadioOption>
          )}
        </RadioGroup>
        {snapshot.matches('loading') && <Skeleton width={320} />}
        {ways?.isConfigurationGone === true && <p>{RELAUNCH_TEXTS.configurationGone}</p>}
        {ways?.ci != null && <p>{ways.ci.name} runs it: no launcher started this launch.</p>}
        {isNothing && <p>{ways.problem}</p>}
        {isNothing && context !== null && (
          <>
            <code className={styles.context}>REPORTING_RUN_CONTEXT={`'${context}'`}</code>
            <Button
              size="sm"
              onClick={() =>
                void copyText(context).then((isDone) => isDone && toast.success('The run context is on the clipboard'))
              }
            >
              Copy run context
            </Button>
          </>
        )}
        <InlineProblem>{failure === null ? undefined : messageOf(failure)}</InlineProblem>
      </div>
    </Dialog>
  )
}

const hasFailures = ({ statistics: { failed, failedAsKnown, skipped, aborted, blocked } }: Launch): boolean =>
  failed + failedAsKnown + skipped + aborted + blocked > 0
