/** Virtual tree of repositories, launchers and presets with keyboard navigation. Each row is a link. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a tree */
import {
  BookMarked,
  ChevronDown,
  ChevronRight,
  ClipboardList,
  Clock,
  Plus,
  SquareTerminal,
  Webhook,
} from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { parentOf, treeRows, type TreeRow } from '../../../machines/launchers/launcher-tree.ts'
import { useProject } from '../../application/context.tsx'
import { bringIntoSight, useRowWindow } from '../../shared/cases/row-window.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { recall, remember } from '../../ui/browser/remember.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { addRepoHref, launchersHref, type LauncherPlace } from '../address.ts'
import treeStyles from '../../shared/tree.module.css'
import styles from './launcher-tree.module.css'

const rowHeight = 30

const KEYS = [
  { keys: 'ArrowDown', label: 'Next line' },
  { keys: 'ArrowUp', label: 'Previous line' },
  { keys: 'Home', label: 'First line' },
  { keys: 'End', label: 'Last line' },
  { keys: 'ArrowRight', label: 'Expand, or go to the first within' },
  { keys: 'ArrowLeft', label: 'Collapse, or go to what it belongs to' },
  { keys: 'Enter', label: 'Open' },
]

interface LauncherTreeProps {
  /** Null while loading. */
  repositories: readonly RepositoryNode[] | null
  place: LauncherPlace
  /** Called when a row opens. */
  onOpened: () => void
}

const keyOf = ({ repoId, launcherId, presetId }: LauncherPlace): string | null =>
  presetId !== undefined
    ? `p${presetId}`
    : launcherId !== undefined
      ? `l${launcherId}`
      : repoId !== undefined
        ? `r${repoId}`
        : null

