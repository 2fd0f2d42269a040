/**
 * Window size in px. `firstHeight`: the height below the middle that renders first; the rest renders in a task of its own. On the server,
 * where the window is unknown, a common size.
 */
export const viewport = (): { width: number; height: number; firstHeight: number } =>
  typeof innerWidth === 'undefined'
    ? { width: 1440, height: 900, firstHeight: 480 }
    : { width: innerWidth, height: innerHeight, firstHeight: innerHeight / 5 }
