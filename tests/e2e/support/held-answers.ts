import { expect, type Page, type Route } from '@playwright/test'

/** The server's answers to one call, held until the test lets them go. */
export interface HeldAnswers {
  /** Waits for a matching call and holds it; earlier ones are released. */
  expectAsked(fits: (question: URLSearchParams) => boolean): Promise<void>
  /** With the server's answer. */
  answer(): Promise<void>
  /** With an empty answer. */
  answerEmpty(): Promise<void>
  /** Cuts the connection. The first call of a visit was sent ahead of the page, which repeats it: that is cut, too. */
  fail(): Promise<void>
}

export const holdAnswers = async (page: Page, pattern: string): Promise<HeldAnswers> => {
  const held: Route[] = []
  let current: Route | null = null
  let requested = 0
  await page.route(pattern, (route) => void held.push(route))
  const take = (): Route => {
    if (current === null) throw new Error('nothing was asked')
    const taken = current
    current = null
    return taken
  }
  return {
    expectAsked: async (fits) => {
      await expect
        .poll(() => held.some((route) => fits(new URL(route.request().url()).searchParams)), { intervals: [20] })
        .toBe(true)
      current = held.findLast((route) => fits(new URL(route.request().url()).searchParams)) ?? null
      held.length = 0
      requested += 1
    },
    answer: () => take().continue(),
    answerEmpty: async () => {
      const route = take()
      const response = await route.fetch()
      const answer = (await response.json()) as { _meta: object }
      await route.fulfill({ response, json: { ...answer, items: [], _meta: { ...answer._meta, total: 0 } } })
    },
    fail: async () => {
      await take().abort('connectionfailed')
      if (requested > 1) return
      await expect.poll(() => held.length, { intervals: [20] }).toBeGreaterThan(0)
      await held.pop()?.abort('connectionfailed')
    },
  }
}
