/** State diagram. Arrow keys move between states; the focused state announces its outgoing transitions. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a picture has no buttons of its own */
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { CaseModel } from '../../contract/models/models.ts'
import type { Box, Line, ModelLayout } from '../../machines/models/layout.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../ui/controls/segmented-control.tsx'
import { useListedKeys } from '../ui/controls/shortcuts.ts'
import { MARK_LABELS, rowsOf, stateNames, type Mark, type TransitionRow } from './transitions.ts'
import { TransitionsTable } from './transitions-table.tsx'
import styles from './diagram.module.css'

export interface DiagramProps {
  model: CaseModel
  /** Null: too large to draw. */
  layout: ModelLayout | null
  marks: ReadonlyMap<string, Mark>
  /** Of the selected case. */
  lit: ReadonlySet<string>
}

export function Diagram({ model, layout, marks, lit }: DiagramProps) {
  const [view, setView] = useState<'picture' | 'table'>('picture')
  const [zoom, setZoom] = useState(1)
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(model, marks), [model, marks])
  const isPicture = view === 'picture' && layout !== null
  const fit = () => {
    if (scroll.current === null || layout === null) return
    const { clientWidth, clientHeight } = scroll.current
    setZoom(fitOf(layout, clientWidth, clientHeight, 1.5))
  }
  useLayoutEffect(() => {
    if (scroll.current !== null && layout !== null)
      setZoom(fitOf(layout, scroll.current.clientWidth, scroll.current.clientHeight, 1))
  }, [layout])
  return (
    <div className={styles.diagram}>
      <div className={styles.bar}>
        <SegmentedControl
          label="View of the model"
          size="sm"
          value={layout === null ? 'table' : view}
          segments={[
            { value: 'picture', label: 'Diagram' },
            { value: 'table', label: 'Table' },
          ]}
          onValueChange={setView}
        />
        {isPicture && (
          <span className={styles.zoom}>
            <IconButton size="sm" label="Smaller" onClick={() => setZoom((now) => Math.max(0.25, now / 1.25))}>
              <ZoomOut aria-hidden />
            </IconButton>
            <IconButton size="sm" label="Larger" onClick={() => setZoom((now) => Math.min(2.5, now * 1.25))}>
              <ZoomIn aria-hidden />
            </IconButton>
            <IconButton size="sm" label="Fit" onClick={fit}>
              <Maximize aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {layout === null && <p className={styles.note}>The model is too large to draw. See the table.</p>}
      <div ref={scroll} className={styles.scroll}>
        {isPicture ? (
          <Picture model={model} layout={layout} zoom={zoom} rows={rows} lit={lit} />
        ) : (
          <TransitionsTable rows={rows} lit={lit} />
        )}
      </div>
      {isPicture && <Legend rows={rows} />}
    </div>
  )
}

const fitOf = ({ width, height }: ModelLayout, roomX: number, roomY: number, max: number): number =>
  Math.max(0.25, Math.min(max, roomX / width, roomY / height))

interface PictureProps {
  model: CaseModel
  layout: ModelLayout
  zoom: number
  rows: readonly TransitionRow[]
  lit: ReadonlySet<string>
}

const KEYS = [
  { keys: 'ArrowRight', label: 'Next state' },
  { keys: 'ArrowLeft', label: 'Previous state' },
  { keys: 'Enter', label: 'Highlight the transitions from the state' },
]

function Picture({ model, layout, zoom, rows, lit }: PictureProps) {
  const { width, height, boxes, lines, startId } = layout
  useListedKeys('Diagram', KEYS)
  const [focused, setFocused] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const picture = useRef<SVGSVGElement>(null)
  const names = useMemo(() => stateNames(model), [model])
  const rowOf = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const outgoing = useMemo(() => {
    const ids = model.transitions.filter(({ sourceId }) => sourceId === chosen).map(({ id }) => id)
    return new Set(ids)
  }, [model, chosen])
  const shownLit = chosen === null ? lit : outgoing
  const textOf = ({ id, kind }: Box): string => {
    const out = model.transitions.filter(({ sourceId }) => sourceId === id).flatMap((one) => rowOf.get(one.id) ?? [])
    const ways = out.map(
      ({ happening, to, mark }) => `${happening}: ${to}${mark === null ? '' : `, ${MARK_LABELS[mark]}`}`,
    )
    const facts = [names.get(id) ?? id, ...(id === startId ? ['initial'] : []), ...(kind === 'final' ? ['final'] : [])]
    return [facts.join(', '), ...ways].join('. ')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const to = step === undefined ? undefined : Math.max(0, Math.min(boxes.length - 1, focused + step))
    if (to !== undefined) {
      event.preventDefault()
      setFocused(to)
      picture.current?.querySelector<SVGElement>(`[data-box="${to}"]`)?.focus()
    }
    const box = boxes[focused]
    if ((event.key === 'Enter' || event.key === ' ') && box) {
      event.preventDefault()
      setChosen((now) => (now === box.id ? null : box.id))
    }
  }
  return (
    <svg
      ref={picture}
      className={styles.picture}
      role="group"
      aria-label={`Diagram of ${model.name}`}
      width={Math.ceil(width * zoom)}
      height={Math.ceil(height * zoom)}
      viewBox={`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
    >
      <defs>
        {['plain', 'lit'].map((look) => (
          <marker
            key={look}
            id={`arrow-${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
            className={styles.arrow}
            data-lit={look === 'lit' || undefined}
          >
            <path d="M0 0 8 4 0 8Z" />
          </marker>
        ))}
      </defs>
      {boxes.map((box, i) => (
        <g
          key={box.id}
          className={styles.box}
          role="button"
          tabIndex={i === focused ? 0 : -1}
          aria-label={textOf(box)}
          aria-pressed={chosen === box.id}
          data-box={i}
          data-kind={box.kind}
          data-start={box.id === startId || undefined}
          onFocus={() => setFocused(i)}
          onKeyDown={onKeyDown}
          onClick={() => setChosen((now) => (now === box.id ? null : box.id))}
        >
          <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={8} />
          {box.kind === 'final' && (
            <rect x={box.x + 3} y={box.y + 3} width={box.width - 6} height={box.height - 6} rx={6} />
          )}
          {box.id === startId && <circle cx={box.x} cy={box.y + box.height / 2} r={5} />}
          <BoxLabel box={box} />
        </g>
      ))}
      {lines.map((line, i) => (
        // A transition may lead to several states.
        // oxlint-disable-next-line react/no-array-index-key
        <LineOf
          key={i}
          line={line}
          mark={rowOf.get(line.transitionId)?.mark ?? null}
          isLit={shownLit.has(line.transitionId)}
        />
      ))}
    </svg>
  )
}

