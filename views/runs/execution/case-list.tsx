/** Virtual list of a run's cases by suite. Rows are links, with J, K and arrow keys. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Bot, ChevronDown, ChevronRight, CloudUpload, Triangle, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import type { PresentUser } from '../../../contract/runs/presence.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import { withVariables } from '../../../contract/settings/variable-references.ts'
import type { RunSuite } from '../../../machines/runs/execution.machine.ts'
import { countsOf, linesOf, type ListLine } from '../../../machines/runs/execution-list.ts'
import { rowOf, type RunRows } from '../../../machines/runs/run-rows.ts'
import type { RunOverlay } from '../../../store/projections/runs.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { StatusBar } from './status-bar.tsx'
import { StatusSign } from './status-sign.tsx'
import { doneOf, type Statuses } from './statuses.ts'
import type { RunVariables } from './use-run-variables.ts'
import styles from './case-list.module.css'

const KEYS = [
  { keys: ' ', label: 'Select the case' },
  { keys: 'Shift+ ', label: 'Select up to the case' },
  { keys: 'Enter', label: 'Open the case' },
]

export interface CaseListProps {
  rows: RunRows
  /** Cases to list; null lists all. */
  caseIds: ReadonlySet<number> | null
  suites: readonly RunSuite[]
  statuses: Statuses
  people: ReadonlyMap<number, ProjectUser>
  overlay: RunOverlay
  present: readonly PresentUser[]
  openId: number | null
  me: number
  hrefOf: (key: string) => string
  /** Null: references to variables stay as typed. */
  variables: RunVariables | null
  /** Null where selection is not available. */
  picked: ReadonlySet<number> | null
  onPick: (caseIds: readonly number[], isPicked: boolean) => void
}

export function CaseList(props: CaseListProps) {
  const { rows, caseIds, suites, openId, picked, onPick } = props
  const scroll = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const { shape } = rows
  const lines = useMemo(() => linesOf(shape, caseIds, suites, folded), [shape, caseIds, suites, folded])
  // Stable while the lines are: another function makes the virtualizer recompute all heights.
  const estimateSize = useCallback((index: number) => (lines[index]?.kind === 'suite' ? 32 : 34), [lines])
  const getItemKey = useCallback((index: number) => keyOf(lines[index]), [lines])
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize,
    getItemKey,
    overscan: 12,
  })
  useListedKeys('List of cases', KEYS)
  const openIndex = lines.findIndex((line) => line.kind === 'case' && line.caseId === openId)
  useEffect(() => {
    if (openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' })
    // Runs only when another case opens: changes by others must not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [openId])

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-case]')
    if (event.key !== ' ' || row === null || picked === null) return
    event.preventDefault()
    pick(Number(row.dataset['case']), event.shiftKey)
  }
  const pick = (caseId: number, isRange: boolean) => {
    const listed = lines.flatMap((line) => (line.kind === 'suite' ? line.caseIds : []))
    const from = anchor === null ? -1 : listed.indexOf(anchor)
    const to = listed.indexOf(caseId)
    if (isRange && from >= 0) onPick(listed.slice(Math.min(from, to), Math.max(from, to) + 1), true)
    else onPick([caseId], picked?.has(caseId) !== true)
    setAnchor(caseId)
  }
  const fold = (suiteId: number) =>
    setFolded((before) => {
      const next = new Set(before)
      if (!next.delete(suiteId)) next.add(suiteId)
      return next
    })
  const items = virtual.getVirtualItems()
  return (
    <div ref={scroll} className={styles.scroll} data-page-content>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the links inside */}
      <ul
        aria-label="Cases"
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
        data-picking={(picked?.size ?? 0) > 0 || undefined}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, key, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const style = { transform: `translateY(${start}px)` }
          return line.kind === 'suite' ? (
            <li key={key} ref={virtual.measureElement} data-index={index} className={styles.line} style={style}>
              <SuiteHead line={line} rows={rows} statuses={props.statuses} onFold={() => fold(line.suite.id)} />
            </li>
          ) : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.line}
              style={style}
              data-case={line.caseId}
            >
              <CaseRow {...props} row={rowOf(rows, line.caseId)} onToggle={(isRange) => pick(line.caseId, isRange)} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const keyOf = (line: ListLine | undefined): string =>
  line === undefined ? '' : line.kind === 'suite' ? `suite ${line.suite.id}` : `case ${line.caseId}`

