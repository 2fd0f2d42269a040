/** The launchers area: tree, and the page that the address opens. */
import { useState } from 'react'
import { auditTime } from 'rxjs'
import { Redirect, useLocation, useSearch } from 'wouter'
import { listRepositories, type RepositoryNode } from '../../contract/launchers/repositories.ts'
import { getLaunchArguments } from '../../contract/launchers/start.ts'
import { LIMITS } from '../../contract/limits.ts'
import { topics } from '../../contract/live.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useProject, useResource, useSession } from '../application/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { launchHref, paths } from '../shared/routes.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { EmptyState, ProblemState } from '../ui/layout/empty-state.tsx'
import { ButtonLink } from '../ui/controls/link.tsx'
import { ResizablePane } from '../ui/layout/resizable-pane.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import {
  entryHref,
  idIn,
  openedItem,
  shownItem,
  usedLaunchHref,
  type LauncherPlace,
  type OpenedItem,
} from './address.ts'
import { LauncherView } from './launcher/launcher-view.tsx'
import { NewLauncherView } from './launcher/new-launcher-view.tsx'
import { PresetView } from './launcher/preset-view.tsx'
import { AreaContext } from './area.ts'
import styles from './launchers-page.module.css'
import { RepositoryView } from './repository/repository-view.tsx'
import { LauncherTree } from './tree/launcher-tree.tsx'

export function LaunchersPage() {
  const { key, id: projectId } = useProject()
  const { live, send, matchPage } = useApplication()
  const { tenant } = useSession().workspace
  const {
    value: repositories,
    failure,
    isLoading,
    retry,
    refresh,
    change,
  } = useResource(() => send(listRepositories, { params: { projectKey: key } }).then(({ items }) => items), {
    follow: (again) => live.followNews(topics.launchers(tenant, projectId), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  const [isTreeOpen, setTreeOpen] = useState(false)
  const [location] = useLocation()
  const match = matchPage(location)
  const { repoId, launcherId, presetId } = match?.params ?? {}
  const place: LauncherPlace = Object.fromEntries(
    Object.entries({ repoId: idIn(repoId), launcherId: idIn(launcherId), presetId: idIn(presetId) }).filter(
      ([, id]) => id !== null,
    ),
  )
  const closeTree = () => setTreeOpen(false)
  if (repositories === null && failure !== null)
    return (
      <Page title="Launchers" isPadded>
        <ProblemState title="Launchers did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      </Page>
    )
  return (
    <AreaContext value={{ refresh, change, openTree: () => setTreeOpen(true) }}>
      <div className={styles.layout}>
        <div className={styles.side} data-open={isTreeOpen || undefined}>
          <ResizablePane name="launchers" label="launchers" side="start" initialWidth={272}>
            <LauncherTree repositories={repositories} place={place} onOpened={closeTree} />
          </ResizablePane>
        </div>
        <div className={styles.main}>
          {repositories === null ? (
            <Page title="Launchers" isPadded>
              <div aria-busy>
                <Skeleton width={320} />
              </div>
            </Page>
          ) : (
            <Opened
              repositories={repositories}
              pattern={match?.page.pattern ?? ''}
              place={place}
              isLoading={isLoading}
            />
          )}
        </div>
      </div>
    </AreaContext>
  )
}

interface OpenedProps {
  repositories: readonly RepositoryNode[]
  pattern: string
  place: LauncherPlace
  isLoading: boolean
}

interface OfLaunchProps extends Pick<OpenedProps, 'repositories' | 'isLoading'> {
  launchId: number
}

/** Resolves the launcher of a launch. */
function OfLaunch({ launchId, repositories, isLoading }: OfLaunchProps) {
  const { key } = useProject()
  const search = useSearch()
  const { send } = useApplication()
  const { value, failure } = useResource(() => send(getLaunchArguments, { params: { projectKey: key, launchId } }))
  if (failure !== null) return <Redirect to={paths.notFound} replace />
  if (value === null || isLoading) return null
  const isThere = repositories.some((repository) => repository.launchers.some(({ id }) => id === value.launcherId))
  if (!isThere)
    return (
      <Page title="Launchers" isPadded>
        <EmptyState
          title="The launcher of this launch was deleted"
          actions={<ButtonLink href={launchHref(key, launchId)}>Back to the launch</ButtonLink>}
        >
          Launches that it started stay.
        </EmptyState>
      </Page>
    )
  const { gitRepositoryId: repoId, launcherId } = value
  return <Redirect to={usedLaunchHref(key, { repoId, launcherId }, launchId, search)} replace />
}

function Opened({ repositories, pattern, place, isLoading }: OpenedProps) {
  const { key } = useProject()
  const search = useSearch()
  if (pattern === paths.launchers) {
    const usedLaunchId = idIn(new URLSearchParams(search).get('usedLaunchId') ?? undefined)
    if (usedLaunchId !== null) return <OfLaunch launchId={usedLaunchId} {...{ repositories, isLoading }} />
    return <Redirect to={entryHref(key, repositories, search)} replace />
  }
  const { repoId, launcherId, presetId } = place
  return (
    <Item
      key={[pattern, repoId, launcherId, presetId].join(' ')}
      found={openedItem(repositories, place, pattern)}
      pattern={pattern}
      isLoading={isLoading}
    />
  )
}

interface ItemProps extends Pick<OpenedProps, 'pattern' | 'isLoading'> {
  /** Null: not in the tree. */
  found: OpenedItem | null
}

/** Items that were never in the tree lead to /404. */
function Item({ found, pattern, isLoading }: ItemProps) {
  const [seen, setSeen] = useState(found)
  if (found !== null && found.repository !== seen?.repository) setSeen(found)
  const shown = shownItem(found, seen, isLoading)
  if (shown === 'loading') return null
  if (shown === 'missing') return <Redirect to={paths.notFound} replace />
  const { repository, launcher, preset } = shown.item
  return (
    <>
      {shown.isDeleted && <Banner>This {preset ? 'preset' : launcher ? 'launcher' : 'repository'} was deleted.</Banner>}
      {pattern === paths.newLauncher ? (
        <NewLauncherView repository={repository} />
      ) : preset !== undefined && launcher !== undefined ? (
        <PresetView repository={repository} launcher={launcher} presetId={preset.id} />
      ) : launcher !== undefined ? (
        <LauncherView repository={repository} launcherId={launcher.id} />
      ) : (
        <RepositoryView repository={repository} />
      )}
    </>
  )
}
