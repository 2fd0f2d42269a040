/** Virtual list of a launch's tests. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import { Bug, Check, ChevronDown, RotateCw, ShieldCheck, ShieldMinus, Tag } from 'lucide-react'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  marksFor,
  type LaunchTest,
  type TestGrouping,
  type TestsQuery,
} from '../../../contract/launches/launch-tests.ts'
import type { TestStability } from '../../../contract/launches/test-stability.ts'
import { canTag } from '../../../contract/launches/failure-tags.ts'
import type { QuarantineMark } from '../../../contract/launches/quarantine.ts'
import type { TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import type { TestsPick } from '../../../machines/launches/picked-tests.ts'
import { PageShown } from '../../application/page-shown.tsx'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { viewport } from '../../ui/browser/viewport.ts'
import { testStatusLabels } from '../../shared/launch-labels.ts'
import { SortHead } from '../../ui/lists/sort-head.tsx'
import { StackTrace } from '../stack-trace.tsx'
import { SuggestedIssue } from '../test-parts/suggested-issue.tsx'
import { GroupHead } from './group-head.tsx'
import { testLines, type TestLine } from './test-lines.ts'
import type { FailureTagsById } from '../test-parts/use-failure-tags.ts'
import type { TestRights } from '../launch-actions.ts'
import { isLinkable, markKind, TestRow, type TestActions } from '../test-parts/test-row.tsx'
import styles from './tests-table.module.css'

const rowHeight = 36 // px; a collapsed row on a wide page
const narrowRowHeight = 52

export type TestsTableProps = Omit<TestActions, 'onOpen'> & {
  projectKey: string
  page: TestsPage
  query: TestsQuery
  grouping: TestGrouping
  stability: Readonly<Record<number, TestStability>>
  /** Quarantine entries; null while loading, and in the past. */
  quarantined: ReadonlyMap<number, QuarantineMark> | null
  rights: TestRights
  tags: FailureTagsById
  selected: readonly number[]
  /** Selected tests, possibly on other pages. */
  picked: readonly LaunchTest[]
  isBusy: boolean
  isLinking: boolean
  /** Whether the page around the list has rendered. */
  isWhole: boolean
  onReplace: (ids: readonly number[]) => void
  /** Links the failures of a cause to its suggested issue. */
  onAccept: (failureKey: string, issueId: string) => void
  onPick: (pick: TestsPick) => void
  /** Null where the launch cannot run again. */
  onRelaunch: ((ids: readonly number[]) => void) | null
  onSort: (sort: TestsQuery['sort'], order: 'asc' | 'desc') => void
}

