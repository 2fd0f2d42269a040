import { expect, test } from 'vitest'
import { restrictedAnswer } from '../../../views/launches/trace/restricted-answer.ts'

const scope = 'https://assay.test/trace-viewer/'
const html = () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } })
const policyOf = (request: { mode: RequestMode; path: string }, answer = html()) =>
  restrictedAnswer({ mode: request.mode, url: scope + request.path }, answer, scope).headers.get(
    'content-security-policy',
  )

test('an attachment that is opened by its address has no origin and runs nothing', async () => {
  const answer = restrictedAnswer({ mode: 'navigate', url: `${scope}file/page.html` }, html(), scope)
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
  // Without a content type, the browser would otherwise recognize HTML by its first bytes.
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe('<script>alert(1)</script>')
})

test('a snapshot keeps the policy of the viewer, and reaches no servers', () => {
  const answer = new Response('', { headers: { 'content-security-policy': "script-src 'nonce-1'" } })
  expect(policyOf({ mode: 'navigate', path: 'snapshot/call@1' }, answer)).toMatch(
    /^script-src 'nonce-1', connect-src 'none';.*frame-src https:\/\/assay\.test\/trace-viewer\/snapshot\/ data:;/,
  )
})

test.each([
  { mode: 'cors', path: 'snapshot/call@1' },
  { mode: 'navigate', path: 'file/snapshot/page.html' },
  { mode: 'navigate', path: '../snapshot/call@1' },
] as const)('only a document below the address of snapshots has their policy: $mode $path', (request) =>
  expect(policyOf(request)).toContain('sandbox'),
)

test('answers of the network keep their policy', () => {
  const answer = Response.error()
  expect(restrictedAnswer({ mode: 'navigate', url: `${scope}index.html` }, answer, scope)).toBe(answer)
})
