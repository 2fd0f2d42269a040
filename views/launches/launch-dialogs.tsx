/** Dialogs that change or share launches. Loaded on demand. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { abortLaunch, deleteLaunch, type Launch, testsIn } from '../../contract/launches/launches.ts'
import { buildLaunch, getRelaunchWays, RELAUNCH_TEXTS, relaunchLaunch } from '../../contract/launches/relaunch.ts'
import { TEXTS } from '../../contract/texts.ts'
import { confirmedAction, triedOf } from '../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useProject, useResource, useSession } from '../application/context.tsx'
import { Button } from '../ui/controls/button.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { ProgressLine } from '../ui/marks/progress-line.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { launchTitle } from '../shared/launch-labels.ts'
import { formatCount } from '../ui/text/figures.ts'
import { PushResultsDialog } from '../shared/runs/push-results-dialog.tsx'
import { ShareDialog } from '../shared/public/share-dialog.tsx'
import { useEmitted } from '../shared/use-emitted.ts'
import { finishedText, partlyDoneTitle, VERBS } from './action-text.ts'
import { MailDialog } from './mail-dialog.tsx'
import { MilestoneDialog } from './milestone-dialog.tsx'
import { byReason } from './refusals.ts'
import { RelaunchDialog } from './relaunch-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import styles from './launch-dialogs.module.css'
import { z } from 'zod/mini'
import { plainLabels } from '../shared/forms/edit-notes.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { BuildParameters, parametersIn } from './build-parameters.ts'
import type { TokenSource } from '../../services/http/renewing.ts'
import { exportLaunchHtml } from '../../services/launches/launch-export.ts'
import { saveFile } from '../ui/files/save-file.ts'
import { getLaunchArguments } from '../../contract/launchers/start.ts'
import { LAUNCHER_TEXTS } from '../../contract/launchers/launcher-texts.ts'
import { createPreset, getLauncher, presetTitle } from '../../contract/launchers/launchers.ts'
import { prefilled, valuesOf } from '../../machines/launchers/launcher-values.ts'
import { PresetDialog } from '../shared/launchers/preset-dialog.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { Coming } from '../ui/overlays/use-overlays.ts'

export type LaunchAsk = {
  action: 'review' | 'abort' | 'delete' | 'share' | 'push' | 'mail' | 'milestone' | 'relaunch' | 'build' | 'preset'
  launches: readonly Launch[]
  /** For one launch: tests to run again. */
  testIds?: readonly number[]
  /** For several launches: what to run again. */
  option?: 'RERUN_ALL' | 'RERUN_FAILURES_ONLY'
}

export type LaunchDialogsProps = {
  ask: LaunchAsk
  /** On the launch's own page toasts omit its name (ACTIONS-12). */
  isOnItsPage?: boolean
  /** Called after a change with the finished launches. */
  onDone: (ask: LaunchAsk, done: readonly Launch[]) => void
  onClose: () => void
}

export function LaunchDialogs(props: LaunchDialogsProps) {
  const [launch] = props.ask.launches
  if (props.ask.action === 'review' && launch !== undefined)
    return <ReviewDialog launch={launch} onDone={() => props.onDone(props.ask, [launch])} onClose={props.onClose} />
  if (props.ask.action === 'share' && launch !== undefined)
    return (
      <ShareDialog
        shared={{ resourceType: 'launch', resourceId: String(launch.id) }}
        noun="launch"
        onClose={props.onClose}
      />
    )
  if (props.ask.action === 'mail') return <MailDialog launches={props.ask.launches} onClose={props.onClose} />
  if (props.ask.action === 'milestone')
    return (
      <MilestoneDialog
        launches={props.ask.launches}
        onDone={(done) => props.onDone(props.ask, done)}
        onClose={props.onClose}
      />
    )
  if (props.ask.action === 'push')
    return (
      <PushResultsDialog
        launchIds={props.ask.launches.map(({ id }) => id)}
        onDone={props.onClose}
        onClose={props.onClose}
      />
    )
  if (props.ask.action === 'build' && launch !== undefined)
    return <BuildDialog launch={launch} onClose={props.onClose} />
  if (props.ask.action === 'preset' && launch !== undefined)
    return <SavePresetDialog launch={launch} onClose={props.onClose} />
  if (props.ask.action === 'relaunch' && launch !== undefined && props.ask.option === undefined)
    return (
      <RelaunchDialog
        launch={launch}
        testIds={props.ask.testIds ?? []}
        onDone={() => props.onDone(props.ask, [launch])}
        onClose={props.onClose}
      />
    )
  return <Confirmed {...props} />
}

