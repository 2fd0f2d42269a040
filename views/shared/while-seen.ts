import { EMPTY, fromEvent, map, startWith, switchMap, timer, type Observable } from 'rxjs'

/**
 * Emits every so often while the page can be seen, and at once when it can be seen again: for what changes without a message, such as a
 * worker that falls silent.
 */
export const whileSeen = (everyMs: number): Observable<unknown> =>
  fromEvent(document, 'visibilitychange').pipe(
    map(() => 0),
    startWith(everyMs),
    switchMap((firstMs) => (document.visibilityState === 'hidden' ? EMPTY : timer(firstMs, everyMs))),
  )
