/** Virtual tree of suites with keyboard navigation. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a tree */
import {
  ChevronDown,
  ChevronRight,
  ChevronsDownUp,
  ChevronsUpDown,
  Folder,
  PanelLeftClose,
  Sparkles,
} from 'lucide-react'
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { treeRows, type PlacedSuite, type Structure } from '../../../machines/cases/repository-layout.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { PaneSurface, useDropMark, type PaneGeometry } from '../dragging/dragging.tsx'
import { InlineTitle } from '../list/inline-title.tsx'
import { bringIntoSight, useRowWindow } from '../../shared/cases/row-window.ts'
import treeStyles from '../../shared/tree.module.css'
import styles from './suite-tree.module.css'

const rowHeight = 30

export interface SuiteTreeProps {
  structure: Structure
  closed: ReadonlySet<number>
  selected: number | null
  /** Cut and not pasted yet. */
  cut: number | null
  renaming: number | null
  canWrite: boolean
  ref?: Ref<{ focus: () => void }>
  onSelect: (suiteId: number) => void
  onToggle: (suiteId: number, isOpen: boolean) => void
  onExpandAll: () => void
  onCollapseAll: () => void
  onHide: () => void
  /** For the selected suite; undefined where the edition has no assistant (AISG-01). */
  onSuggest?: ((suiteId: number) => void) | undefined
  onRename: (suiteId: number, title: string, expected: string) => Promise<unknown>
  onRenaming: (suiteId: number | null) => void
  onDelete: (suite: PlacedSuite) => void
  onCut: (suite: PlacedSuite) => void
  onCopy: (suite: PlacedSuite) => void
  onPaste: (suite: PlacedSuite) => void
}

const READING = [
  { keys: 'ArrowDown', label: 'Next suite' },
  { keys: 'ArrowUp', label: 'Previous suite' },
  { keys: 'PageDown', label: 'A page down' },
  { keys: 'PageUp', label: 'A page up' },
  { keys: 'Home', label: 'First suite' },
  { keys: 'End', label: 'Last suite' },
  { keys: 'ArrowRight', label: 'Expand the suite, or go to its first' },
  { keys: 'ArrowLeft', label: 'Collapse the suite, or go to its parent' },
  { keys: '*', label: 'Expand all suites' },
  { keys: 'Enter', label: 'Show the suite in the list' },
  { keys: 'A…Z', label: 'Next suite that begins with the letters' },
]
const WRITING = [
  ...READING,
  { keys: 'F2', label: 'Rename' },
  { keys: 'Delete', label: 'Delete' },
  { keys: 'Mod+X', label: 'Cut' },
  { keys: 'Mod+C', label: 'Copy' },
  { keys: 'Mod+V', label: 'Paste' },
  { keys: 'Shift+F10', label: 'Menu of the suite' },
]

