/**
 * Size of the window in px, and how much of it below the middle is drawn first: less than is seen, and the rest in a task of its own.
 * Where a page is drawn for a window that nobody knows yet, as much as most windows show.
 */
export const viewport = (): { width: number; firstHeight: number } =>
  typeof innerWidth === 'undefined'
    ? { width: 1440, firstHeight: 480 }
    : { width: innerWidth, firstHeight: innerHeight / 5 }
