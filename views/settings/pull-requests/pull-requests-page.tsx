/** Git hosts whose pull requests show the results of launches, and what was reported there. */
import { GitPullRequest, Pencil, PlugZap, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  checkGitHost,
  deleteGitHost,
  GIT_HOST_NAMES,
  listGitHosts,
  updateGitHost,
  type GitHost,
} from '../../../contract/pull-requests/git-hosts.ts'
import { PULL_REQUEST_TEXTS } from '../../../contract/pull-requests/texts.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useDeletion } from '../deletion.tsx'
import { SettingsPage } from '../settings-page.tsx'
import switchList from '../switch-list.module.css'
import { GitHostDialog } from './git-host-dialog.tsx'
import { hostOf, reportedAs } from './git-host-text.ts'
import { PullRequestDeliveries } from './pull-request-deliveries.tsx'
import styles from './pull-requests.module.css'

export function PullRequestsPage() {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['pull-requests'])
  const addButton = useRef<HTMLButtonElement>(null)
  const resource = useResource(() => send(listGitHosts, { params: { projectKey: key } }), { follow: () => changes$ })
  const { refresh } = resource
  const list = stateOfLoaded(resource, ({ items }) => items)
  /** `host`: null for a new one. */
  const [edited, setEdited] = useState<{ host: GitHost | null } | null>(null)
  const deletion = useDeletion<GitHost>({
    perform: ({ id }) => send(deleteGitHost, { params: { projectKey: key, gitHostId: id } }),
    words: (host) => ({
      title: `Remove ${GIT_HOST_NAMES[host.kind]}?`,
      action: 'Remove git host',
      about: `Its token is deleted, and pull requests of ${hostOf(host)} show no new results. Existing comments stay.`,
      done: PULL_REQUEST_TEXTS.deleted,
    }),
    onDeleted: refresh,
    focusAfter: () => addButton.current,
  })
  const check = useSingleAction<GitHost, { problem: string | null; account: string | null }>({
    perform: ({ id }) => send(checkGitHost, { params: { projectKey: key, gitHostId: id }, body: {} }),
    onDone: ({ kind }, { problem, account }) =>
      problem === null
        ? toast.success(`${GIT_HOST_NAMES[kind]} is connected${account === null ? '' : ` as ${account}`}`)
        : toast.error(problem),
  })
  const add = (list.face === 'shown' || list.face === 'empty') && (
    <Button ref={addButton} variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited({ host: null })}>
      Add git host
    </Button>
  )
  return (
    <SettingsPage title="Pull requests" actions={list.face === 'shown' && add}>
      <ListStates
        title="Git hosts"
        list={list}
        empty={
          <EmptyState icon={<GitPullRequest aria-hidden />} title="No git hosts yet" actions={add}>
            Connect GitHub, GitLab, Gitea or Bitbucket. When a launch of a pull request ends, a comment lists new
            failures, and a commit status shows the result of the quality gate.
          </EmptyState>
        }
      >
        {(hosts) =>
          hosts === null ? (
            <Skeleton height={64} />
          ) : (
            <>
              <ul className={switchList.list} aria-label="Git hosts">
                {hosts.map((host) => (
                  <Host
                    key={host.id}
                    host={host}
                    isChecking={check.item?.id === host.id}
                    onCheck={() => check.start(host)}
                    onEdit={() => setEdited({ host })}
                    onDelete={() => deletion.ask(host)}
                    onSwitched={refresh}
                  />
                ))}
              </ul>
              <PullRequestDeliveries hosts={hosts} />
            </>
          )
        }
      </ListStates>
      {edited !== null && (
        <GitHostDialog
          host={edited.host}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            refresh()
          }}
        />
      )}
      {deletion.dialog}
    </SettingsPage>
  )
}

interface HostProps {
  host: GitHost
  isChecking: boolean
  onCheck: () => void
  onEdit: () => void
  onDelete: () => void
  onSwitched: () => void
}

function Host({ host, isChecking, onCheck, onEdit, onDelete, onSwitched }: HostProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const isOn = useOptimistic({
    source: host,
    read: (source) => source.isOn,
    save: (isOn, saved) =>
      send(updateGitHost, {
        params: { projectKey: key, gitHostId: host.id },
        body: { isOn, expected: { isOn: saved } },
      }),
    onSaved: onSwitched,
  })
  const name = `${GIT_HOST_NAMES[host.kind]} · ${hostOf(host)}`
  return (
    <li data-off={isOn.shown ? undefined : ''}>
      <Switch aria-label={`${name} is on`} checked={isOn.shown} onCheckedChange={isOn.set} />
      <div className={switchList.text}>
        <b>{name}</b>
        <span>{host.repositories.join(', ')}</span>
        <span>{reportedAs(host)}</span>
      </div>
      <div className={styles.buttons}>
        <Button size="sm" icon={<PlugZap aria-hidden />} isPending={isChecking} onClick={onCheck}>
          Check connection
        </Button>
        <IconButton size="sm" label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton size="sm" label={`Remove ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