export function TestsTable(props: TestsTableProps) {
  const { projectKey, page, grouping, stability, rights, tags, selected, isBusy, isLinking, isWhole } = props
  const { quarantined, onSelect, onMark, onLink, onCreateIssue, onTag, onSessions, onQuarantine, onRelease, onAccept } =
    props
  const [closedGroups, setClosedGroups] = useState<ReadonlySet<string>>(new Set())
  const [openTests, setOpenTests] = useState<ReadonlySet<number>>(new Set())
  const onOpen = useCallback((id: number) => setOpenTests((open) => toggled(open, id)), [])
  const lines = useMemo(
    () => testLines(page.rows, page.groups ?? [], grouping, { closedGroups, openTests }),
    [page, grouping, closedGroups, openTests],
  )
  const chosen = useMemo(() => new Set(selected), [selected])
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ scroll: Element | null; top: number }>({ scroll: null, top: 0 })
  useLayoutEffect(() => {
    // The page scrolls, and the summary is above the rows.
    const own = list.current
    const scroll = own?.closest('[data-scroll]') ?? own?.parentElement ?? null
    if (own === null || scroll === null) return undefined
    // Called after the first layout: measuring here would force another one.
    const sized = new ResizeObserver(() => {
      // Rendered outside the document, it has no size yet.
      if (!own.isConnected) return
      const top = own.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop
      setPlace((before) => (before.scroll === scroll && Math.abs(before.top - top) < 1 ? before : { scroll, top }))
    })
    for (const sibling of own.parentElement?.parentElement?.children ?? []) sized.observe(sibling)
    return () => sized.disconnect()
  }, [])
  const { width, firstHeight } = viewport()
  const isNarrow = width < 960
  // Visible rows of another page render first; those around them follow.
  const isSettled = useDeferredValue<TestsPage | null>(page, null) === page
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.scroll,
    estimateSize: (index) => (lines[index]?.kind === 'test' && isNarrow ? narrowRowHeight : rowHeight),
    getItemKey: (index) => lines[index]?.key ?? index,
    // The summary takes the upper half; visible rows render first, the others in a task of their own.
    initialRect: { width, height: firstHeight },
    scrollMargin: place.top,
    observeElementOffset: fromItsPosition,
    // Before measuring, as many rows as the server has drawn.
    overscan: !isSettled ? 0 : place.scroll === null ? 10 : 8,
  })
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? place.top) - place.top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? place.top) - place.top)

  const draw = (line: TestLine) => {
    if (line.kind === 'group')
      return (
        <GroupHead
          line={line}
          grouping={grouping}
          rights={rights}
          chosen={chosen}
          onToggle={() => setClosedGroups((closed) => toggled(closed, line.group.key))}
          onSelect={onSelect}
        />
      )
    if (line.kind === 'suggestion')
      return (
        <div role="row">
          <div role="cell">
            <SuggestedIssue
              projectKey={projectKey}
              suggestion={line.suggestion}
              tests={line.group.unlinked}
              canLink={rights.canLinkIssues}
              isLinking={isLinking}
              onAccept={() => onAccept(line.group.key, line.suggestion.issueId)}
            />
          </div>
        </div>
      )
    // Loads again after another attempt.
    if (line.kind === 'trace') return <StackTrace key={line.test.finishTime} test={line.test} />
    return (
      <TestRow
        projectKey={projectKey}
        test={line.test}
        stability={stability[line.test.id]}
        quarantined={quarantined?.get(line.test.id)}
        isQuarantined={quarantined?.has(line.test.id) ?? line.test.quarantined}
        rights={rights}
        tags={tags}
        isSelected={chosen.has(line.test.id)}
        isOpen={openTests.has(line.test.id)}
        onSelect={onSelect}
        onOpen={onOpen}
        onMark={onMark}
        onLink={onLink}
        onCreateIssue={onCreateIssue}
        onTag={onTag}
        onSessions={onSessions}
        onQuarantine={onQuarantine}
        onRelease={onRelease}
      />
    )
  }
  return (
    <List label="Tests" isDense isBusy={isBusy} className={styles.tests} data-readonly={!rights.canWrite || undefined}>
      {isWhole && isSettled && <PageShown />}
      {selected.length > 0 ? <Selection {...props} chosen={chosen} /> : <Heads {...props} />}
      <div ref={list} role="rowgroup">
        <div style={{ height: before }} />
        {items.map(({ index, key }) => {
          const line = lines[index]
          return (
            <div
              key={key}
              data-index={index}
              // Rows of fixed height are not measured, which would force a layout per row.
              ref={
                line?.kind === 'trace' || line?.kind === 'suggestion' || isNarrow ? virtual.measureElement : undefined
              }
              role="presentation"
            >
              {line !== undefined && draw(line)}
            </div>
          )
        })}
        <div style={{ height: Math.max(0, after) }} />
      </div>
    </List>
  )
}

/** Takes over the position of a page that was scrolled before: the list would begin by scrolling it to the top. */
const fromItsPosition: typeof observeElementOffset = (virtual, onOffset) => {
  onOffset(virtual.scrollElement?.scrollTop ?? 0, false)
  return observeElementOffset(virtual, onOffset)
}

