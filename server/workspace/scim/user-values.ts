import { Email, FirstName, LastName } from '../../../contract/session/session.ts'
import { badRequest } from './problem.ts'
import type { Operation } from './patch.ts'

/** Supported attributes of a user; all others are ignored. */
export interface UserValues {
  userName: string
  externalId: string | null
  firstName: string
  lastName: string
  email: string
  active: boolean
}

const text = (value: unknown, max = 255): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > max)
    throw badRequest('invalidValue', 'A value is no text, or too long')
  return value.trim()
}

/** Entra sends booleans as text. */
const flag = (value: unknown): boolean => {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw badRequest('invalidValue', 'active is true or false')
  return word === 'true'
}

/** Returns the primary address, or the first one. */
const addressIn = (emails: unknown): string => {
  const list = (Array.isArray(emails) ? emails : [emails]).filter(
    (one): one is { value?: unknown; primary?: unknown } => typeof one === 'object' && one !== null,
  )
  const chosen = list.find(({ primary }) => primary === true) ?? list[0]
  return text(chosen?.value)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a whole user, for a create or for a replace of `before`. Throws 400. */
export const readUserBody = (body: unknown, before?: UserValues): UserValues => {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is no user')
  const name = isObject(body['name']) ? body['name'] : {}
  const userName = text(body['userName'])
  return checked({
    userName,
    externalId: text(body['externalId']) || null,
    firstName: text(name['givenName']),
    lastName: text(name['familyName']),
    email: addressIn(body['emails'] ?? []) || (userName.includes('@') ? userName : (before?.email ?? '')),
    active: body['active'] === undefined ? (before?.active ?? true) : flag(body['active']),
  })
}

/** Applies the operations to a user's values. Throws 400. */
export const patchUser = (before: UserValues, operations: readonly Operation[]): UserValues => {
  const after = { ...before }
  for (const { op, path, value: sent } of operations) {
    const value = op === 'remove' ? undefined : sent
    if (path === 'username') after.userName = text(value)
    else if (path === 'externalid') after.externalId = text(value) || null
    else if (path === 'name.givenname') after.firstName = text(value)
    else if (path === 'name.familyname') after.lastName = text(value)
    else if (path === 'name') {
      const name = isObject(value) ? value : {}
      if (value === undefined || 'givenName' in name) after.firstName = text(name['givenName'])
      if (value === undefined || 'familyName' in name) after.lastName = text(name['familyName'])
    } else if (path === 'active') after.active = flag(value)
    else if (path === 'emails') after.email = addressIn(value)
    else if (path.startsWith('emails[') && path.endsWith('].value')) after.email = text(value)
  }
  return checked(after)
}

const checked = (values: UserValues): UserValues => {
  if (values.userName === '') throw badRequest('invalidValue', 'userName is required')
  const email = Email.safeParse(values.email)
  if (!email.success) throw badRequest('invalidValue', 'A user needs a valid e-mail address')
  const [first, last] = [FirstName.safeParse(values.firstName), LastName.safeParse(values.lastName)]
  if (!first.success || !last.success)
    throw badRequest('invalidValue', [first, last].flatMap(({ error }) => error?.issues[0]?.message ?? []).join('. '))
  return { ...values, email: email.data, firstName: first.data, lastName: last.data }
}
