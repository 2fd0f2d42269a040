/** A preset: started as saved, and edited explicitly. */
import { ArrowLeft, BookMarked, GitBranch, Pencil, Play, SquareTerminal, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { auditTime, merge } from 'rxjs'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { getPreset, updatePreset, deletePreset, type Preset } from '../../../contract/launchers/launchers.ts'
import { listRepositories, type RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { payloadOf } from '../../../machines/launchers/launcher-values.ts'
import { launchProblem, savingProblem } from '../../../machines/launchers/readiness.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource, useSession } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { launchesHref, paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { keeping, launchersHref } from '../address.ts'
import { AreaPage } from '../area-page.tsx'
import { useArea } from '../area.ts'
import { FIELD_LABELS } from './field-labels.ts'
import { ConfigPage, ConfigSkeleton } from './config-page.tsx'
import { ScheduleFields } from '../../shared/launchers/schedule-fields.tsx'
import { ScheduleList } from './schedule-list.tsx'
import scheduleStyles from '../../shared/launchers/schedules.module.css'
import { useLauncherForm } from './use-launcher-form.ts'
import { useLauncherOptions } from './use-launcher-options.ts'

const WebhooksDialog = later(() => import('../webhooks/webhooks-dialog.tsx').then((m) => m.WebhooksDialog))

interface PresetViewProps {
  repository: RepositoryNode
  launcher: RepositoryNode['launchers'][number]
  presetId: number
}

export function PresetView(props: PresetViewProps) {
  const { key, id: projectId } = useProject()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { value, failure, isLoading, retry, change } = useResource(
    () => send(getPreset, { params: { projectKey: key, presetId: props.presetId } }),
    {
      // Schedules are paused by others, and run.
      follow: (again) =>
        merge(
          live.followNews(topics.launchers(tenant, projectId), again),
          live.followNews(topics.launchQueue(tenant), () => undefined),
        ).pipe(auditTime(LIMITS.liveBatchMs)),
    },
  )
  if (value !== null) return <OpenedPreset {...props} preset={value} onRead={change} />
  if (failure === null) return <ConfigSkeleton />
  return (
    <AreaPage title="Preset" isPadded>
      <ProblemState title="The preset did not load" onRetry={retry} isRetrying={isLoading}>
        {messageOf(failure)}
      </ProblemState>
    </AreaPage>
  )
}

interface OpenedPresetProps extends PresetViewProps {
  preset: Preset
  /** Called with the preset of a later answer. */
  onRead: (preset: Preset) => void
}

function OpenedPreset({ repository, launcher, preset, onRead }: OpenedPresetProps) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const { refresh, change } = useArea()
  const options = useLauncherOptions(repository.id)
  const [isDeleting, setDeleting] = useState(false)
  const [isWebhooks, setWebhooks] = useState(false)
  const back = launchersHref(key, { repoId: repository.id, launcherId: launcher.id }, search)
  const form = useLauncherForm<Preset>({
    name: `preset:${preset.id}`,
    stored: preset,
    isOverridable: false,
    save: ({ changes, expected }) =>
      send(updatePreset, { params: { projectKey: key, presetId: preset.id }, body: { ...changes, expected } }),
    start: (values) =>
      send(startLaunch, {
        params: { projectKey: key },
        body: {
          ...payloadOf(values),
          gitRepositoryId: repository.id,
          launcherId: launcher.id,
          presetId: preset.id,
        },
      }),
    onSaved: (saved) => {
      onRead(saved)
      toast.success(LAUNCHER_TEXTS.presetUpdated)
      refresh()
    },
    onQueued: () => navigate(keeping(launchesHref(key), search)),
  })
  const action = useConfirmedAction(
    () => send(deletePreset, { params: { projectKey: key, presetId: preset.id } }),
    () => {
      toast.success(LAUNCHER_TEXTS.presetDeleted)
      navigate(back, { replace: true })
      void send(listRepositories, { params: { projectKey: key } })
        .then(({ items }) => items)
        .then(change)
    },
  )
  const name = form.stored?.name ?? preset.name
  const isShown = form.mode === 'view'
  const reason = savingProblem(options.loaded, form.problems, FIELD_LABELS.name)
  const launch = () => {
    const problem = launchProblem(options.loaded, form.values)
    if (problem === null) form.launch()
    else toast.error(problem)
  }
  return (
    <ConfigPage
      title={name}
      names={{
        [paths.launcherRepository]: repository.name,
        [paths.launcher]: launcher.name,
        [paths.launcherPreset]: name,
      }}
      form={form}
      options={options}
      nameLabel="Preset name"
      meta={
        <>
          <span>
            <BookMarked aria-hidden />
            <Link href={launchersHref(key, { repoId: repository.id }, search)}>{repository.name}</Link>
          </span>
          <span>
            <SquareTerminal aria-hidden />
            <Link href={back}>{launcher.name}</Link>
          </span>
          <span>
            <GitBranch aria-hidden />
            {form.stored?.branch}
          </span>
        </>
      }
      actions={
        <>
          <ButtonLink href={back} variant="quiet" icon={<ArrowLeft aria-hidden />}>
            Launcher
          </ButtonLink>
          <Button icon={<Webhook aria-hidden />} onClick={() => setWebhooks(true)}>
            Webhooks
          </Button>
        </>
      }
      bar={
        <>
          <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
            Delete preset
          </Button>
          <p>{reason}</p>
          {isShown ? (
            <>
              <Button icon={<Pencil aria-hidden />} onClick={form.edit}>
                Edit
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
              <Button onClick={form.cancel}>Cancel</Button>
              <Button variant="primary" isPending={form.isPending} disabled={reason !== null} onClick={form.save}>
                Save
              </Button>
            </>
          )}
        </>
      }
    >
      {isShown ? (
        <ScheduleList
          presetId={preset.id}
          schedules={preset.schedules}
          onAnswered={(schedules) => onRead({ ...preset, schedules: [...schedules] })}
        />
      ) : (
        <section className={scheduleStyles.schedules} aria-label="Schedules">
          <header>
            <h2>Schedules</h2>
          </header>
          <ScheduleFields
            schedules={form.values.schedules ?? []}
            disabled={form.isPending}
            onChange={(changed) => form.change({ schedules: changed })}
          />
        </section>
      )}
      {isWebhooks && (
        <Later onClose={() => setWebhooks(false)}>
          <WebhooksDialog
            presetId={preset.id}
            onClose={() => {
              setWebhooks(false)
              // The tree tells which presets have webhooks.
              refresh()
            }}
          />
        </Later>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete preset ${name}?`}
          confirmLabel="Delete preset"
          isPending={action.isPending}
          failure={action.failure}
          onConfirm={action.confirm}
          onClose={() => setDeleting(false)}
        >
          Its schedules and webhooks stop starting launches. Launches that it started stay.
        </ConfirmDialog>
      )}
    </ConfigPage>
  )
}
