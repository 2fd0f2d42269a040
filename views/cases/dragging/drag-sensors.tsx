/**
 * dnd-kit sensors for rows (mouse movement, long press) and auto-scrolling of panes. Mounted beside the panes and attached to their
 * elements, so that it can load after them.
 */
import { DndContext, MouseSensor, TouchSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core'
import type { CollisionDetection } from '@dnd-kit/core'
import { useEffect, useState, useSyncExternalStore, type SyntheticEvent } from 'react'
import type { DropMode } from '../../../machines/cases/drop-placement.machine.ts'
import { pointOf, type HeldPress, type Point } from './pointer.ts'
import type { Pane, Surface, Surfaces } from './surfaces.ts'

export interface DragSensorsProps {
  surfaces: Surfaces
  press: HeldPress
  carrier: {
    start: (from: Point) => void
    aim: (at: Point) => void
    choose: (mode: DropMode) => void
    drop: (at: Point) => void
    cancel: () => void
    paneAt: (at: Point) => Pane | null
  }
}

// Stable objects: new ones would re-render the surfaces.
const MOUSE = { activationConstraint: { distance: 5 } }
/** Press and hold: an immediate move scrolls the page. */
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }
const nothing = () => undefined
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
const ACCESSIBILITY = {
  announcements: SILENT,
  screenReaderInstructions: { draggable: 'To move it with the keyboard, cut it and paste it, or choose Move to.' },
}

export function DragSensors({ surfaces, carrier, press }: DragSensorsProps) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const drawn = useSyncExternalStore(surfaces.follow, surfaces.get)
  const [held] = useState(() => followedPointer(carrier.choose))
  /** The pane under the pointer, which auto-scrolls at its edges. */
  const paneUnder: CollisionDetection = ({ droppableContainers, pointerCoordinates }) => {
    const pane = pointerCoordinates && carrier.paneAt(pointerCoordinates)
    return droppableContainers
      .filter(({ id }) => id === pane)
      .map((container) => ({ id: container.id, data: { droppableContainer: container, value: 0 } }))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={paneUnder}
      accessibility={ACCESSIBILITY}
      onDragStart={({ activatorEvent }) => {
        held.begin(activatorEvent as MouseEvent | TouchEvent)
        carrier.start(held.point())
        carrier.choose(held.mode())
      }}
      onDragMove={() => carrier.aim(held.point())}
      onDragEnd={() => {
        carrier.aim(held.point())
        carrier.drop(held.point())
        held.end()
      }}
      onDragCancel={() => {
        carrier.cancel()
        held.end()
      }}
    >
      {(['tree', 'list'] as const).map((pane) => {
        const surface = drawn[pane]
        return surface && <SurfaceSensor key={pane} pane={pane} press={press} {...surface} />
      })}
    </DndContext>
  )
}

/** Current pointer position and copy modifier: the library's are one render behind. */
const followedPointer = (choose: (mode: DropMode) => void) => {
  let point: Point = { x: 0, y: 0 }
  let mode: DropMode = 'move'
  const press = ({ ctrlKey, altKey }: MouseEvent | TouchEvent | KeyboardEvent) => {
    mode = ctrlKey || altKey ? 'clone' : 'move'
  }
  const follow = (event: MouseEvent | TouchEvent) => {
    point = pointOf(event)
    press(event)
    choose(mode)
  }
  const key = (event: KeyboardEvent) => {
    press(event)
    // Alt alone would focus the browser's menu.
    if (event.key === 'Alt') event.preventDefault()
    choose(mode)
  }
  const moves = ['mousemove', 'mouseup', 'touchmove', 'touchend'] as const
  return {
    point: () => point,
    mode: () => mode,
    begin: (event: MouseEvent | TouchEvent) => {
      follow(event)
      for (const move of moves) window.addEventListener(move, follow, { capture: true, passive: true })
      for (const change of ['keydown', 'keyup'] as const) window.addEventListener(change, key, { capture: true })
      // Prevents the click on a link when the pointer is released where it was pressed.
      window.addEventListener('click', swallow, { capture: true })
    },
    end: () => {
      for (const move of moves) window.removeEventListener(move, follow, { capture: true })
      for (const change of ['keydown', 'keyup'] as const) window.removeEventListener(change, key, { capture: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    },
  }
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

/** Renders nothing; sets `data-sensed` on the surface once presses are handled. */
function SurfaceSensor({ pane, node, isEnabled, press }: Surface & { pane: Pane; press: HeldPress }) {
  const { setNodeRef: setDropRef } = useDroppable({ id: pane })
  const { setNodeRef: setDragRef, listeners } = useDraggable({ id: `${pane}-rows`, disabled: !isEnabled })
  useEffect(() => {
    setDropRef(node)
    setDragRef(node)
    node.setAttribute('data-sensed', '')
    return () => {
      node.removeAttribute('data-sensed')
      setDropRef(null)
      setDragRef(null)
    }
  }, [node, setDropRef, setDragRef])
  useEffect(() => {
    if (listeners === undefined) return undefined
    const documentListeners = new AbortController()
    const take = (event: MouseEvent | TouchEvent, name: 'onMouseDown' | 'onTouchStart') => {
      if (event.target instanceof Element && event.target.closest('button, input, textarea, label') !== null) return
      // The library only uses the native event.
      const react = { nativeEvent: event } as Partial<SyntheticEvent> as SyntheticEvent
      ;(listeners[name] as ((event: SyntheticEvent) => void) | undefined)?.(react)
    }
    const options = { passive: true, signal: documentListeners.signal }
    node.addEventListener('mousedown', (event) => take(event, 'onMouseDown'), options)
    node.addEventListener('touchstart', (event) => take(event, 'onTouchStart'), options)
    // Replays a press that happened before this code loaded.
    const early = press.takeWithin(node)
    if (early !== null) take(early, 'touches' in early ? 'onTouchStart' : 'onMouseDown')
    return () => documentListeners.abort()
  }, [node, listeners, press])
  return null
}
