/** The rendered launches list. */
import { useSelector } from '@xstate/react'
import { BookOpen, FileUp, KeyRound, ShieldMinus, Shuffle, SquareTerminal } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { Launch, LaunchSort } from '../../../contract/launches/launches.ts'
import { type launchesPage, withoutFilters } from '../../../machines/launches/launches-list.machine.ts'
import { faceOfList, isBusy } from '../../../machines/patterns/paged-list.machine.ts'
import { isErrorPayload, messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useCanOpen, useMay, useProject, useStream } from '../../application/context.tsx'
import { PageShown } from '../../application/page-shown.tsx'
import { useListAddress } from '../../shared/use-list-address.ts'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { Page } from '../../shared/page/page.tsx'
import {
  gettingStartedHref,
  importResultsHref,
  launchersFromLaunchesHref,
  launchHref,
  inProjectHref,
  paths,
  quarantineHref,
} from '../../shared/routes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChangedRows } from '../../ui/lists/changed-rows.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { LiveMark } from '../../ui/marks/live-mark.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { launchesAddress, launchesQueryOf } from '../address.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { dropping } from '../../ui/files/dropping.ts'
import { handFiles } from '../import/dropped-files.ts'
import { comparedHref } from './compared-href.ts'
import { canReview, useRights, type Rights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { LaunchesSkeleton, LaunchesTable } from './launches-table.tsx'
import { LaunchesToolbar } from './launches-toolbar.tsx'
import styles from './opened-launches.module.css'

const LaunchDialogs = later(() => import('../launch-dialogs.tsx').then((m) => m.LaunchDialogs))
const HubAccess = later(() => import('../hub/hub-access.tsx').then((m) => m.HubAccess))
const ReportingSetup = later(() => import('../setup/reporting-setup.tsx').then((m) => m.ReportingSetup))

export function OpenedLaunches({ page }: { page: ActorRefFrom<typeof launchesPage> }) {
  const { connection$ } = useApplication()
  const project = useProject()
  const rights = useRights()
  const [location, navigate] = useLocation()
  const [ask, setAsk] = useState<LaunchAsk | null>(null)
  const [isDroppedOn, setDroppedOn] = useState(false)
  const list = useSelector(page, (snapshot) => snapshot.children.list)
  const shown = useSelector(list, (snapshot) => snapshot)
  const selected = useSelector(page, (snapshot) => snapshot.context.selected)
  const connection = useStream(connection$, 'online')
  if (list === undefined || shown === undefined) throw new Error('the page has no list')
  const { query, typed, failure } = shown.context
  const { rows, total, unknown = 0 } = shown.context.page
  const face = faceOfList(shown)

  useListAddress(list, {
    read: launchesQueryOf,
    hrefOf: (asked) => launchesAddress(project.key, asked),
  })
  useEmitted(page, {
    'list/failed': ({ failure: reason }) => {
      // LIST-32. When the server is unreachable, rows stay visible with Retry.
      if (!isErrorPayload(reason)) return
      toast.error(messageOf(reason))
      navigate(paths.projects)
    },
  })

  const filter = useCallback(
    (change: Partial<typeof query>) => list.send({ type: 'filter/changed', filter: change }),
    [list],
  )
  const clear = () => {
    list.send({ type: 'search/typed', q: '' })
    filter(withoutFilters())
  }
  const close = useCallback(() => setAsk(null), [setAsk])
  const refresh = useCallback(() => {
    list.send({ type: 'list/refresh' })
    page.send({ type: 'selection/cleared' })
  }, [list, page])
  const select = useCallback(
    (ids: readonly number[], isSelected: boolean) => page.send({ type: 'launch/selected', ids, isSelected }),
    [page],
  )
  const selectOne = useCallback((id: number, isSelected: boolean) => select([id], isSelected), [select])
  const sort = useCallback((by: LaunchSort, order: 'asc' | 'desc') => filter({ sort: by, order }), [filter])
  useLaunchesShortcuts(rows, selected, setAsk)
  const importDropped = (files: File[]) => {
    handFiles(files)
    navigate(importResultsHref(project.key))
  }
  return (
    <div className={styles.dropArea} {...(rights.canWrite ? dropping(importDropped, setDroppedOn) : {})}>
      {isDroppedOn && <p className={styles.hint}>Drop reports to import their results</p>}
      {face !== 'loading' && <PageShown />}
      <Page
        title="Launches"
        documentTitle={`Launches · ${project.name}`}
        status={<LiveMark state={connection === 'online' ? 'live' : connection} />}
        actions={<PageActions rights={rights} />}
        hasRule={face === 'empty'}
        toolbar={
          face !== 'empty' && (
            <LaunchesToolbar
              query={query}
              typed={typed}
              rights={rights}
              onType={(q) => list.send({ type: 'search/typed', q })}
              onSearch={() => list.send({ type: 'search/submitted' })}
              onFilter={filter}
              onClear={clear}
            />
          )
        }
        foot={
          face === 'shown' && (
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={total}
              noun={['launch', 'launches']}
              hrefFor={(to) => launchesAddress(project.key, { ...query, page: to })}
            />
          )
        }
      >
        <ChangedRows
          count={face === 'loading' ? 0 : unknown}
          noun={['launch', 'launches']}
          onShow={() => list.send({ type: 'list/refresh' })}
        />
        <ListStates
          title="Launches"
          list={{ face, rows, failure, isBusy: isBusy(shown), refresh: () => list.send({ type: 'list/refresh' }) }}
          empty={
            <Later>
              <ReportingSetup />
            </Later>
          }
          noResults={
            <EmptyState
              title="No launches match these filters"
              actions={<Button onClick={clear}>Clear filters</Button>}
            >
              Change or clear a filter. Matching launches appear here as they start.
            </EmptyState>
          }
          unaffected="Your filters are kept."
        >
          {(launches) =>
            launches === null ? (
              <LaunchesSkeleton rights={rights} />
            ) : (
              <LaunchesTable
                projectKey={project.key}
                launches={launches}
                query={query}
                rights={rights}
                selected={selected}
                isBusy={isBusy(shown)}
                onSelect={select}
                onSelectOne={selectOne}
                onClear={() => page.send({ type: 'selection/cleared' })}
                onSort={sort}
                onAsk={setAsk}
              />
            )
          }
        </ListStates>
      </Page>
      <Later onClose={close}>
        {ask !== null && <LaunchDialogs key={`${ask.action} ${location}`} ask={ask} onDone={refresh} onClose={close} />}
      </Later>
    </div>
  )
}

function PageActions({ rights }: { rights: Rights }) {
  const project = useProject()
  const may = useMay()
  // HUB-01
  const mayReveal = may.inProject('secrets:reveal') || may.has('INTEGRATIONS_WRITE')
  const canOpen = useCanOpen()
  const launchers = launchersFromLaunchesHref(project.key)
  return (
    <>
      <ButtonLink className={styles.start} href={gettingStartedHref(project.key)} icon={<BookOpen aria-hidden />}>
        Getting started
      </ButtonLink>
      {mayReveal && (
        <Popover
          label="Hub access"
          align="end"
          trigger={
            <Button className={styles.action} icon={<KeyRound aria-hidden />}>
              Hub access
            </Button>
          }
        >
          <Later>
            <HubAccess />
          </Later>
        </Popover>
      )}
      {rights.canWrite && (
        <ButtonLink className={styles.action} href={importResultsHref(project.key)} icon={<FileUp aria-hidden />}>
          Import results
        </ButtonLink>
      )}
      <ButtonLink
        className={styles.start}
        href={inProjectHref(paths.flakyTests, project.key)}
        icon={<Shuffle aria-hidden />}
      >
        Flaky tests
      </ButtonLink>
      <ButtonLink className={styles.start} href={quarantineHref(project.key)} icon={<ShieldMinus aria-hidden />}>
        Quarantine
      </ButtonLink>
      {canOpen(launchers) && (
        <ButtonLink className={styles.action} href={launchers} icon={<SquareTerminal aria-hidden />}>
          Launcher
        </ButtonLink>
      )}
    </>
  )
}

function useLaunchesShortcuts(rows: readonly Launch[], selected: readonly number[], onAsk: (ask: LaunchAsk) => void) {
  const project = useProject()
  const rights = useRights()
  const [, navigate] = useLocation()
  const pointed = () => rows.find(({ id }) => id === focusedLaunch())
  useShortcut({
    keys: 'C',
    label: 'Copy link of the focused launch',
    group: 'This page',
    run: () => {
      const launch = pointed()
      if (launch !== undefined) void copyLink(launchHref(project.key, launch.id))
    },
  })
  useShortcut({
    keys: 'R',
    label: 'Review the focused launch',
    group: 'This page',
    isActive: rights.canManage,
    run: () => {
      const launch = pointed()
      if (launch !== undefined && canReview(launch, rights)) onAsk({ action: 'review', launches: [launch] })
    },
  })
  const comparison = comparedHref(
    project.key,
    rows.filter(({ id }) => selected.includes(id)),
  )
  useShortcut({
    keys: 'M',
    label: 'Compare the two selected launches',
    group: 'This page',
    isActive: comparison !== null,
    run: () => {
      if (comparison !== null) navigate(comparison)
    },
  })
}

/** The launch of the focused or hovered row: target of plain-key shortcuts. */
const focusedLaunch = (): number | null => {
  const row =
    document.activeElement?.closest<HTMLElement>('[data-launch]') ??
    [...document.querySelectorAll<HTMLElement>('[data-launch]:hover')].at(-1)
  return row === undefined ? null : Number(row.dataset['launch'])
}