function BoxLabel({ box }: { box: Box }) {
  const isOuter = box.kind === 'compound' || box.kind === 'parallel'
  return isOuter ? (
    <text x={box.x + 10} y={box.y + 16} data-outer>
      {box.label}
      {box.kind === 'parallel' ? ' (side by side)' : ''}
    </text>
  ) : (
    <text x={box.x + box.width / 2} y={box.y + box.height / 2 + 4} textAnchor="middle">
      {box.label}
    </text>
  )
}

const ROUND_PX = 16

/** A path with rounded corners. */
const pathOf = (points: Line['points']): string => {
  const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return points
    .map(({ x, y }, i) => {
      const [before, after] = [points[i - 1], points[i + 1]]
      if (before === undefined) return `M${at(x, y)}`
      if (after === undefined) return `L${at(x, y)}`
      const [into, out] = [Math.hypot(x - before.x, y - before.y), Math.hypot(after.x - x, after.y - y)]
      const round = Math.min(ROUND_PX, into / 2, out / 2)
      const [from, to] = [round / (into || 1), round / (out || 1)]
      const begin = at(x - (x - before.x) * from, y - (y - before.y) * from)
      return `L${begin}Q${at(x, y)} ${at(x + (after.x - x) * to, y + (after.y - y) * to)}`
    })
    .join('')
}

function LineOf({ line, mark, isLit }: { line: Line; mark: Mark | null; isLit: boolean }) {
  const width = line.label.length * 5.4 + (mark === null ? 8 : 22)
  const left = line.at.x - width / 2
  return (
    <g className={styles.line} aria-hidden data-mark={mark ?? undefined} data-lit={isLit || undefined}>
      {line.points.length > 0 && <path d={pathOf(line.points)} markerEnd={`url(#arrow-${isLit ? 'lit' : 'plain'})`} />}
      <rect x={left} y={line.at.y - 9} width={width} height={18} rx={4} />
      {mark !== null && <MarkSign mark={mark} x={left + 10} y={line.at.y} />}
      <text x={left + (mark === null ? 4 : 20)} y={line.at.y + 4}>
        {line.label}
      </text>
    </g>
  )
}

/** Tick, cross, filled or empty ring: distinguishable without colour. */
function MarkSign({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  return (
    <g className={styles.sign} data-mark={mark} transform={`translate(${x} ${y})`}>
      <circle r={5.5} />
      {mark === 'proved' && <path d="M-2.6 0.2 -0.7 2.1 2.7 -2" />}
      {mark === 'failing' && <path d="M-2.2 -2.2 2.2 2.2M2.2 -2.2 -2.2 2.2" />}
      {mark === 'taken' && <circle r={2} data-dot />}
    </g>
  )
}

const ORDER: readonly Mark[] = ['proved', 'failing', 'never', 'taken', 'left']

function Legend({ rows }: { rows: readonly TransitionRow[] }) {
  const counts = ORDER.map((mark) => ({ mark, count: rows.filter((row) => row.mark === mark).length })).filter(
    ({ count }) => count > 0,
  )
  if (counts.length === 0) return null
  return (
    <ul className={styles.legend} aria-label="Transitions">
      {counts.map(({ mark, count }) => (
        <li key={mark}>
          <svg width={14} height={14} viewBox="-7 -7 14 14" aria-hidden>
            <MarkSign mark={mark} x={0} y={0} />
          </svg>
          {`${MARK_LABELS[mark]} ${count}`}
        </li>
      ))}
    </ul>
  )
}
