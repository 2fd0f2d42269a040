/**
 * Dragging cases and suites within and between the panes. A pane is one surface: what is taken hold of and what is under the pointer is
 * computed from where rows stand, so that no row has to listen and rows need not be drawn to be found.
 */
import { DndContext, MouseSensor, TouchSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core'
import type { CollisionDetection, DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useSelector } from '@xstate/react'
import {
  createContext,
  use,
  useCallback,
  useRef,
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import {
  placeOf,
  type Dragged,
  type DropPlace,
  type dropPlacement,
  type DropTarget,
} from '../../machines/drop-placement.ts'
import type { Structure } from '../../machines/repository-layout.ts'
import { useLatest } from '../app/latest.ts'
import styles from './dragging.module.css'

export type DropRef = ActorRefFrom<typeof dropPlacement>

/** Heights are pixels from the top of the pane's rows. */
export interface PaneGeometry {
  pane: 'tree' | 'list'
  targetAt: (y: number) => { target: DropTarget; closedSuite: number | null } | null
  draggedAt: (y: number) => Dragged | null
}

const DropContext = createContext<DropRef | null>(null)

// The same objects for good: with others the surfaces would be drawn anew.
const MOUSE = { activationConstraint: { distance: 5 } }
/** Press and hold: a finger that moves at once scrolls the page. */
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }
const nothing = () => undefined
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
const ACCESSIBILITY = {
  announcements: SILENT,
  screenReaderInstructions: { draggable: 'To move it with the keyboard, cut it and paste it, or choose Move to.' },
}

interface Aim {
  x: number
  y: number
  top: number
}

/** The pane that the pointer is in, with where it is in its rows. */
const paneUnder: CollisionDetection = ({ droppableContainers, pointerCoordinates }) => {
  if (pointerCoordinates === null) return []
  const { x, y } = pointerCoordinates
  return droppableContainers.flatMap((container) => {
    const node = container.node.current
    const seen = node?.parentElement?.getBoundingClientRect()
    if (!node || !seen || x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) return []
    const aim: Aim = { x, y, top: node.getBoundingClientRect().top }
    return [{ id: container.id, data: { droppableContainer: container, value: 0, aim } }]
  })
}

const geometryOf = (data: unknown): PaneGeometry | undefined =>
  (data as { geometry?: () => PaneGeometry } | undefined)?.geometry?.()

export interface DraggingProps {
  drop: DropRef
  structure: Structure
  /** What hangs on the pointer. */
  words: (dragged: Dragged) => string
  children: ReactNode
}

export function Dragging({ drop, structure, words, children }: DraggingProps) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const last = useRef<Aim>({ x: 0, y: 0, top: 0 })
  const onDragStart = ({ active, activatorEvent }: DragStartEvent) => {
    const { clientX: x, clientY: y } = pointOf(activatorEvent)
    const node = activatorEvent.target instanceof Element ? activatorEvent.target.closest('[data-surface]') : null
    last.current = { x, y, top: 0 }
    const dragged = geometryOf(active.data.current)?.draggedAt(y - (node?.getBoundingClientRect().top ?? 0))
    if (dragged !== null && dragged !== undefined) drop.send({ type: 'drag/started', dragged })
    // Where the pointer is let go may be a link that it was pressed on: that is no press on it.
    window.addEventListener('click', swallow, { capture: true })
  }
  const onDragMove = ({ collisions }: DragMoveEvent) => {
    const found = collisions?.[0]
    const { dragged } = drop.getSnapshot().context
    if (dragged === null) return
    const { aim, droppableContainer } = (found?.data ?? {}) as {
      aim?: Aim
      droppableContainer?: { data: { current?: unknown } }
    }
    if (aim !== undefined) last.current = aim
    const under = aim && geometryOf(droppableContainer?.data.current)?.targetAt(aim.y - aim.top)
    const target = under?.target ?? null
    const place = target && placeOf(dragged, target, structure)
    drop.send({ type: 'drag/over', target, place, closedSuite: under?.closedSuite ?? null })
  }
  const over = () => setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
  return (
    <DropContext value={drop}>
      <DndContext
        sensors={sensors}
        collisionDetection={paneUnder}
        accessibility={ACCESSIBILITY}
        onDragStart={onDragStart}
        onDragMove={onDragMove}
        onDragEnd={() => {
          over()
          drop.send({ type: 'drag/dropped', x: last.current.x, y: last.current.y })
        }}
        onDragCancel={() => {
          over()
          drop.send({ type: 'drag/cancelled' })
        }}
      >
        {children}
        <Overlay words={words} />
      </DndContext>
    </DropContext>
  )
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

const pointOf = (event: Event): { clientX: number; clientY: number } => {
  if (event instanceof MouseEvent) return event
  const touch = (event as TouchEvent).touches[0]
  return { clientX: touch?.clientX ?? 0, clientY: touch?.clientY ?? 0 }
}

/** Follows the pointer by itself: nothing is drawn anew for it. */
function Overlay({ words }: { words: (dragged: Dragged) => string }) {
  const drop = use(DropContext)
  const dragged = useSelector(drop ?? undefined, (snapshot) =>
    snapshot?.matches('dragging') === true ? snapshot.context.dragged : null,
  )
  const follow = useCallback((node: HTMLElement | null) => {
    if (node === null) return undefined
    const put = (event: Event) => {
      const { clientX, clientY } = pointOf(event)
      node.style.translate = `${clientX + 14}px ${clientY + 10}px`
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
      {words(dragged)}
    </div>,
    document.body,
  )
}

/** What a pointer over the panes would do; null while nothing is dragged over anything. */
export const useDropMark = (): { target: DropTarget; place: DropPlace | null } | null => {
  const drop = use(DropContext)
  const target = useSelector(drop ?? undefined, (snapshot) =>
    snapshot?.matches('dragging') === true || snapshot?.matches('asking') === true ? snapshot.context.target : null,
  )
  const place = useSelector(drop ?? undefined, (snapshot) => snapshot?.context.place ?? null)
  return target && { target, place }
}

export type PaneSurfaceProps = ComponentProps<'div'> & { geometry: PaneGeometry; isEnabled: boolean }

/** The rows of a pane. A drag draws nothing but this element anew: what is in it comes from outside. */
export function PaneSurface({ geometry, isEnabled, ref, children, ...rest }: PaneSurfaceProps) {
  const current = useLatest(geometry)
  const data = { geometry: current }
  const { setNodeRef: setDropRef } = useDroppable({ id: geometry.pane, data })
  const { setNodeRef: setDragRef, listeners } = useDraggable({
    id: `${geometry.pane}-rows`,
    data,
    disabled: !isEnabled,
  })
  const set = useCallback(
    (node: HTMLDivElement | null) => {
      setDropRef(node)
      setDragRef(node)
      if (typeof ref === 'function') ref(node)
      else if (ref) ref.current = node
    },
    [setDropRef, setDragRef, ref],
  )
  const unlessOnControl = (name: 'onMouseDown' | 'onTouchStart') => (event: SyntheticEvent) => {
    if (event.target instanceof Element && event.target.closest('button, input, textarea, label') !== null) return
    ;(listeners?.[name] as ((event: SyntheticEvent) => void) | undefined)?.(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role comes with the rest; keys have ways of their own
    <div
      {...rest}
      ref={set}
      data-surface
      onMouseDown={unlessOnControl('onMouseDown')}
      onTouchStart={unlessOnControl('onTouchStart')}
    >
      {children}
    </div>
  )
}
