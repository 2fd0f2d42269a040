/**
 * Dragging cases and suites within and between the panes. A pane is one surface: what is taken hold of and what is under the pointer is
 * computed from where rows stand, so that no row has to listen and rows need not be drawn to be found.
 */
import { DndContext, MouseSensor, TouchSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core'
import type { CollisionDetection, DragStartEvent } from '@dnd-kit/core'
import { useSelector } from '@xstate/react'
import {
  createContext,
  use,
  useCallback,
  useState,
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
} from '../../../machines/drop-placement.ts'
import type { Structure } from '../../../machines/repository-layout.ts'
import { useLatest } from '../../app/latest.ts'
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

interface Point {
  x: number
  y: number
}

/** Where each surface's rows stand, by its element. */
const geometries = new WeakMap<Element, () => PaneGeometry>()

/** The surface under a point, as far as its pane shows it, and how far down in its rows the point is. */
const surfaceAt = ({ x, y }: Point): { geometry: PaneGeometry; height: number } | null => {
  for (const node of document.querySelectorAll('[data-surface]')) {
    const seen = node.parentElement?.getBoundingClientRect()
    const geometry = geometries.get(node)?.()
    if (!seen || !geometry || x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue
    return { geometry, height: y - node.getBoundingClientRect().top }
  }
  return null
}

/** The pane that the pointer is in: what scrolls by itself at its edges. */
const paneUnder: CollisionDetection = ({ droppableContainers, pointerCoordinates }) => {
  const under = pointerCoordinates && surfaceAt(pointerCoordinates)
  return under === null
    ? []
    : droppableContainers
        .filter(({ id }) => id === under.geometry.pane)
        .map((container) => ({ id: container.id, data: { droppableContainer: container, value: 0 } }))
}

export interface DraggingProps {
  drop: DropRef
  structure: Structure
  /** What hangs on the pointer. */
  words: (dragged: Dragged) => string
  children: ReactNode
}

export function Dragging({ drop, structure, words, children }: DraggingProps) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const current = useLatest(structure)
  // Where the pointer is now: what the library tells is a drawing behind.
  const [held] = useState(() => {
    let point: Point = { x: 0, y: 0 }
    const follow = (event: Event) => {
      point = pointOf(event)
    }
    const moves = ['mousemove', 'mouseup', 'touchmove', 'touchend'] as const
    return {
      point: () => point,
      begin: (event: Event) => {
        follow(event)
        for (const move of moves) window.addEventListener(move, follow, { capture: true, passive: true })
        // Where the pointer is let go may be a link that it was pressed on: that is no press on it.
        window.addEventListener('click', swallow, { capture: true })
      },
      end: () => {
        for (const move of moves) window.removeEventListener(move, follow, { capture: true })
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
      },
    }
  })
  const onDragStart = ({ activatorEvent }: DragStartEvent) => {
    held.begin(activatorEvent)
    const under = surfaceAt(held.point())
    const dragged = under?.geometry.draggedAt(under.height) ?? null
    if (dragged !== null) drop.send({ type: 'drag/started', dragged })
  }
  const aim = () => {
    const { dragged } = drop.getSnapshot().context
    if (dragged === null) return
    const under = surfaceAt(held.point())
    const found = under?.geometry.targetAt(under.height) ?? null
    const place = found && placeOf(dragged, found.target, current())
    drop.send({ type: 'drag/over', target: found?.target ?? null, place, closedSuite: found?.closedSuite ?? null })
  }
  return (
    <DropContext value={drop}>
      <DndContext
        sensors={sensors}
        collisionDetection={paneUnder}
        accessibility={ACCESSIBILITY}
        onDragStart={onDragStart}
        onDragMove={aim}
        onDragEnd={() => {
          aim()
          drop.send({ type: 'drag/dropped', ...held.point() })
          held.end()
        }}
        onDragCancel={() => {
          drop.send({ type: 'drag/cancelled' })
          held.end()
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

const pointOf = (event: Event): Point => {
  const at =
    event instanceof MouseEvent ? event : ((event as TouchEvent).touches[0] ?? (event as TouchEvent).changedTouches[0])
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
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
  const { setNodeRef: setDropRef } = useDroppable({ id: geometry.pane })
  const { setNodeRef: setDragRef, listeners } = useDraggable({
    id: `${geometry.pane}-rows`,
    disabled: !isEnabled,
  })
  const set = useCallback(
    (node: HTMLDivElement | null) => {
      if (node !== null) geometries.set(node, current)
      setDropRef(node)
      setDragRef(node)
      if (typeof ref === 'function') ref(node)
      else if (ref) ref.current = node
    },
    [setDropRef, setDragRef, ref, current],
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
