/** Container element of a pane's rows, and whether they are draggable. */
export interface Surface {
  node: HTMLElement
  isEnabled: boolean
}
export type Pane = 'tree' | 'list'
export type SurfaceByPane = Partial<Record<Pane, Surface>>

/** Observable list of mounted surfaces. */
export const createSurfaces = () => {
  let drawn: SurfaceByPane = {}
  const followers = new Set<() => void>()
  return {
    get: (): SurfaceByPane => drawn,
    put: (pane: Pane, surface: Surface | null) => {
      const { [pane]: _, ...others } = drawn
      drawn = surface === null ? others : { ...others, [pane]: surface }
      for (const changed of followers) changed()
    },
    follow: (changed: () => void) => {
      followers.add(changed)
      return () => void followers.delete(changed)
    },
  }
}
export type Surfaces = ReturnType<typeof createSurfaces>
