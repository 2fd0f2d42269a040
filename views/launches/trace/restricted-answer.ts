/** Content that is opened by its address, such as an attachment: no origin, no scripts, no further requests. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * A snapshot of the tested page. The viewer's own policy permits only the script that restores the snapshot. Frames are snapshots, or
 * empty.
 */
const snapshotPolicy = (snapshots: string): string =>
  `connect-src 'none'; worker-src 'none'; frame-src ${snapshots} data:; form-action 'none'; frame-ancestors 'self'`

/**
 * Returns an answer of the trace viewer's service worker with policies for content of traces, which is as untrusted as the tested page:
 * none of it becomes a document that runs its scripts in the application's origin. Answers of the network have the server's policy.
 * `scope`: the URL below which the worker answers.
 */
export const restrictedAnswer = (
  { mode, url }: Pick<Request, 'mode' | 'url'>,
  answer: Response,
  scope: string,
): Response => {
  if (answer.type !== 'default') return answer
  const snapshots = `${scope}snapshot/`
  const isSnapshot = mode === 'navigate' && url.startsWith(snapshots)
  const headers = new Headers(answer.headers)
  headers.append('content-security-policy', isSnapshot ? snapshotPolicy(snapshots) : FILE_POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}
