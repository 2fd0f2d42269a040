/**
 * Drag and drop of cases and suites within and between panes. Each pane is one surface: the dragged row and the drop target are computed
 * from row positions, so that rows need no listeners and may be virtual.
 */
import { useSelector } from '@xstate/react'
import {
  createContext,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { Copy, MoveRight, Plus, X } from 'lucide-react'
import { createPortal, flushSync } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import {
  placeOf,
  type Dragged,
  type DropMode,
  type DropPlace,
  type dropPlacement,
  type DropTarget,
} from '../../../machines/cases/drop-placement.machine.ts'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { useLatest } from '../../shared/latest.ts'
import { optional } from '../../shared/optional.ts'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { PointMenu } from '../../ui/overlays/point-menu.tsx'
import { idle } from '../../application/when-idle.ts'
import { createHeldPress, pointerComes, pointOf, type Point } from './pointer.ts'
import { createSurfaces, type Surfaces } from './surfaces.ts'
import styles from './dragging.module.css'

export type DropRef = ActorRefFrom<typeof dropPlacement>

/** Pixels from the top of the pane's rows. */
export interface PaneGeometry {
  pane: 'tree' | 'list'
  targetAt: (y: number) => { target: DropTarget; closedSuite: number | null } | null
  draggedAt: (y: number) => Dragged | null
}

const DraggingContext = createContext<{ drop: DropRef; surfaces: Surfaces } | null>(null)

/** Loads on idle or when the pointer moves in. An earlier press is replayed. */
const DragSensors = optional(() =>
  Promise.race([pointerComes(), idle()])
    .then(() => import('./drag-sensors.tsx'))
    .then((m) => m.DragSensors),
)

/** Row positions by surface element. */
const geometries = new WeakMap<Element, () => PaneGeometry>()

/** Returns the visible surface at a point, and the offset into its rows. */
const surfaceAt = ({ x, y }: Point): { geometry: PaneGeometry; height: number } | null => {
  for (const node of document.querySelectorAll('[data-surface]')) {
    const seen = node.parentElement?.getBoundingClientRect()
    const geometry = geometries.get(node)?.()
    if (!seen || !geometry || x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue
    return { geometry, height: y - node.getBoundingClientRect().top }
  }
  return null
}

export interface DraggingProps {
  drop: DropRef
  structure: Structure
  /** Drag preview. */
  words: (dragged: Dragged) => string
  children: ReactNode
}

export function Dragging({ drop, structure, words, children }: DraggingProps) {
  const current = useLatest(structure)
  const [press] = useState(createHeldPress)
  useEffect(() => press.follow(), [press])
  const dragging = useMemo(() => ({ drop, surfaces: createSurfaces() }), [drop])
  const carrier = useMemo(
    () => ({
      start: (from: Point) => {
        const under = surfaceAt(from)
        const dragged = under?.geometry.draggedAt(under.height) ?? null
        if (dragged !== null) drop.send({ type: 'drag/started', dragged })
      },
      aim: (at: Point) => {
        const { dragged } = drop.getSnapshot().context
        if (dragged === null) return
        const under = surfaceAt(at)
        const found = under?.geometry.targetAt(under.height) ?? null
        const place = found && placeOf(dragged, found.target, current())
        drop.send({ type: 'drag/over', target: found?.target ?? null, place, closedSuite: found?.closedSuite ?? null })
      },
      choose: (mode: DropMode) => {
        if (drop.getSnapshot().context.mode !== mode) drop.send({ type: 'mode/chosen', mode })
      },
      drop: (at: Point) => drop.send({ type: 'drag/dropped', at }),
      cancel: () => drop.send({ type: 'drag/cancelled' }),
      paneAt: (at: Point) => surfaceAt(at)?.geometry.pane ?? null,
    }),
    [drop, current],
  )
  return (
    <DraggingContext value={dragging}>
      {children}
      <Overlay words={words} />
      <DropMenu words={words} />
      <Suspense>
        <DragSensors surfaces={dragging.surfaces} carrier={carrier} press={press} />
      </Suspense>
    </DraggingContext>
  )
}

/** Follows the pointer without rendering. */
function Overlay({ words }: { words: (dragged: Dragged) => string }) {
  const drop = use(DraggingContext)?.drop
  const dragged = useSelector(drop, (snapshot) =>
    snapshot?.matches({ drag: 'dragging' }) === true ? snapshot.context.dragged : null,
  )
  const mode = useSelector(drop, (snapshot) => snapshot?.context.mode ?? 'move')
  const isDragging = dragged !== null
  // A style sheet rule sets one cursor for everything under the pointer.
  useEffect(() => {
    if (!isDragging) return undefined
    document.documentElement.dataset['dragging'] = mode
    return () => void delete document.documentElement.dataset['dragging']
  }, [isDragging, mode])
  const follow = useCallback((node: HTMLElement | null) => {
    if (node === null) return undefined
    const put = (event: MouseEvent | TouchEvent) => {
      const { x, y } = pointOf(event)
      node.style.translate = `${x + 14}px ${y + 10}px`
    }
    window.addEventListener('mousemove', put)
    window.addEventListener('touchmove', put, { passive: true })
    return () => {
      window.removeEventListener('mousemove', put)
      window.removeEventListener('touchmove', put)
    }
  }, [])
  if (dragged === null) return null
  return createPortal(
    <div ref={follow} className={styles.lifted} aria-hidden>
      {mode === 'clone' && <Plus aria-hidden />}
      {mode === 'clone' ? `Copy ${words(dragged)}` : words(dragged)}
    </div>,
    document.body,
  )
}

/** Menu that asks what to do with dropped cases. */
function DropMenu({ words }: { words: (dragged: Dragged) => string }) {
  const drop = use(DraggingContext)?.drop
  const dropped = useSelector(drop, (snapshot) =>
    snapshot?.matches({ drag: 'choosing' }) === true ? snapshot.context : null,
  )
  if (drop === undefined || dropped === null) return null
  const { at, dragged, place } = dropped
  if (at === null || dragged === null || place === null) return null
  // While the menu is open, everything else is inert and cannot be focused.
  const close = () => flushSync(() => drop.send({ type: 'drag/cancelled' }))
  const choose = (mode: DropMode) => drop.send({ type: 'drop/wanted', wanted: { dragged, place, mode } })
  return (
    <PointMenu label={words(dragged)} at={at} onClose={close}>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => choose('clone')}>
        Clone here
      </MenuItem>
      <MenuItem icon={<MoveRight aria-hidden />} onSelect={() => choose('move')}>
        Move here
      </MenuItem>
      <MenuItem icon={<X aria-hidden />}>Cancel</MenuItem>
    </PointMenu>
  )
}

/** Returns the action of a drop at the pointer; null while nothing is dragged over a target. */
export const useDropMark = (): { target: DropTarget; place: DropPlace | null } | null => {
  const drop = use(DraggingContext)?.drop
  const target = useSelector(drop, (snapshot) =>
    snapshot?.matches({ drag: 'dragging' }) === true || snapshot?.matches({ drag: 'choosing' }) === true
      ? snapshot.context.target
      : null,
  )
  const place = useSelector(drop, (snapshot) => snapshot?.context.place ?? null)
  return target && { target, place }
}

export type PaneSurfaceProps = ComponentProps<'div'> & { geometry: PaneGeometry; isEnabled: boolean }

/** Container of a pane's rows. */
export function PaneSurface({ geometry, isEnabled, ref, children, ...rest }: PaneSurfaceProps) {
  const current = useLatest(geometry)
  const surfaces = use(DraggingContext)?.surfaces
  const { pane } = geometry
  const set = useCallback(
    (node: HTMLDivElement | null) => {
      if (node !== null) geometries.set(node, current)
      surfaces?.put(pane, node === null ? null : { node, isEnabled })
      if (typeof ref === 'function') ref(node)
      else if (ref) ref.current = node
    },
    [surfaces, pane, isEnabled, ref, current],
  )
  return (
    <div {...rest} ref={set} data-surface>
      {children}
    </div>
  )
}