const toggled = <Value,>(all: ReadonlySet<Value>, one: Value): ReadonlySet<Value> => {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

/** Selects all listed, failed or skipped tests, including other pages (TESTS-13). */
function PickMenu({ onPick }: Pick<TestsTableProps, 'onPick'>) {
  return (
    <Menu
      label="Select tests"
      trigger={
        <button type="button" className={styles.pick} aria-label="Select all, failed or skipped">
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <MenuItem onSelect={() => onPick('all')}>All</MenuItem>
      <MenuItem onSelect={() => onPick('failed')}>Failed</MenuItem>
      <MenuItem onSelect={() => onPick('skipped')}>Skipped</MenuItem>
    </Menu>
  )
}

function Heads({ page, query, rights, onReplace, onPick, onSort }: TestsTableProps) {
  const head = (words: string, sort: TestsQuery['sort'], align?: 'end') => (
    <SortHead
      sort={sort}
      current={query.sort}
      order={query.order}
      first={sort === 'duration' ? 'desc' : 'asc'}
      align={align}
      onSort={onSort}
    >
      {words}
    </SortHead>
  )
  return (
    <ListHead className={styles.heads}>
      {rights.canWrite && (
        <Cell isHead className={styles.pickCell}>
          <Checkbox
            aria-label="Select all tests on this page"
            checked={false}
            onCheckedChange={() => onReplace(page.rows.map(({ id }) => id))}
          />
          <PickMenu onPick={onPick} />
        </Cell>
      )}
      <Cell isHead label="Status" />
      {head('Test', 'name')}
      <Cell isHead align="end" className={styles.factsHead}>
        Labels
      </Cell>
      <Cell isHead>Test case</Cell>
      <Cell isHead label="Maintainer" />
      <Cell isHead>Stability</Cell>
      <Cell isHead label="Sessions" />
      {head('Duration', 'duration', 'end')}
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

function Selection(props: TestsTableProps & { chosen: ReadonlySet<number> }) {
  const { page, chosen, picked, rights, quarantined, onReplace, onPick, onMark, onLink, onRelaunch, onTag } = props
  const { onQuarantine, onRelease } = props
  const shown = page.rows.filter(({ id }) => chosen.has(id))
  const onPage = new Set(shown.map(({ id }) => id))
  const tests = [...shown, ...picked.filter(({ id }) => chosen.has(id) && !onPage.has(id))]
  const marks = marksFor(tests)
  const isAll = shown.length === page.rows.length
  const ids = tests.map(({ id }) => id)
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${formatCount(tests.length, 'test')} selected`}
        aside={`of ${inFigures(page.total)}`}
        onClear={() => onReplace([])}
        checkbox={
          <span className={styles.pickCell}>
            <Checkbox
              aria-label="Select all tests on this page"
              checked={isAll}
              isIndeterminate={!isAll}
              onCheckedChange={() => onReplace(isAll ? [] : page.rows.map(({ id }) => id))}
            />
            <PickMenu onPick={onPick} />
          </span>
        }
      >
        {marks.length > 0 && (
          <Menu
            label="Mark as"
            trigger={
              <Button variant="quiet" size="sm" icon={<Check aria-hidden />}>
                Mark as
              </Button>
            }
          >
            {marks.map((mark) => (
              <MenuItem key={mark} icon={<ResultIcon kind={markKind[mark]} />} onSelect={() => onMark(tests, mark)}>
                {testStatusLabels[mark]}
              </MenuItem>
            ))}
          </Menu>
        )}
        {onRelaunch !== null && (
          <Button variant="quiet" size="sm" icon={<RotateCw aria-hidden />} onClick={() => onRelaunch(ids)}>
            Relaunch
          </Button>
        )}
        {rights.canTag && tests.length > 0 && tests.every(canTag) && (
          <Button variant="quiet" size="sm" icon={<Tag aria-hidden />} onClick={() => onTag(tests)}>
            Assign failure tag
          </Button>
        )}
        {rights.canLinkIssues && tests.length > 0 && tests.every(isLinkable) && (
          <Button variant="quiet" size="sm" icon={<Bug aria-hidden />} onClick={() => onLink(tests)}>
            Link issue
          </Button>
        )}
        {onQuarantine !== null && tests.length > 0 && (
          <Button variant="quiet" size="sm" icon={<ShieldMinus aria-hidden />} onClick={() => onQuarantine(tests)}>
            Quarantine
          </Button>
        )}
        {onQuarantine !== null && tests.length > 0 && tests.every(({ id }) => quarantined?.has(id) === true) && (
          <Button variant="quiet" size="sm" icon={<ShieldCheck aria-hidden />} onClick={() => onRelease(tests)}>
            Release
          </Button>
        )}
      </BulkBar>
    </div>
  )
}

/** Skeleton rows. */
export function TestsSkeleton() {
  return (
    <List label="Tests" isDense isBusy className={styles.tests} data-readonly>
      <div className={styles.headSpace} />
      {[280, 220, 310, 190, 260, 240, 300, 210].map((width, index) => (
        <Row key={index} className={styles.row} aria-hidden>
          <Cell>
            <Skeleton width={16} height={16} round />
          </Cell>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