type SuiteLine = Extract<ListLine, { kind: 'suite' }>

interface SuiteHeadProps {
  line: SuiteLine
  rows: RunRows
  statuses: Statuses
  onFold: () => void
}

function SuiteHead({ line: { suite, caseIds, isFolded }, rows, statuses, onFold }: SuiteHeadProps) {
  const counts = countsOf(rows, caseIds)
  const path = suite.path.slice(0, -1)
  return (
    <button type="button" className={styles.suite} aria-expanded={!isFolded} onClick={onFold}>
      {isFolded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
      <span className={styles.path}>
        {path.map((name) => `${name} / `)}
        <b>{suite.path.at(-1)}</b>
      </span>
      <span className={styles.done}>
        {doneOf(counts, statuses)} of {caseIds.length}
      </span>
      <span className={styles.bar}>
        <StatusBar counts={counts} statuses={statuses} />
      </span>
    </button>
  )
}

function CaseRow({
  row,
  statuses,
  people,
  overlay,
  present,
  openId,
  me,
  hrefOf,
  variables,
  picked,
  onToggle,
}: CaseListProps & { row: RunCase | undefined; onToggle: (isRange: boolean) => void }) {
  if (row === undefined) return null
  const status = statuses.of(row.statusId)
  const pending = overlay.pending.get(row.caseId) ?? []
  const isPicked = picked?.has(row.caseId) === true
  return (
    <div className={styles.case} data-current={row.caseId === openId || undefined} data-picked={isPicked || undefined}>
      <span className={styles.pick}>
        <span className={styles.sign}>
          <StatusSign status={status} />
        </span>
        {picked !== null && (
          <span className={styles.check}>
            <Checkbox
              aria-label={`Select ${row.key}`}
              checked={isPicked}
              excludeFromTabOrder
              onCheckedChange={() => onToggle(false)}
            />
          </span>
        )}
      </span>
      <PlainLink
        href={hrefOf(row.key)}
        className={styles.link}
        aria-current={row.caseId === openId ? 'true' : undefined}
        data-mine={row.assigneeId === me || undefined}
      >
        <span className={styles.key}>{row.key}</span>
        <span className={styles.title}>{variables === null ? row.title : withVariables(row.title, variables)}</span>
      </PlainLink>
      <span className={styles.marks}>
        {present
          .filter(({ caseId }) => caseId === row.caseId)
          .slice(0, 3)
          .map(({ user }) => (
            <span key={user.id} className={styles.present} data-tip={`${user.name} is on this case`}>
              <Avatar name={user.name} photoUrl={user.photoUrl} size={18} />
            </span>
          ))}
        {pending.some(({ sending }) => sending === 'refused') ? (
          <span data-refused data-tip="Not taken by the server">
            <TriangleAlert aria-label="Not taken by the server" />
          </span>
        ) : (
          pending.length > 0 && (
            <span data-tip="Not sent yet">
              <CloudUpload aria-label="Not sent yet" />
            </span>
          )
        )}
        {row.isChanged && (
          <span className={styles.changed} data-tip="Changed after this run was created">
            <Triangle aria-label="Changed after this run was created" />
          </span>
        )}
        {row.isAutomated && <Bot aria-label="Automated result" />}
        {row.statusId !== null && !status.isSuccess && <span className={styles.word}>{status.name}</span>}
      </span>
      <Avatar
        name={row.assigneeId === null ? null : (people.get(row.assigneeId)?.name ?? 'Somebody')}
        photoUrl={row.assigneeId === null ? null : (people.get(row.assigneeId)?.photoUrl ?? null)}
      />
    </div>
  )
}
