/** The element that holds a pane's rows, and whether they may be taken hold of. */
export interface Surface {
  node: HTMLElement
  isEnabled: boolean
}
export type Pane = 'tree' | 'list'
export type SurfaceByPane = Partial<Record<Pane, Surface>>

/** The surfaces that are drawn, for whoever follows them. */
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
