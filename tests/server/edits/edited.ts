import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/call.ts'
import { send, type TestApp } from '../support/app.ts'
import type { TestUser } from '../support/people.ts'

const callNamed = (name: string): AnyCall => {
  const call = CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

export type Params = Record<string, string | number>
export type Body = Record<string, unknown>

/** Something that users edit. */
export interface Edited {
  params: Params
  /** For each field: the stored value, and two others. A call that changes one field has one. */
  fields: Record<string, readonly [seen: unknown, first: unknown, second: unknown]>
  /** The fields in an answer; by default under their own names. */
  read?: (answer: Body) => Body
  /** `expected` in place of the value, as with secrets. */
  expect?: Body
  /** Both authors are one user in two windows. */
  isOwn?: boolean
}

export interface Given {
  app: TestApp
  author: TestUser
  other: TestUser
  projectKey: string
}

export const asking = (app: TestApp, { token }: TestUser, name: string, params: Params, body?: unknown) => {
  const { method, path } = callNamed(name)
  return send(app, pathOf(path, params), { method, token, ...(body === undefined ? {} : { body }) })
}

/** Creates an object by a call. Throws when it is rejected. */
export const made = async ({ app, author, projectKey }: Given, name: string, body: unknown, params: Params = {}) => {
  const { status, body: answer } = await asking(app, author, name, { projectKey, ...params }, body)
  if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
  return answer as Body & { id: number; data: Body & { id: string } }
}

export const dataOf = (answer: Body) => answer['data'] as Body

export const named = { name: ['One', 'Two', 'Three'] } as const

/** Calls that change fields of an object, each with a change of its own. */
export type Updates = Record<string, (given: Given) => Promise<Edited>>