export function SuiteTree(props: SuiteTreeProps) {
  const { structure, closed, selected, cut, renaming, canWrite, ref, onSelect, onToggle, onRename, onRenaming } = props
  const rows = useMemo(() => treeRows(structure, closed), [structure, closed])
  const sight = useRowWindow({ isDrawnInFlight: true })
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const typed = useRef({ words: '', at: 0 })
  const activeId = active ?? selected ?? rows[0]?.id ?? null
  const at = rows.findIndex(({ id }) => id === activeId)
  useImperativeHandle(ref, () => ({ focus: () => tree.current?.focus() }))
  const { element } = sight
  useListedKeys('Tree of suites', canWrite ? WRITING : READING, rows.length > 0)

  const go = useCallback(
    (to: number) => {
      const suite = rows[Math.max(0, Math.min(rows.length - 1, to))]
      if (suite === undefined) return
      setActive(suite.id)
      bringIntoSight(element, { top: rows.indexOf(suite) * rowHeight, height: rowHeight })
    },
    [rows, element],
  )
  // Scrolls to a suite that was selected elsewhere.
  useEffect(() => {
    if (selected === null) return
    setActive(selected)
    const place = rows.findIndex(({ id }) => id === selected)
    if (place >= 0) bringIntoSight(element, { top: place * rowHeight, height: rowHeight })
    // Runs only when the selection changes: expanding rows must not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected, element])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const suite = rows[at]
    const isMod = event.ctrlKey || event.metaKey
    if (suite === undefined || event.altKey) return
    const isOpen = !closed.has(suite.id)
    const withMod: Record<string, () => void> = {
      x: () => props.onCut(suite),
      c: () => props.onCopy(suite),
      v: () => props.onPaste(suite),
    }
    const plain: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(at + 15),
      PageUp: () => go(at - 15),
      ArrowRight: () => (suite.suites > 0 && !isOpen ? onToggle(suite.id, true) : suite.suites > 0 && go(at + 1)),
      ArrowLeft: () =>
        suite.suites > 0 && isOpen
          ? onToggle(suite.id, false)
          : go(
              rows.findIndex(({ id }) => id === suite.parentSuiteId) < 0
                ? at
                : rows.findIndex(({ id }) => id === suite.parentSuiteId),
            ),
      Enter: () => onSelect(suite.id),
      ' ': () => onSelect(suite.id),
      '*': props.onExpandAll,
      ...(canWrite ? { F2: () => onRenaming(suite.id), Delete: () => props.onDelete(suite) } : {}),
    }
    const run = isMod ? (canWrite ? withMod[event.key.toLowerCase()] : undefined) : plain[event.key]
    if (run !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      run()
      return
    }
    if (isMod || event.key.length !== 1 || event.key === '/' || event.key === '?') return
    event.stopPropagation()
    // Letters typed within a second form one search text.
    const isNew = event.timeStamp - typed.current.at > 1000
    const words = (isNew ? '' : typed.current.words) + event.key.toLowerCase()
    typed.current = { words, at: event.timeStamp }
    const from = words.length === 1 ? at + 1 : at
    const found = [...rows.slice(from), ...rows.slice(0, from)].find(({ title }) =>
      title.toLowerCase().startsWith(words),
    )
    if (found !== undefined) go(rows.indexOf(found))
  }

  const geometry = useMemo(
    (): PaneGeometry => ({
      pane: 'tree',
      targetAt: (y) => {
        const suite = rows[Math.min(rows.length - 1, Math.max(0, Math.floor(y / rowHeight)))]
        if (suite === undefined) return null
        const part = y / rowHeight - rows.indexOf(suite)
        return {
          target: { kind: 'suite', id: suite.id, part: Math.min(1, part) },
          closedSuite: closed.has(suite.id) && suite.suites > 0 ? suite.id : null,
        }
      },
      draggedAt: (y) => {
        const suite = rows[Math.floor(y / rowHeight)]
        return suite === undefined ? null : { kind: 'suite', id: suite.id }
      },
    }),
    [rows, closed],
  )
  const first = Math.max(0, Math.floor(sight.from / rowHeight))
  const shown = rows.slice(first, Math.ceil(sight.to / rowHeight))
  return (
    <div className={classNames(treeStyles.pane, styles.pane)}>
      <div className={styles.head}>
        <span className={styles.counts}>
          {formatCount(structure.suites.length, 'suite', 'suites')} and{' '}
          {formatCount(structure.total, 'test case', 'test cases')}
        </span>
        {props.onSuggest !== undefined && activeId !== null && (
          <IconButton size="sm" label="Suggest test cases" onClick={() => props.onSuggest?.(activeId)}>
            <Sparkles aria-hidden />
          </IconButton>
        )}
        <IconButton size="sm" label="Expand all" onClick={props.onExpandAll}>
          <ChevronsUpDown aria-hidden />
        </IconButton>
        <IconButton size="sm" label="Collapse all" onClick={props.onCollapseAll}>
          <ChevronsDownUp aria-hidden />
        </IconButton>
        <IconButton size="sm" label="Hide the suites" onClick={props.onHide}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      <div className={treeStyles.scroll} ref={sight.ref}>
        <PaneSurface
          geometry={geometry}
          isEnabled={canWrite}
          ref={tree}
          role="tree"
          aria-label="Suites"
          tabIndex={0}
          aria-activedescendant={at < 0 ? undefined : `tree-${activeId}`}
          className={classNames(treeStyles.tree, styles.tree)}
          style={{ height: rows.length * rowHeight }}
          onKeyDown={onKeyDown}
        >
          {shown.map((suite, i) => (
            <SuiteNode
              key={suite.id}
              suite={suite}
              top={(first + i) * rowHeight}
              isOpen={!closed.has(suite.id)}
              isSelected={suite.id === selected}
              isActive={suite.id === activeId}
              isCut={suite.id === cut}
              isRenaming={suite.id === renaming}
              place={placeIn(structure, suite)}
              onPress={onSelect}
              onToggle={onToggle}
              onRename={onRename}
              onRenaming={onRenaming}
              onLeave={() => tree.current?.focus()}
            />
          ))}
          <DropMark rows={rows} />
        </PaneSurface>
      </div>
    </div>
  )
}

