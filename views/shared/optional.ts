import { lazy, type ComponentType } from 'react'

/** A part that a page can do without: where its code cannot be had, as offline, nothing is drawn, and the page stays. */
export const optional = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
