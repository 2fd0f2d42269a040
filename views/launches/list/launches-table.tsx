/** Rows of the launches list below their column headers, which the bulk bar replaces during a selection. */
import { CircleStop, Eye, GitCompareArrows, Mail, Milestone, Pin, PinOff, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { isUnderWay, type Launch, type LaunchesQuery, type LaunchSort } from '../../../contract/launches/launches.ts'
import { launchHref } from '../../shared/routes.ts'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SortHead } from '../../ui/lists/sort-head.tsx'
import { comparedHref } from './compared-href.ts'
import { canAbort, canDelete, canPin, canRelaunch, canSelectLaunches, type Rights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { usePinLaunches } from '../pin-launches.ts'
import { LaunchRow } from './launch-row.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './launches-table.module.css'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'

export type LaunchesTableProps = {
  projectKey: string
  launches: readonly Launch[]
  query: LaunchesQuery
  rights: Rights
  selected: readonly number[]
  isBusy: boolean
  onSelect: (ids: readonly number[], isSelected: boolean) => void
  onSelectOne: (id: number, isSelected: boolean) => void
  onClear: () => void
  onSort: (sort: LaunchSort, order: 'asc' | 'desc') => void
  onAsk: (ask: LaunchAsk) => void
}

export function LaunchesTable(props: LaunchesTableProps) {
  const { projectKey, launches, rights, selected, isBusy, onSelectOne, onAsk } = props
  return (
    <List
      label="Launches"
      isBusy={isBusy}
      className={styles.launches}
      data-readonly={!canSelectLaunches(rights) || undefined}
    >
      {selected.length > 0 ? <Selection {...props} /> : <Heads {...props} />}
      {launches.map((launch) => (
        <LaunchRow
          key={launch.id}
          launch={launch}
          href={launchHref(projectKey, launch.id)}
          rights={rights}
          isSelected={selected.includes(launch.id)}
          onSelect={onSelectOne}
          onAsk={onAsk}
        />
      ))}
    </List>
  )
}

function Heads({ query, rights, launches, onSelect, onSort }: LaunchesTableProps) {
  const ended = launches.filter(({ status }) => !isUnderWay(status)).map(({ id }) => id)
  const head = (words: ReactNode, sort: LaunchSort, align?: 'end') => (
    <SortHead sort={sort} current={query.sort} order={query.order} align={align} onSort={onSort}>
      {words}
    </SortHead>
  )
  return (
    <ListHead className={styles.heads}>
      {canSelectLaunches(rights) && (
        <Cell isHead>
          <Checkbox
            aria-label="Select all launches on this page"
            checked={false}
            disabled={ended.length === 0}
            onCheckedChange={() => onSelect(ended, true)}
          />
        </Cell>
      )}
      {head('Status', 'status')}
      {head('Launch', 'name')}
      <Cell isHead>Env</Cell>
      <Cell isHead>Labels</Cell>
      <Cell isHead>Results</Cell>
      {head('Failed', 'failed', 'end')}
      {head('Tests', 'tests', 'end')}
      {head('Passed', 'passRate', 'end')}
      {head('Duration', 'duration', 'end')}
      {head('Started', 'startedAt')}
      <Cell isHead label="Reviewed" />
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

function Selection({ projectKey, launches, selected, rights, onSelect, onClear, onAsk }: LaunchesTableProps) {
  const chosen = launches.filter(({ id }) => selected.includes(id))
  const toAbort = chosen.filter((launch) => canAbort(launch, rights))
  const toRelaunch = chosen.filter((launch) => canRelaunch(launch, rights))
  const toDelete = chosen.filter((launch) => canDelete(launch, rights))
  const toMail = chosen.filter(({ status }) => !isUnderWay(status))
  const ended = launches.filter(({ status }) => !isUnderWay(status)).map(({ id }) => id)
  const isAll = ended.every((id) => selected.includes(id)) && ended.length > 0
  const [only] = chosen
  const pinLaunches = usePinLaunches()
  const isPinned = chosen.every(({ pinned }) => pinned === true)
  const comparison = comparedHref(projectKey, chosen)
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${formatCount(chosen.length, 'launch', 'launches')} selected`}
        aside={`of ${launches.length} shown`}
        onClear={onClear}
        checkbox={
          <Checkbox
            aria-label="Select all launches on this page"
            checked={isAll}
            isIndeterminate={!isAll}
            onCheckedChange={() => (isAll ? onClear() : onSelect(ended, true))}
          />
        }
      >
        {chosen.length === 1 && only !== undefined && rights.canManage && !isUnderWay(only.status) && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Eye aria-hidden />}
            onClick={() => onAsk({ action: 'review', launches: chosen })}
          >
            Review
          </Button>
        )}
        {comparison !== null && (
          <ButtonLink
            variant="quiet"
            size="sm"
            icon={<GitCompareArrows aria-hidden />}
            href={comparison}
            data-keys="M"
            data-tip="Compare the older launch with the newer one"
          >
            Compare
          </ButtonLink>
        )}
        {rights.canManage && rights.canWrite && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Milestone aria-hidden />}
            onClick={() => onAsk({ action: 'milestone', launches: chosen })}
          >
            Milestone
          </Button>
        )}
        {canPin(rights) && (
          <Button
            variant="quiet"
            size="sm"
            icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            onClick={() => void pinLaunches(chosen, !isPinned)}
          >
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
        )}
        {toMail.length > 0 && toMail.length <= LIMITS.launchesMailed && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Mail aria-hidden />}
            onClick={() => onAsk({ action: 'mail', launches: toMail })}
          >
            Send as email
          </Button>
        )}
        {toRelaunch.length > 0 && <RelaunchMenu launches={toRelaunch} onAsk={onAsk} />}
        {toAbort.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            icon={<CircleStop aria-hidden />}
            onClick={() => onAsk({ action: 'abort', launches: toAbort })}
          >
            Abort {toAbort.length}
          </Button>
        )}
        {toDelete.length > 0 && (
          <Button
            variant="danger"
            size="sm"
            icon={<Trash2 aria-hidden />}
            onClick={() => onAsk({ action: 'delete', launches: toDelete })}
          >
            Delete {toDelete.length}
          </Button>
        )}
      </BulkBar>
    </div>
  )
}

/** Skeleton rows. */
export function LaunchesSkeleton({ rights }: { rights: Rights }) {
  return (
    <List label="Launches" isBusy className={styles.launches} data-readonly={!canSelectLaunches(rights) || undefined}>
      <div className={styles.headSpace} />
      {[176, 132, 152, 208, 120, 168, 144, 184, 128, 160].map((width, index) => (
        <Row key={index} className={styles.row} aria-hidden>
          {canSelectLaunches(rights) && (
            <Cell className={styles.check}>
              <Skeleton width={16} height={16} />
            </Cell>
          )}
          <Cell className={styles.state}>
            <Skeleton width={72} />
          </Cell>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.env}>
            <Skeleton width={44} />
          </Cell>
          <Cell className={styles.chips}>
            <Skeleton width={120} />
          </Cell>
          <Cell className={styles.bar}>
            <Skeleton width={76} height={8} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}

/** Relaunches the selected launches: all tests of each, or failed ones. */
interface RelaunchMenuProps {
  launches: readonly Launch[]
  onAsk: (ask: LaunchAsk) => void
}

function RelaunchMenu({ launches, onAsk }: RelaunchMenuProps) {
  const ask = (option: NonNullable<LaunchAsk['option']>) => () => onAsk({ action: 'relaunch', option, launches })
  return (
    <Menu
      label="Relaunch"
      trigger={
        <Button variant="quiet" size="sm" icon={<RotateCw aria-hidden />}>
          Relaunch {launches.length}
        </Button>
      }
    >
      <MenuItem onSelect={ask('RERUN_ALL')}>All tests</MenuItem>
      <MenuItem onSelect={ask('RERUN_FAILURES_ONLY')}>Failed tests only</MenuItem>
    </Menu>
  )
}