export function LauncherTree({ repositories, place, onOpened }: LauncherTreeProps) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [opened, toggle] = useOpened(key, place)
  const rows = useMemo(() => treeRows(repositories ?? [], opened, typed), [repositories, opened, typed])
  const selected = keyOf(place)
  // Row with keyboard focus, until another one is selected.
  const [active, setActive] = useState<{ key: string; selected: string | null } | null>(null)
  const walked = active?.selected === selected ? active.key : null
  const activeKey = rows.some((row) => row.key === walked) ? walked : (selected ?? rows[0]?.key ?? null)
  const at = rows.findIndex((row) => row.key === activeKey)
  const sight = useRowWindow({})
  const { element } = sight
  const tree = useRef<HTMLDivElement>(null)
  useListedKeys('Tree of launchers', KEYS, rows.length > 0)

  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row === undefined) return
    setActive({ key: row.key, selected })
    bringIntoSight(element, { top: rows.indexOf(row) * rowHeight, height: rowHeight })
  }
  // Scrolls to an item that was opened elsewhere.
  useEffect(() => {
    const to = rows.findIndex((row) => row.key === selected)
    if (to >= 0) bringIntoSight(element, { top: to * rowHeight, height: rowHeight })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- must not run when rows expand or collapse
  }, [selected, element, repositories === null])

  const hrefOf = (row: TreeRow) => launchersHref(key, row, search)
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.children > 0 && !row.isOpen ? toggle(row.key, true) : row.children > 0 && go(at + 1)),
      ArrowLeft: () => (row.isOpen ? toggle(row.key, false) : go(Math.max(0, parentOf(rows, at)))),
      Enter: () => {
        navigate(hrefOf(row))
        onOpened()
      },
    }
    const run = acts[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const first = Math.max(0, Math.floor(sight.from / rowHeight))
  const shown = rows.slice(first, Math.ceil(sight.to / rowHeight))
  return (
    <div className={treeStyles.pane}>
      <div className={styles.head}>
        <SearchField label="Search by name" value={typed} onValueChange={setTyped} />
        <IconButton label="Add repository" onClick={() => navigate(addRepoHref(key, {}, search))}>
          <Plus aria-hidden />
        </IconButton>
      </div>
      <div className={treeStyles.scroll} ref={sight.ref}>
        {repositories === null && (
          <div aria-busy className={styles.none}>
            <Skeleton width="80%" />
          </div>
        )}
        {repositories !== null && rows.length === 0 && (
          <div className={styles.none}>
            No repository, launcher or preset has this name.
            <br />
            <Button size="sm" onClick={() => setTyped('')}>
              Clear search
            </Button>
          </div>
        )}
        <div
          ref={tree}
          role="tree"
          aria-label="Repositories, launchers and presets"
          tabIndex={rows.length > 0 ? 0 : -1}
          aria-activedescendant={at < 0 ? undefined : `launcher-tree-${activeKey}`}
          className={treeStyles.tree}
          style={{ height: rows.length * rowHeight }}
          onKeyDown={onKeyDown}
        >
          {shown.map((row, i) => (
            <TreeNode
              key={row.key}
              row={row}
              href={hrefOf(row)}
              top={(first + i) * rowHeight}
              isSelected={row.key === selected}
              isActive={row.key === activeKey}
              onToggle={toggle}
              onOpened={onOpened}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Expanded rows: those stored per project, and ancestors of the open item. */
function useOpened(projectKey: string, { repoId, launcherId }: LauncherPlace) {
  const name = `launchers.opened.${projectKey}`
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(
    () =>
      new Map(
        (recall(name) ?? '')
          .split(' ')
          .filter(Boolean)
          .map((key) => [key, true]),
      ),
  )
  const opened = useMemo(() => {
    const shown = [repoId === undefined ? '' : `r${repoId}`, launcherId === undefined ? '' : `l${launcherId}`]
    return new Set([
      ...shown.filter((key) => choices.get(key) !== false),
      ...[...choices].flatMap(([key, isOpen]) => (isOpen ? [key] : [])),
    ])
  }, [choices, repoId, launcherId])
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Map(choices).set(key, isOpen)
    setChoices(next)
    remember(name, [...next].flatMap(([one, isOn]) => (isOn ? [one] : [])).join(' '))
  }
  return [opened, toggle] as const
}

const ICONS = { repository: BookMarked, launcher: SquareTerminal, preset: ClipboardList }
const KINDS = { repository: 'repository', launcher: 'launcher', preset: 'preset' }

const SCHEDULES = { RUNNING: 'Starts by the clock', PAUSED: 'Its schedules are paused' }
const WEBHOOKS = 'Starts by webhooks'

/** Accessible name: the row's texts in visual order, with the meaning of its icon. */
const nameOf = ({ name, kind, children, hasFailed, triggers }: TreeRow): string =>
  [
    name,
    ...(kind === 'repository' && hasFailed ? ['failed to connect'] : []),
    ...(kind === 'launcher' && children > 0 ? [children === 1 ? '1 preset' : `${children} presets`] : []),
    ...(triggers?.schedules === undefined ? [] : [SCHEDULES[triggers.schedules]]),
    ...(triggers?.hasWebhooks === true ? [WEBHOOKS] : []),
    KINDS[kind],
  ].join(', ')

interface TreeNodeProps {
  row: TreeRow
  href: string
  top: number
  isSelected: boolean
  isActive: boolean
  onToggle: (key: string, isOpen: boolean) => void
  onOpened: () => void
}

const TreeNode = memo(
  function TreeNode({ row, href, top, isSelected, isActive, onToggle, onOpened }: TreeNodeProps) {
    const Icon = ICONS[row.kind]
    const hasChildren = row.children > 0
    return (
      <PlainLink
        id={`launcher-tree-${row.key}`}
        href={href}
        role="treeitem"
        tabIndex={-1}
        aria-label={nameOf(row)}
        aria-level={row.depth + 1}
        aria-setsize={row.siblings}
        aria-posinset={row.position}
        aria-expanded={hasChildren ? row.isOpen : undefined}
        aria-selected={isSelected}
        data-active={isActive || undefined}
        className={treeStyles.node}
        style={{ top, paddingInlineStart: `calc(var(--s1) + ${row.depth} * 20px)` }}
        onClick={(event) => {
          const isToggle = hasChildren && event.target instanceof Element && event.target.closest('[data-can]') !== null
          if (!isToggle) return onOpened()
          event.preventDefault()
          onToggle(row.key, !row.isOpen)
        }}
      >
        <span className={treeStyles.toggle} data-can={hasChildren || undefined}>
          {hasChildren && (row.isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />)}
        </span>
        <Icon aria-hidden className={treeStyles.icon} />
        <span className={treeStyles.title} title={row.name}>
          {row.name}
        </span>{' '}
        {row.kind === 'repository' &&
          (row.hasFailed ? <span className={styles.failed}>Failed</span> : <i className={styles.dot} />)}
        {row.triggers?.schedules !== undefined && (
          <span
            className={styles.trigger}
            data-tip={SCHEDULES[row.triggers.schedules]}
            data-paused={row.triggers.schedules === 'PAUSED' || undefined}
          >
            <Clock aria-hidden />
          </span>
        )}
        {row.triggers?.hasWebhooks === true && (
          <span className={styles.trigger} data-tip={WEBHOOKS}>
            <Webhook aria-hidden />
          </span>
        )}
        {row.kind === 'launcher' && hasChildren && <span className={treeStyles.count}>{row.children}</span>}
      </PlainLink>
    )
  },
  (one, other) =>
    JSON.stringify(one.row) === JSON.stringify(other.row) &&
    one.href === other.href &&
    one.top === other.top &&
    one.isSelected === other.isSelected &&
    one.isActive === other.isActive &&
    one.onToggle === other.onToggle,
)
