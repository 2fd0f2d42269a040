/** A repository: connection, credentials and launchers. */
import { Plus, SquareTerminal, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { VCS_PROVIDERS, getVcsConfiguration, type VcsProvider } from '../../../contract/launchers/providers.ts'
import {
  isDemo,
  getRepository,
  checkRepository,
  deleteRepository,
  listRepositories,
  type Repository,
  type RepositoryNode,
} from '../../../contract/launchers/repositories.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useSession, useApplication } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink, Link, PlainLink } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { addRepoHref, fromIn, launchersHref, newLauncherHref } from '../address.ts'
import { AreaPage } from '../area-page.tsx'
import { useArea } from '../area.ts'
import { PROBLEM_MESSAGES } from '../connection-messages.ts'
import { Credentials } from './credentials.tsx'
import styles from './repository-view.module.css'

export function RepositoryView({ repository: node }: { repository: RepositoryNode }) {
  const { key } = useProject()
  const search = useSearch()
  const { send } = useApplication()
  const { refresh } = useArea()
  const {
    value: repository,
    failure,
    isLoading,
    retry,
    change,
  } = useResource(() => send(getRepository, { params: { projectKey: key, repoId: node.id } }))
  const [isDeleting, setDeleting] = useState(false)
  /** Announces the latest check once. */
  const checked = (next: Repository) => {
    change(next)
    refresh()
    if (next.verified) toast.success(LAUNCHER_TEXTS.repositoryConnected)
    else toast.error(LAUNCHER_TEXTS.repositoryNotConnected)
  }
  return (
    <AreaPage
      title={node.name}
      documentTitle={`${node.name} · Launchers`}
      names={{ [paths.launcherRepository]: node.name }}
      heading={
        <h1>
          {repository?.htmlUrl == null ? (
            node.name
          ) : (
            <Link href={repository.htmlUrl} target="_blank" isAlone>
              {node.name}
            </Link>
          )}
        </h1>
      }
      meta={repository && <RepositoryMeta repository={repository} />}
      actions={
        <ButtonLink variant="primary" href={newLauncherHref(key, node.id, search)} icon={<Plus aria-hidden />}>
          New launcher
        </ButtonLink>
      }
      hasRule
      isPadded
    >
      {repository === null && failure !== null && (
        <ProblemState title="The repository did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {repository === null && failure === null && (
        <div aria-busy>
          <Skeleton width={360} />
        </div>
      )}
      {repository !== null && (
        <div className={styles.sections}>
          <section aria-label="Launchers">
            <h2>Launchers</h2>
            <LauncherList node={node} />
          </section>
          <section aria-label="Connection">
            <h2>Connection</h2>
            {repository.problem !== null && <p className={styles.problem}>{PROBLEM_MESSAGES[repository.problem]}</p>}
            <Connection repository={repository} onChecked={checked} />
          </section>
          <section aria-label="Delete">
            <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
              Delete Repo
            </Button>
          </section>
        </div>
      )}
      {isDeleting && <DeleteRepository node={node} onClose={() => setDeleting(false)} />}
    </AreaPage>
  )
}

function RepositoryMeta({ repository }: { repository: Repository }) {
  const { user } = useSession()
  const { addedBy, verified, checkedAt } = repository
  return (
    <>
      <span className={styles.status} data-failed={verified ? undefined : ''}>
        <i aria-hidden />
        {verified ? 'Connected' : 'Failed'}
      </span>
      {addedBy !== null && <span>Added by {addedBy.id === user.id ? 'me' : addedBy.username}</span>}
      {checkedAt !== null && (
        <span>
          Checked <RelativeTime at={Date.parse(checkedAt)} />
        </span>
      )}
    </>
  )
}

function LauncherList({ node }: { node: RepositoryNode }) {
  const { key } = useProject()
  const search = useSearch()
  if (node.launchers.length === 0)
    return (
      <EmptyState
        icon={<SquareTerminal aria-hidden />}
        title="No launchers yet"
        actions={
          <ButtonLink href={newLauncherHref(key, node.id, search)} icon={<Plus aria-hidden />}>
            New launcher
          </ButtonLink>
        }
      >
        A launcher says what is run of this repository: branch, command, environment and variables.
      </EmptyState>
    )
  return (
    <ul className={styles.launchers}>
      {node.launchers.map(({ id, name, presets }) => (
        <li key={id}>
          <PlainLink href={launchersHref(key, { repoId: node.id, launcherId: id }, search)}>
            <SquareTerminal aria-hidden />
            <span>{name}</span>
            {presets.length > 0 && <small>{presets.length === 1 ? '1 preset' : `${presets.length} presets`}</small>}
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}

interface ConnectionProps {
  repository: Repository
  onChecked: (repository: Repository) => void
}

function Connection({ repository, onChecked }: ConnectionProps) {
  if (isDemo(repository)) return <CheckOnly repository={repository} onChecked={onChecked} />
  if (repository.credentials.obtainedViaOauthFlow) return <SignInAgain repository={repository} onChecked={onChecked} />
  return <Credentials key={repository.checkedAt} repository={repository} onChecked={onChecked} />
}

function CheckOnly({ repository, onChecked }: ConnectionProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const action = useSingleAction({
    perform: () => send(checkRepository, { params: { projectKey: key, repoId: repository.id }, body: {} }),
    onDone: (_: null, next) => onChecked(next),
  })
  return (
    <>
      <p className={styles.about}>It comes with Assay and needs no credentials.</p>
      <Button isPending={action.isRunning} onClick={() => action.start(null)}>
        Connect
      </Button>
    </>
  )
}

const isVcs = (provider: string): provider is VcsProvider => (VCS_PROVIDERS as readonly string[]).includes(provider)

function SignInAgain({ repository, onChecked }: ConnectionProps) {
  const { key } = useProject()
  const search = useSearch()
  const { send } = useApplication()
  const { provider } = repository
  const check = useSingleAction({
    perform: () => send(checkRepository, { params: { projectKey: key, repoId: repository.id }, body: {} }),
    onDone: (_: null, next) => onChecked(next),
  })
  const signIn = useSingleAction({
    perform: () =>
      isVcs(provider)
        ? send(getVcsConfiguration, {
            params: { projectKey: key, provider },
            query: { repoId: String(repository.id), from: fromIn(search) },
          })
        : Promise.reject(new Error(provider)),
    onDone: (_: null, { authorizeUrl }) => {
      if (authorizeUrl === null) toast.error(LAUNCHER_TEXTS.oauthNotConfigured)
      else location.assign(authorizeUrl)
    },
  })
  return (
    <>
      <p className={styles.about}>It is read with the sign-in of whoever added it, or signed in again since.</p>
      <div className={styles.buttons}>
        <Button isPending={signIn.isRunning} onClick={() => signIn.start(null)}>
          Sign in again
        </Button>
        <Button isPending={check.isRunning} onClick={() => check.start(null)}>
          Connect
        </Button>
      </div>
    </>
  )
}

function DeleteRepository({ node, onClose }: { node: RepositoryNode; onClose: () => void }) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const { change } = useArea()
  const left = useRef<RepositoryNode[]>([])
  const action = useConfirmedAction(
    async () => {
      await send(deleteRepository, { params: { projectKey: key, repoId: node.id } })
      left.current = (await send(listRepositories, { params: { projectKey: key } })).items
    },
    () => {
      toast.success(LAUNCHER_TEXTS.repositoryDeleted)
      // REPO-21. Leaves the page before the tree changes, because the page would show an item that is no longer in the tree.
      const [next] = left.current
      navigate(
        next === undefined
          ? addRepoHref(key, { provider: 'github', state: 'no-launcher-repos' }, search)
          : launchersHref(key, { repoId: next.id }, search),
        { replace: true },
      )
      change(left.current)
    },
  )
  const { length } = node.launchers
  return (
    <ConfirmDialog
      title={`Delete repository ${node.name}?`}
      confirmLabel="Delete repository"
      isPending={action.isPending}
      failure={action.failure}
      onConfirm={action.confirm}
      onClose={onClose}
    >
      {length > 0 && `Its ${length === 1 ? 'launcher' : `${length} launchers`} and their presets are deleted with it. `}
      Launches and the repository at its provider stay.
    </ConfirmDialog>
  )
}