function Confirmed({ ask, isOnItsPage = false, onDone, onClose }: LaunchDialogsProps) {
  const { sendRead, send } = useApplication()
  const { key } = useProject()
  const { user } = useSession()
  const action = ask.action === 'delete' || ask.action === 'relaunch' ? ask.action : 'abort'
  const { option = 'RERUN_ALL' } = ask
  const machine = useMemo(
    () =>
      confirmedAction<Launch>(ask.launches).provide({
        actors: {
          perform: fromPromise<unknown, { item: Launch }>(({ input: { item } }) =>
            action === 'relaunch'
              ? send(relaunchLaunch, { params: { projectKey: key, launchId: item.id }, body: { option } })
              : action === 'delete'
                ? sendRead(deleteLaunch, { params: { projectKey: key, launchId: item.id } })
                : sendRead(abortLaunch, {
                    params: { projectKey: key, launchId: item.id },
                    body: { comment: TEXTS.abortedBy(user.username) },
                  }),
          ),
        },
      }),
    [sendRead, send, key, user.username, action, option, ask.launches],
  )
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (one) => one)
  useEmitted(actor, {
    'action/finished': ({ done: succeeded, refused: failed }) => {
      const [first] = failed
      if (failed.length === 0) {
        toast.success(finishedText(action, succeeded, { total: ask.launches.length, isOnItsPage }))
        onClose()
      } else if (ask.launches.length === 1 && first !== undefined) {
        toast.error(messageOf(first.error))
        onClose()
      }
      if (succeeded.length > 0) onDone(ask, succeeded)
    },
  })

  const { verb } = VERBS[action]
  const { tried, of } = triedOf(snapshot)
  const count = formatCount(ask.launches.length, 'launch', 'launches')
  const { done, refused } = snapshot.context
  const left = ask.launches.length - of
  if (snapshot.matches('failed') && ask.launches.length > 1)
    return (
      <Dialog
        title={partlyDoneTitle(action, { done: done.length, total: ask.launches.length })}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => actor.send({ type: 'action/retry' })}>
              Retry {refused.length}
            </Button>
          </>
        }
      >
        <ul className={styles.refused}>
          {byReason(refused.map(({ item, error }) => ({ item, reason: messageOf(error) }))).map(({ reason, items }) => (
            <li key={reason}>
              <b>
                {formatCount(items.length, 'launch', 'launches')}: <span>{reason}</span>
              </b>
              {items.map((item) => (
                <div key={item.id}>{launchTitle(item)}</div>
              ))}
            </li>
          ))}
        </ul>
        {left > 0 && <p>{formatCount(left, 'launch was', 'launches were')} left as they are.</p>}
      </Dialog>
    )
  const [launch] = ask.launches
  const isOne = ask.launches.length === 1
  // Pending requests finish anyway: closing would only hide them.
  const isStoppable = snapshot.matches('working') && !isOne
  const tests = ask.launches.reduce((sum, { statistics }) => sum + testsIn(statistics), 0)
  return (
    <ConfirmDialog
      title={
        action === 'relaunch'
          ? RELAUNCH_TEXTS.title
          : action === 'abort'
            ? isOne
              ? TEXTS.abortLaunch
              : `Abort ${count}?`
            : `Delete ${isOne ? 'launch' : count}?`
      }
      confirmLabel={`${verb} ${isOne ? 'launch' : count}`}
      isDanger={action !== 'relaunch'}
      isPending={snapshot.matches('working')}
      cancelLabel={isStoppable ? 'Stop' : 'Cancel'}
      onConfirm={() => actor.send({ type: 'action/confirm' })}
      onClose={() => (isStoppable ? actor.send({ type: 'action/stop' }) : onClose())}
    >
      <p>
        {isOne && launch !== undefined && <b>{launchTitle(launch)}. </b>}
        {action === 'relaunch'
          ? RELAUNCH_TEXTS.consequence
          : action === 'abort'
            ? 'Unfinished tests are marked as aborted; late results are still recorded. This cannot be undone.'
            : `${formatCount(tests, 'test result')} with logs, screenshots and artifacts will be deleted with ${isOne ? 'it' : 'them'}. This cannot be undone.`}
      </p>
      {snapshot.matches('working') && !isOne && (
        <div className={styles.progress}>
          <ProgressLine label={`${verb} ${count}`} value={tried} max={ask.launches.length} />
          <span>
            {tried} of {ask.launches.length}
          </span>
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Triggers the CI job of a launch again (RELAUNCH-15). */
const Fields = z.object({ parameters: BuildParameters })

function BuildDialog({ launch, onClose }: { launch: Launch; onClose: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value: ways } = useResource(() => send(getRelaunchWays, { params: { projectKey: key, launchId: launch.id } }))
  const form = useForm({
    name: `build:${launch.id}`,
    initial: { parameters: '' },
    schema: Fields,
    submit: ({ parameters }) =>
      send(buildLaunch, {
        params: { projectKey: key, launchId: launch.id },
        body: { parameters: parametersIn(parameters) },
      }),
    onDone: () => {
      toast.success(RELAUNCH_TEXTS.built)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Build ${launchTitle(launch)} now?`}
      of={form}
      labels={plainLabels<{ parameters: string }>({ parameters: 'Parameters' })}
      action="Build now"
      onClose={onClose}
    >
      <p>
        {ways?.problem ??
          `${ways?.ci?.name ?? 'The CI service'} starts the job that reported this launch. Its results become a new launch.`}
      </p>
      <TextArea
        {...form.field('parameters')}
        label="Parameters"
        description="One name=value on each line; others have the defaults of the job."
        rows={4}
      />
    </FormDialog>
  )
}

/** Downloads a launch as HTML; shows the reason when the server rejects it. Here, because lists do not load this file. */
export const exportLaunch = async (token: TokenSource, projectKey: string, launchId: number): Promise<void> => {
  try {
    const { file, name } = await exportLaunchHtml(token, (address, init) => fetch(address, init), {
      projectKey,
      launchId,
    })
    saveFile(file, name)
  } catch (error) {
    toast.error(messageOf(error))
  }
}

/** Saves the configuration of a started launch as a preset of its launcher (PRESET rows). */
function SavePresetDialog({ launch, onClose }: { launch: Launch; onClose: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(async () => {
    const started = await send(getLaunchArguments, { params: { projectKey: key, launchId: launch.id } })
    const launcher = await send(getLauncher, { params: { projectKey: key, launcherId: started.launcherId } })
    return { launcherId: started.launcherId, values: prefilled(valuesOf(launcher), started) }
  })
  if (value === null)
    return failure === null ? (
      <Coming onClose={onClose} />
    ) : (
      <Dialog title="Create launcher preset" onClose={onClose}>
        <ProblemState title="The configuration of the launch did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      </Dialog>
    )
  return (
    <PresetDialog
      draft={`preset:launch:${launch.id}`}
      values={value.values}
      name={presetTitle}
      create={(values) =>
        send(createPreset, { params: { projectKey: key, launcherId: value.launcherId }, body: values })
      }
      onClose={onClose}
      onCreated={() => {
        toast.success(LAUNCHER_TEXTS.presetCreated)
        onClose()
        return Promise.resolve()
      }}
    />
  )
}
