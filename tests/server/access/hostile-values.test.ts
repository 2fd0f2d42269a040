import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { CALLS } from '../../../contract/call.ts'
import { BADGE_PATH, BadgeQuery, createBadgeToken } from '../../../contract/launches/badge.ts'
import { createScimToken, SCIM_PATH } from '../../../contract/workspace/scim.ts'
import { ask, send } from '../support/app.ts'
import { aGroup } from '../support/people.ts'
import { everyCall } from './every-call.ts'

let given: Awaited<ReturnType<typeof everyCall>>
beforeAll(async () => {
  given = await everyCall()
})
afterAll(() => given.close())

/** Values beyond the database's column types: integers, dates, and text. */
const HOSTILE = [
  '2147483648',
  '99999999999999999999',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  'a\u0000b',
  '\ud800',
]

const fieldsOf = (schema: z.ZodMiniType): string[] => {
  const { shape } = schema as { shape?: object }
  return Object.keys(shape ?? {})
}

test.each(CALLS.map((call) => [call.name, call] as const))(
  '%s answers values that no database takes with less than 500',
  async (_, call) => {
    const address = new URL(await given.addressOf(call), given.app.url)
    const names = [...call.path.matchAll(/\/:(\w+)/g)].map(([, name]) => String(name))
    const places = call.path.split('/')
    const paths = names.flatMap((name) =>
      HOSTILE.map((value) => {
        const parts = address.pathname.split('/')
        parts[places.indexOf(`:${name}`)] = encodeURIComponent(value.toWellFormed())
        return `${parts.join('/')}${address.search}`
      }),
    )
    const queries = fieldsOf(call.query).flatMap((name) =>
      HOSTILE.map((value) => {
        const search = new URLSearchParams(address.search)
        search.set(name, value)
        return `${address.pathname}?${search.toString()}`
      }),
    )
    const failed: string[] = []
    const sendOne = async (path: string, body: object | undefined) => {
      const { status } = await send(given.app, path, {
        method: call.method,
        token: given.world.owner.token,
        ...(body === undefined ? {} : { body }),
      })
      if (status >= 500) failed.push(`${status} ${path} ${JSON.stringify(body)}`)
    }
    for (const path of [...paths, ...queries]) await sendOne(path, call.method === 'GET' ? undefined : {})
    expect(failed).toEqual([])
  },
)

test('the badge and the directory answer such values with less than 500', async () => {
  const { app, world } = given
  const { token } = world.owner
  const scim = await ask(app, createScimToken, { token, body: { name: 'Directory', groupId: await aGroup(app, []) } })
  const badge = await ask(app, createBadgeToken, { token, params: { projectKey: 'SHOP' } })
  for (const value of HOSTILE) {
    const text = encodeURIComponent(value.toWellFormed())
    for (const query of [
      `token=${text}`,
      ...fieldsOf(BadgeQuery).map((field) => `token=${badge.token ?? ''}&${field}=${text}`),
    ])
      expect((await send(app, `${BADGE_PATH.replace(':projectKey', 'SHOP')}?${query}`)).status).toBeLessThan(500)
    for (const kind of ['Users', 'Groups']) {
      const filter = `filter=${encodeURIComponent(`${kind === 'Users' ? 'userName' : 'displayName'} eq "`)}${text}%22`
      for (const query of [`/${text}`, `?${filter}`, `?startIndex=${text}`, `?count=${text}`])
        expect((await send(app, `${SCIM_PATH}/${kind}${query}`, { token: scim.value })).status).toBeLessThan(500)
      const body = {
        userName: value,
        displayName: value,
        externalId: value,
        emails: [{ value: `${value}@example.test` }],
      }
      const sent = { method: 'POST', token: scim.value, body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/scim+json' }
      expect((await send(app, `${SCIM_PATH}/${kind}`, { ...sent, headers })).status).toBeLessThan(500)
    }
  }
})
