/** A launcher: its defaults, editable for one launch or permanently, and Launch. */
import { BookMarked, GitBranch, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { auditTime } from 'rxjs'
import { useLocation, useSearch } from 'wouter'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  getLauncher,
  updateLauncher,
  createPreset,
  deleteLauncher,
  type Launcher,
  type LauncherValues,
} from '../../../contract/launchers/launchers.ts'
import { listRepositories, type RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { getLaunchArguments, startLaunch } from '../../../contract/launchers/start.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { payloadOf, prefilled, valuesOf } from '../../../machines/launchers/launcher-values.ts'
import { launchProblem, savingProblem } from '../../../machines/launchers/readiness.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource, useSession } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { launchesHref, paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { idIn, keeping, launchersHref } from '../address.ts'
import { AreaPage } from '../area-page.tsx'
import { useArea } from '../area.ts'
import { ActivityPanel } from '../activity/activity-panel.tsx'
import { LastLaunch } from '../activity/last-launch.tsx'
import { startText } from '../activity/engine-text.ts'
import { useActivity } from '../activity/use-activity.ts'
import { FIELD_LABELS } from './field-labels.ts'
import { ConfigPage, ConfigSkeleton } from './config-page.tsx'
import { RelaunchNote, useLaunchContext } from './launch-context.tsx'
import { PresetDialog } from '../../shared/launchers/preset-dialog.tsx'
import styles from './launcher-form.module.css'
import { useLauncherForm } from './use-launcher-form.ts'
import { useLauncherOptions } from './use-launcher-options.ts'

interface LauncherViewProps {
  repository: RepositoryNode
  launcherId: number
}

export function LauncherView({ repository, launcherId }: LauncherViewProps) {
  const { key, id: projectId } = useProject()
  const search = useSearch()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const usedLaunchId = idIn(new URLSearchParams(search).get('usedLaunchId') ?? undefined)
  const { value, failure, isLoading, retry, change } = useResource(
    () => send(getLauncher, { params: { projectKey: key, launcherId } }),
    {
      follow: (again) =>
        live.followNews(topics.launchers(tenant, projectId), again).pipe(auditTime(LIMITS.liveBatchMs)),
    },
  )
  /** Values of an earlier launch, if the address names one (LAUN-37, LAUN-38). */
  const { value: used } = useResource(async () => {
    if (usedLaunchId === null) return { values: null }
    try {
      return { values: await send(getLaunchArguments, { params: { projectKey: key, launchId: usedLaunchId } }) }
    } catch (error) {
      toast.error(messageOf(error))
      return { values: null }
    }
  })
  if (value !== null && used !== null)
    return (
      <OpenedLauncher
        repository={repository}
        launcher={value}
        prefill={used.values === null ? null : prefilled(valuesOf(value), used.values)}
        onRead={change}
      />
    )
  if (failure === null) return <ConfigSkeleton />
  return (
    <AreaPage title="Launcher" isPadded>
      <ProblemState title="The launcher did not load" onRetry={retry} isRetrying={isLoading}>
        {messageOf(failure)}
      </ProblemState>
    </AreaPage>
  )
}

interface OpenedLauncherProps {
  repository: RepositoryNode
  launcher: Launcher
  prefill: LauncherValues | null
  /** Called with the launcher of a later answer. */
  onRead: (launcher: Launcher) => void
}

function OpenedLauncher({ repository, launcher, prefill, onRead }: OpenedLauncherProps) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const { refresh, change } = useArea()
  const options = useLauncherOptions(repository.id)
  const activity = useActivity(launcher.id)
  const [isAnother, setAnother] = useState(false)
  const { launchContext, drop } = useLaunchContext()
  const [asked, setAsked] = useState<'delete' | 'preset' | null>(null)
  const form = useLauncherForm<Launcher>({
    name: `launcher:${launcher.id}`,
    stored: launcher,
    prefill,
    isOverridable: true,
    save: ({ changes, expected }) =>
      send(updateLauncher, { params: { projectKey: key, launcherId: launcher.id }, body: { ...changes, expected } }),
    start: (values) =>
      send(startLaunch, {
        params: { projectKey: key },
        body: {
          ...payloadOf(values),
          gitRepositoryId: repository.id,
          launcherId: launcher.id,
          agentRunContext: launchContext,
        },
      }),
    onSaved: (saved) => {
      onRead(saved)
      toast.success(LAUNCHER_TEXTS.launcherUpdated)
      refresh()
    },
    onQueued: () => {
      drop()
      if (!isAnother) navigate(keeping(launchesHref(key), search))
    },
  })
  const name = form.stored?.name ?? launcher.name
  const place = { repoId: repository.id, launcherId: launcher.id }
  const reason = savingProblem(options.loaded, form.problems, FIELD_LABELS.name)
  const isInvalid = Object.keys(form.problems).length > 0
  const launch = () => {
    const problem = launchProblem(options.loaded, form.values)
    if (problem === null) form.launch()
    else toast.error(problem)
  }
  const isShown = form.mode === 'view'
  return (
    <ConfigPage
      title={name}
      names={{ [paths.launcherRepository]: repository.name, [paths.launcher]: name }}
      form={form}
      options={options}
      nameLabel="Launcher name"
      aside={<ActivityPanel activity={activity} place={place} />}
      note={isShown && launchContext !== null && <RelaunchNote context={launchContext} onDrop={drop} />}
      meta={
        <>
          <span>
            <BookMarked aria-hidden />
            <Link href={launchersHref(key, { repoId: repository.id }, search)}>{repository.name}</Link>
          </span>
          <span>
            <GitBranch aria-hidden />
            {form.stored?.branch}
          </span>
          <LastLaunch launches={activity.value?.launches ?? []} />
        </>
      }
      actions={
        isShown && (
          <Button icon={<Pencil aria-hidden />} onClick={form.edit}>
            Change defaults
          </Button>
        )
      }
      bar={
        isShown ? (
          <>
            <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setAsked('delete')}>
              Delete launcher
            </Button>
            <Checkbox checked={isAnother} onCheckedChange={setAnother}>
              Launch another
            </Checkbox>
            {reason !== null ? (
              <p>{reason}</p>
            ) : (
              activity.value !== null && <p className={styles.start}>{startText(activity.value.engine)}</p>
            )}
            <Button disabled={isInvalid} onClick={() => setAsked('preset')}>
              Save preset
            </Button>
            <Button
              variant="primary"
              icon={<Play aria-hidden />}
              isPending={form.isLaunching}
              disabled={reason !== null}
              onClick={launch}
            >
              Launch
            </Button>
          </>
        ) : (
          <>
            <p>{reason ?? 'These become the launcher’s defaults. Presets keep their own.'}</p>
            <Button onClick={form.cancel}>Cancel</Button>
            <Button variant="primary" isPending={form.isPending} disabled={reason !== null} onClick={form.save}>
              Save
            </Button>
          </>
        )
      }
    >
      {asked === 'preset' && (
        <PresetDialog
          draft={`preset:new:${launcher.id}`}
          values={form.values}
          create={(values) =>
            send(createPreset, { params: { projectKey: key, launcherId: launcher.id }, body: values })
          }
          onClose={() => setAsked(null)}
          onCreated={async (presetId) => {
            toast.success(LAUNCHER_TEXTS.presetCreated)
            change((await send(listRepositories, { params: { projectKey: key } })).items)
            navigate(launchersHref(key, { ...place, presetId }, search))
          }}
        />
      )}
      {asked === 'delete' && (
        <DeleteLauncher repository={repository} launcher={launcher} onClose={() => setAsked(null)} />
      )}
    </ConfigPage>
  )
}

interface DeleteLauncherProps {
  repository: RepositoryNode
  launcher: Launcher
  onClose: () => void
}

function DeleteLauncher({ repository, launcher, onClose }: DeleteLauncherProps) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const { change } = useArea()
  const presets = repository.launchers.find(({ id }) => id === launcher.id)?.presets.length ?? 0
  const action = useConfirmedAction(
    () => send(deleteLauncher, { params: { projectKey: key, launcherId: launcher.id } }),
    () => {
      toast.success(LAUNCHER_TEXTS.launcherDeleted)
      navigate(launchersHref(key, { repoId: repository.id }, search), { replace: true })
      void send(listRepositories, { params: { projectKey: key } })
        .then(({ items }) => items)
        .then(change)
    },
  )
  return (
    <ConfirmDialog
      title={`Delete launcher ${launcher.name}?`}
      confirmLabel="Delete launcher"
      isPending={action.isPending}
      failure={action.failure}
      onConfirm={action.confirm}
      onClose={onClose}
    >
      {presets > 0 && `Its ${presets === 1 ? 'preset is' : `${presets} presets are`} deleted with it. `}
      Launches that it started stay.
    </ConfirmDialog>
  )
}
