/** A launch of the list, memoised by launch and selection. */
import { Ellipsis, Eye, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { isUnderWay, passRate, testsIn, workingSince, type Launch } from '../../../contract/launches/launches.ts'
import { showTip } from '../../ui/tooltips/show-tip.ts'
import { RowCheckbox } from '../../ui/controls/checkbox.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Cell, Row, RowLink } from '../../ui/lists/list.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { Chips } from '../chips.tsx'
import { ArtifactList } from '../artifact-list.tsx'
import { canSelectLaunches, type Rights } from '../launch-actions.ts'
import { chipsOf } from '../launch-chips.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { LaunchMenuItems } from '../launch-menu.tsx'
import { PinnedMark } from '../pinned-mark.tsx'
import { countsOf, launchTitle, formatPercent, statusLook } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { launchTipOf } from '../row-tips.ts'
import styles from './launches-table.module.css'

export type LaunchRowProps = {
  launch: Launch
  href: string
  rights: Rights
  isSelected: boolean
  onSelect: (id: number, isSelected: boolean) => void
  onAsk: (ask: LaunchAsk) => void
}

export const LaunchRow = memo(function LaunchRow(props: LaunchRowProps) {
  const { launch, href, rights, isSelected, onSelect, onAsk } = props
  const { id, status, statistics, environment, artifacts, reviewed, pinned } = launch
  const look = statusLook[status]
  const isLive = isUnderWay(status)
  const tests = testsIn(statistics)
  const failed = statistics.failed
  const title = launchTitle(launch)
  return (
    <Row isSelected={isSelected} className={styles.row} data-launch={id}>
      {canSelectLaunches(rights) && (
        <Cell className={styles.check}>
          {/* Round and dashed while in progress: it can be aborted, not deleted (LIST-20, LIST-22). */}
          <RowCheckbox
            shape={isLive ? 'live' : undefined}
            label={`${isLive ? 'Select running launch' : 'Select'} ${title}`}
            checked={isSelected}
            onCheckedChange={(isOn) => onSelect(id, isOn)}
          />
        </Cell>
      )}
      <Cell className={styles.state}>
        <StatusTag kind={look.kind} isWaiting={look.isWaiting}>
          {look.words}
        </StatusTag>
      </Cell>
      <Cell className={styles.name}>
        <RowLink
          href={href}
          aside={`#${launch.number}`}
          onPointerEnter={({ currentTarget }) => showTip(currentTarget, launchTipOf(launch))}
          onFocus={({ currentTarget }) => showTip(currentTarget, launchTipOf(launch))}
        >
          {launch.name}
        </RowLink>
        {pinned === true && <PinnedMark />}
        {artifacts.length > 0 && (
          <Popover
            label={`Artifacts of ${title}`}
            trigger={
              <button
                type="button"
                className={styles.artifacts}
                aria-label={formatCount(artifacts.length, 'artifact')}
                data-tip={formatCount(artifacts.length, 'artifact')}
              >
                <Paperclip aria-hidden />
                {artifacts.length}
              </button>
            }
          >
            <ArtifactList artifacts={artifacts} />
          </Popover>
        )}
      </Cell>
      <Cell className={styles.env} title={environment ?? undefined}>
        {environment ?? '–'}
      </Cell>
      <Cell className={styles.chips}>
        <Chips chips={chipsOf(launch)} max={2} />
      </Cell>
      <Cell className={styles.bar}>
        <ResultBar counts={countsOf(statistics)} />
        {isLive && tests > 0 && (
          <ProgressLine
            look="edge"
            label={`Tests ended of ${title}`}
            value={tests - statistics.inProgress}
            max={tests}
          />
        )}
      </Cell>
      <Cell align="end" className={styles.failed} data-some={failed > 0 || undefined}>
        {tests === 0 ? '–' : <Count value={failed} />}
      </Cell>
      <Cell align="end" className={styles.tests}>
        {tests === 0 ? (
          '–'
        ) : isLive ? (
          <>
            <b>
              <Count value={tests - statistics.inProgress} />
            </b>
            {' / '}
            <Count value={tests} />
          </>
        ) : (
          <Count value={tests} />
        )}
      </Cell>
      <Cell align="end" className={styles.rate}>
        {isLive ? '–' : formatPercent(passRate(statistics))}
      </Cell>
      <Cell align="end" className={styles.duration}>
        {status === 'IN_PROGRESS' ? <Duration since={workingSince(launch)} /> : <Duration ms={launch.elapsed} />}
      </Cell>
      <Cell className={styles.started}>
        <RelativeTime at={launch.startedAt} />
      </Cell>
      <Cell className={styles.reviewed}>
        {reviewed && (
          <span data-tip="Reviewed">
            <Eye aria-hidden />
            <VisuallyHidden>Reviewed</VisuallyHidden>
          </span>
        )}
      </Cell>
      <Cell className={styles.more}>
        <Menu
          label={`Actions for ${title}`}
          align="end"
          trigger={
            <IconButton size="sm" label="Actions">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <LaunchMenuItems launch={launch} href={href} rights={rights} onAsk={onAsk} />
        </Menu>
      </Cell>
    </Row>
  )
})
