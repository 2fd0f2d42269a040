/** Where something that floats goes: beside its anchor, turned over when there is no room, and never out of the window. */
export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'
export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const margin = 8 // px kept to the edge of the window

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

const room = (side: Side, anchor: Box, view: Size): number =>
  ({
    top: anchor.top,
    bottom: view.height - anchor.top - anchor.height,
    left: anchor.left,
    right: view.width - anchor.left - anchor.width,
  })[side]

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

const along = (align: Align, start: number, length: number, own: number) =>
  align === 'start' ? start : align === 'end' ? start + length - own : start + (length - own) / 2

/** All in CSS pixels of the window. `maxHeight` is what is left for a long list before it must scroll. */
export function place(
  anchor: Box,
  own: Size,
  view: Size,
  { side = 'bottom', align = 'start', gap = 4 }: { side?: Side; align?: Align; gap?: number } = {},
): { left: number; top: number; maxHeight: number; side: Side } {
  const isUpright = side === 'top' || side === 'bottom'
  const needed = (isUpright ? own.height : own.width) + gap + margin
  const turned = room(side, anchor, view) < needed && room(opposite[side], anchor, view) > room(side, anchor, view)
  const to = turned ? opposite[side] : side
  const maxHeight = isUpright ? Math.max(80, room(to, anchor, view) - gap - margin) : view.height - 2 * margin
  const height = Math.min(own.height, maxHeight)
  const left =
    to === 'left'
      ? anchor.left - gap - own.width
      : to === 'right'
        ? anchor.left + anchor.width + gap
        : along(align, anchor.left, anchor.width, own.width)
  const top =
    to === 'top'
      ? anchor.top - gap - height
      : to === 'bottom'
        ? anchor.top + anchor.height + gap
        : along(align, anchor.top, anchor.height, height)
  return {
    left: Math.round(clamp(left, margin, Math.max(margin, view.width - own.width - margin))),
    top: Math.round(clamp(top, margin, Math.max(margin, view.height - height - margin))),
    maxHeight,
    side: to,
  }
}
