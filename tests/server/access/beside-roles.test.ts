import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PERMISSIONS, GROUP_ROLES, PERMISSIONS } from '../../../contract/access.ts'
import { CALLS, type AnyCall } from '../../../contract/call.ts'
import { getProject } from '../../../contract/projects/projects.ts'
import { ask, refusalOf, send } from '../support/app.ts'
import { TestAgent } from '../support/agent.ts'
import { aUser, aProject, type TestUser } from '../support/people.ts'
import { everyCall, isLetIn, BY_ID } from './every-call.ts'
import { HOLDERS } from './holders.ts'
import { ACCESS } from './table.ts'

let given: Awaited<ReturnType<typeof everyCall>>
beforeAll(async () => {
  given = await everyCall()
})
afterAll(() => given.close())

describe('beside roles', () => {
  const roleOf = async (user: TestUser, projectKey: string) =>
    (await ask(given.app, getProject, { token: user.token, params: { projectKey } })).role

  test('[PRODUCT-04] [ROLE-06] a read-only user is a guest, even with another stored role', async () => {
    expect(await roleOf(given.world.people['read-only'], 'SHOP')).toBe('GUEST')
    expect(await roleOf(given.world.people.ENGINEER, 'SHOP')).toBe('ENGINEER')
  })

  test('a public project is open to everybody, as a guest', async () => {
    await aProject(given.app, given.world.owner, 'OPEN', true)
    expect(await roleOf(given.world.people['non-member'], 'OPEN')).toBe('GUEST')
    const report = await send(given.app, '/api/reporting/v1/test-runs?projectKey=OPEN', {
      method: 'POST',
      body: { name: 'Nightly', framework: 'mocha', startedAt: '2026-01-01T00:00:00Z' },
      token: given.world.people['non-member'].token,
    })
    expect(report.status).toBe(403)
  })

  test('[MEMBERS-02] a holder of projects:update reads a private project and its members, and nothing else of it', async () => {
    const holder = await aUser(given.app, { permissions: ['projects:update'] })
    expect(await roleOf(holder, 'SHOP')).toBe('GUEST')
    const letIn: string[] = []
    for (const call of CALLS.filter(
      ({ access, method }) => typeof access === 'object' && 'project' in access && method === 'GET',
    )) {
      const received = await send(given.app, await given.addressOf(call), { token: holder.token })
      if (isLetIn(call.name, received)) letIn.push(call.name)
    }
    expect(letIn.sort()).toEqual(['getProject', 'listCandidates', 'listMembers'])
    const reader = await aUser(given.app, { permissions: ['projects:update'], readOnly: true })
    const refused = await refusalOf(given.app, getProject, { token: reader.token, params: { projectKey: 'SHOP' } })
    expect(refused.status).toBe(404)
  })

  test('every call answers a project that the caller may not see exactly as one that does not exist', async () => {
    const { token } = given.world.people['non-member']
    const answerOf = async (call: AnyCall, path: string) => {
      const body = call.method === 'GET' ? {} : { body: {} }
      const { status, body: answer } = await send(given.app, path, { method: call.method, token, ...body })
      return JSON.stringify([status, { ...(answer as object), requestId: '' }])
    }
    const inProjects = CALLS.filter(({ access }) => typeof access === 'object' && 'project' in access)
    for (const call of inProjects) {
      const address = await given.addressOf(call)
      const key = /\/projects\/(\w+)/.exec(address)?.[1] ?? String(given.world.projectId)
      const missingKey = BY_ID.has(call.name) ? '999999' : 'NONE'
      const missingAddress = BY_ID.has(call.name)
        ? address.replace(`projectId=${key}`, `projectId=${missingKey}`)
        : address.replace(`/projects/${key}`, `/projects/${missingKey}`)
      const hidden = (await answerOf(call, address)).replaceAll(key, '?')
      const missing = (await answerOf(call, missingAddress)).replaceAll(missingKey, '?')
      expect([call.name, hidden]).toEqual([call.name, missing])
      expect([call.name, hidden.slice(0, 4)]).toEqual([call.name, '[404'])
    }
  })

  test('content of a hidden project is answered as if it did not exist, without the key of the project', async () => {
    const stranger = given.world.people['non-member']
    const outside = await TestAgent.of(given.app, stranger, 'SHOP')
    const refusalFor = async (launchId: number) => {
      const { status, body } = await outside.request('PUT', `/test-runs/${launchId}/labels`, { items: [] })
      return [status, { ...(body as object), requestId: '' }]
    }
    expect(await refusalFor(given.launch.id)).toEqual(await refusalFor(1_000_000))
    expect(JSON.stringify(await refusalFor(given.launch.id))).not.toContain('SHOP')
  })

  test.each(GROUP_ROLES)(
    '[GRPS-15] every call treats a user whom a group makes %s in every project as a member with that role',
    async (role) => {
      const holder = await aUser(given.app, { permissions: [...DEFAULT_PERMISSIONS, role] })
      const inProjects = CALLS.filter(({ access }) => typeof access === 'object' && 'project' in access)
      const letIn: string[] = []
      for (const call of inProjects) {
        const body = call.method === 'GET' ? {} : { body: {} }
        const received = await send(given.app, await given.addressOf(call), {
          method: call.method,
          token: holder.token,
          ...body,
        })
        if (isLetIn(call.name, received)) letIn.push(call.name)
      }
      expect(letIn).toEqual(inProjects.map(({ name }) => name).filter((name) => ACCESS[name]?.includes(role)))
    },
  )

  test('[PRODUCT-05] [GRPS-09] [GRPS-10] [GRPS-11] [GRPS-12] each workspace permission allows its own calls and no others', async () => {
    const calls = CALLS.filter(({ access }) => typeof access === 'object' && 'workspace' in access)
    for (const permission of PERMISSIONS) {
      const holder = await aUser(given.app, { permissions: [permission] })
      const letIn: string[] = []
      for (const call of calls) {
        const body = call.method === 'GET' ? {} : { body: {} }
        const received = await send(given.app, await given.addressOf(call), {
          method: call.method,
          token: holder.token,
          ...body,
        })
        if (isLetIn(call.name, received)) letIn.push(call.name)
      }
      const requested = calls.map(({ name }) => name).filter((name) => HOLDERS[name]?.includes(permission))
      expect([permission, letIn]).toEqual([permission, requested])
    }
    expect(Object.keys(HOLDERS).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  test('calls reject a user without the workspace permission, but not the owner', async () => {
    const without = await aUser(given.app, { permissions: [] })
    const create = (token: string) => send(given.app, '/api/projects', { method: 'POST', body: {}, token })
    expect((await create(without.token)).status).toBe(403)
    expect((await create(given.world.owner.token)).status).toBe(400)
  })
})
