/** Traces of Playwright: archives that the bundled viewer opens. */

/** Path of the viewer's files, and the scope of its service worker. */
export const TRACE_VIEWER = '/trace-viewer/'

/** File names of traces, as `trace.zip` or `checkout-trace-1.zip`, but not `stacktrace.zip`. */
const TRACE_NAME = /(?:^|[^a-z0-9])trace(?:[^a-z].*)?\.zip$/i

/** Returns whether a reported file is a trace. */
export const isTrace = ({ kind, name }: { kind: string; name: string }): boolean =>
  kind === 'file' && TRACE_NAME.test(name)

/** Returns the address of the viewer with a trace; `url` is the path of a stored file. */
export const traceViewerHref = (url: string): string => `${TRACE_VIEWER}index.html?trace=${encodeURIComponent(url)}`
