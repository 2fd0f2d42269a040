import type { BrowserContext } from '@playwright/test'

/**
 * Observes the calls of all tabs, and can invalidate every token they use: from then on the server gets an unknown token instead, and
 * rejects it.
 */
export const watchTokens = async (context: BrowserContext) => {
  const used = new Set<string>()
  const outdated = new Set<string>()
  let renewals = 0
  const answers: { call: string; status: number }[] = []
  const given: Promise<unknown>[] = []
  await context.route('**/api/**', async (route, request) => {
    const authorization = await request.headerValue('authorization')
    if (authorization === null) return route.fallback()
    used.add(authorization)
    if (!outdated.has(authorization)) return route.fallback()
    return route.fallback({ headers: { ...request.headers(), authorization: 'Bearer too-old' } })
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/session/refresh') {
      renewals += 1
      // The session's answer contains first answers, and a page that shows those has not used the token yet.
      const read = response.json() as Promise<{ authToken?: string }>
      given.push(read.then(({ authToken = '' }) => used.add(`Bearer ${authToken}`)).catch(() => undefined))
    } else if (pathname.startsWith('/api/') && !pathname.includes('/websockets'))
      answers.push({ call: `${response.request().method()} ${pathname}`, status: response.status() })
  })
  return {
    outdate: async () => {
      await Promise.all(given)
      for (const token of used) outdated.add(token)
      renewals = 0
      answers.length = 0
    },
    /** Since the tokens were invalidated. */
    renewals: () => renewals,
    refused: () => answers.filter(({ status }) => status === 401),
    answersTo: (call: string) => answers.filter((one) => one.call === call).map(({ status }) => status),
  }
}
