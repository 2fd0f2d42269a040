import { request } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { signIn, type OpenSession } from '../../../contract/session/session.ts'
import { PROJECT_KEY } from './founding.ts'
import { MEMBERS_PASSWORD } from './people.ts'

/** Calls of a member from another device: the user signed in on a page stays signed in there. */
export const callsAs = async ({ url }: { url: string }, username: string, password = MEMBERS_PASSWORD) => {
  const device = await request.newContext({ baseURL: url })
  const door = await device.post(signIn.path, { data: { login: username, password } })
  const { authToken: token } = (await door.json()) as OpenSession
  return async <Answer>(call: AnyCall, params: object = {}, data?: object): Promise<Answer> => {
    const answer = await device.fetch(pathOf(call.path, { projectKey: PROJECT_KEY, ...params }), {
      method: call.method,
      headers: { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
