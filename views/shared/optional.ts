import { lazy, type ComponentType } from 'react'

/** An optional component: renders nothing when its code cannot be loaded, as offline. */
export const optional = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