/** Position among siblings. */
const placeIn = (structure: Structure, suite: PlacedSuite): string => {
  const places = placesOf(structure)
  return places.get(suite.id) ?? '1/1'
}
const placesByStructure = new WeakMap<Structure, Map<number, string>>()
const placesOf = (structure: Structure): Map<number, string> => {
  const known = placesByStructure.get(structure)
  if (known !== undefined) return known
  const groups = new Map<number | null, number[]>()
  for (const { id, parentSuiteId } of structure.suites) {
    const group = groups.get(parentSuiteId)
    if (group === undefined) groups.set(parentSuiteId, [id])
    else group.push(id)
  }
  const places = new Map<number, string>()
  for (const group of groups.values()) group.forEach((id, i) => places.set(id, `${i + 1}/${group.length}`))
  placesByStructure.set(structure, places)
  return places
}

interface SuiteNodeProps {
  suite: PlacedSuite
  top: number
  isOpen: boolean
  isSelected: boolean
  isActive: boolean
  isCut: boolean
  isRenaming: boolean
  place: string
  onPress: (suiteId: number) => void
  onToggle: (suiteId: number, isOpen: boolean) => void
  onRename: (suiteId: number, title: string, expected: string) => Promise<unknown>
  onRenaming: (suiteId: number | null) => void
  onLeave: () => void
}

const SuiteNode = memo(
  function SuiteNode(props: SuiteNodeProps) {
    const { suite, top, isOpen, isSelected, isActive, isCut, isRenaming, place } = props
    const [position, size] = place.split('/').map(Number)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
      <div
        id={`tree-${suite.id}`}
        role="treeitem"
        tabIndex={-1}
        aria-label={`${suite.title}, ${formatCount(suite.total, 'test case', 'test cases')}`}
        aria-level={suite.depth + 1}
        aria-setsize={size}
        aria-posinset={position}
        aria-expanded={suite.suites > 0 ? isOpen : undefined}
        aria-selected={isSelected}
        data-active={isActive || undefined}
        data-cut={isCut || undefined}
        className={treeStyles.node}
        style={{ top, paddingInlineStart: `calc(var(--s2) + ${suite.depth} * var(--indent))` }}
        onClick={() => props.onPress(suite.id)}
      >
        {suite.suites > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            className={treeStyles.toggle}
            onClick={(event) => {
              event.stopPropagation()
              props.onToggle(suite.id, !isOpen)
            }}
          >
            {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          </button>
        ) : (
          <span className={treeStyles.toggle} />
        )}
        <Folder aria-hidden className={treeStyles.icon} />
        {isRenaming ? (
          <InlineTitle
            of={`suite:${suite.id}`}
            label={`Rename suite ${suite.title}`}
            initial={{ title: suite.title }}
            onSave={(title, seen) => props.onRename(suite.id, title, seen.title)}
            onClose={() => {
              props.onRenaming(null)
              props.onLeave()
            }}
          />
        ) : (
          <>
            <span className={treeStyles.title} title={suite.title}>
              {suite.title}
            </span>{' '}
            <span className={treeStyles.count}>{inFigures(suite.total)}</span>
          </>
        )}
      </div>
    )
  },
  (one, other) =>
    (['suite', 'top', 'isOpen', 'isSelected', 'isActive', 'isCut', 'isRenaming', 'place'] as const).every(
      (name) => one[name] === other[name],
    ) &&
    one.onPress === other.onPress &&
    one.onToggle === other.onToggle,
)

/** Drop indicator. */
function DropMark({ rows }: { rows: readonly PlacedSuite[] }) {
  const mark = useDropMark()
  if (mark === null || mark.target.kind !== 'suite') return null
  const { id } = mark.target
  const at = rows.findIndex((suite) => suite.id === id)
  if (at < 0) return null
  const where = mark.place === null ? 'refused' : mark.place.kind === 'suite' ? mark.place.where : 'inside'
  return (
    <div
      aria-hidden
      className={styles.mark}
      data-where={where}
      style={{ top: at * rowHeight, height: rowHeight, insetInlineStart: (rows[at]?.depth ?? 0) * 20 + 8 }}
    />
  )
}
