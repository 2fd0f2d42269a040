import type { BrowserContext } from '@playwright/test'

/**
 * Watches the calls of all tabs, and can make every token they use too old: from then on the server is sent one it does not
 * know instead, and rejects it by itself.
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
      // With the token come first answers, and a page that shows those has not used it yet.
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
    /** Since the tokens were outdated. */
    renewals: () => renewals,
    refused: () => answers.filter(({ status }) => status === 401),
    answersTo: (call: string) => answers.filter((one) => one.call === call).map(({ status }) => status),
  }
}
