/**
 * Size of the window in px; `firstHeight`: how much of it below the middle is drawn first, less than is seen, and the rest in a task of
 * its own. Where a page is drawn for a window that nobody knows yet, the size of most windows.
 */
export const viewport = (): { width: number; height: number; firstHeight: number } =>
  typeof innerWidth === 'undefined'
    ? { width: 1440, height: 900, firstHeight: 480 }
    : { width: innerWidth, height: innerHeight, firstHeight: innerHeight / 5 }
