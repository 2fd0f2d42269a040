import { expect, type Page, type Route } from '@playwright/test'
import type { AnyCall } from '../../../contract/call.ts'

/** Holds one call of the page at a time until the test releases it. */
export interface HeldCalls {
  /** From now on the next such call is held. */
  hold(call: AnyCall): void
  /** The page has sent the call, and waits. */
  expectHeld(): Promise<void>
  /** With the server's answer. */
  answer(): Promise<void>
  /** Cuts the connection. */
  fail(): Promise<void>
}

export const holdCalls = async (page: Page): Promise<HeldCalls> => {
  let requested: { method: string; address: RegExp } | null = null
  const held: { route: Route | null } = { route: null }
  await page.route('**/api/projects/**', (route) => {
    const request = route.request()
    const isWanted =
      requested !== null &&
      request.method() === requested.method &&
      requested.address.test(new URL(request.url()).pathname)
    if (!isWanted) return route.fallback()
    requested = null
    held.route = route
    return undefined
  })
  const expectHeld = () => expect.poll(() => held.route !== null, { intervals: [20] }).toBe(true)
  const take = async (): Promise<Route> => {
    await expectHeld()
    const { route } = held
    if (route === null) throw new Error('no call is held')
    held.route = null
    return route
  }
  return {
    hold: ({ method, path }) => {
      requested = { method, address: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`) }
      held.route = null
    },
    expectHeld,
    answer: async () => (await take()).fallback(),
    fail: async () => (await take()).abort('connectionfailed'),
  }
}
