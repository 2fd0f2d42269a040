import { z } from 'zod/mini'
import type { Feature, Permission, ProjectAction, Role } from './access.ts'
import type { PublicResourceType } from './public/resources.ts'

/**
 * Who may make a call. The server's `authorise` enforces it, the OpenAPI document states it, and the matrix test of routes and roles covers
 * it.
 * - `anyone`: no session needed. `signed-in`: any user. `writer`: any user who is not read-only.
 * - `{ project }`: a member whose role allows the action. The project is named by `:projectKey`, or by `projectId` in the query if the
 *   path has none. With `orHolding`, also any user with that permission.
 * - `{ workspace }`: a user with the permission, or with one of those in `or`; with `orRole`, also a user with one of these roles in
 *   any project, or in every project through their groups.
 * - `{ public }`: a visitor who entered the passcode of a public link to a resource of this type. Signed-in users are rejected.
 */
export type Access =
  | 'anyone'
  | 'signed-in'
  | 'writer'
  | { project: ProjectAction; orHolding?: Permission }
  | {
      workspace: Permission
      or?: readonly Permission[]
      orRole?: { roles: readonly Role[]; in: 'any-project' | 'every-project' }
    }
  | { public: PublicResourceType }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Contract of one call of the HTTP API, shared by client and server and independent of both implementations. */
export interface Call<Params, Query, Body, Answer, QueryInput = unknown> {
  /** Unique in the whole API, e.g. `listLaunches`. */
  name: string
  summary: string
  method: Method
  /** Path with `:name` parameters, e.g. `/api/projects/:projectKey/launches`. */
  path: string
  access: Access
  /** The answer contains a value that is shown only once. It is not stored for retries with the same idempotency key. */
  secretAnswer?: boolean
  /** Allowed for a session that still has to set up or verify a second factor (`SessionRestriction`). */
  whileRestricted?: boolean
  /** Tools that report results send it, so that a token of the scope `report` may. */
  reports?: boolean
  /** Edition feature that must be on. */
  feature?: Feature
  /** Edition features of which at least one must be on. */
  anyFeature?: readonly Feature[]
  /** Edition features that must all be on. */
  allFeatures?: readonly Feature[]
  /** Maximum size of the request body in bytes. */
  bodyBytes: number
  params: z.ZodMiniType<Params>
  query: z.ZodMiniType<Query, QueryInput>
  body: z.ZodMiniType<Body>
  answer: z.ZodMiniType<Answer>
}

// oxlint-disable-next-line typescript/no-explicit-any -- the only type for a call of any shape
export type AnyCall = Call<any, any, any, any>

/** Type of an omitted part of a call. */
export type Nothing = Record<never, never>

/**
 * Schema of an omitted part, whose type parameter defaults to `Nothing`. TypeScript cannot see that the two go together, hence the cast.
 */
const nothing = <Part, Input = unknown>() => z.object({}) as unknown as z.ZodMiniType<Part, Input>

/** Maximum body sizes of calls, in bytes. A call that accepts more than `signedIn` sets `bodyBytes`. */
export const BODY_BYTES = {
  /** Calls without a session, whose sender is unknown. */
  open: 16 * 1024,
  signedIn: 1024 * 1024,
  /** One image in base64. */
  picture: 2 * 1024 * 1024,
  /** Hundreds of texts, steps or entries. */
  long: 16 * 1024 * 1024,
} as const

type Definition<P, Q, B, A, I> = Pick<Call<P, Q, B, A>, 'name' | 'summary' | 'method' | 'path' | 'access'> & {
  secretAnswer?: boolean
  whileRestricted?: boolean
  reports?: boolean
  feature?: Feature
  anyFeature?: readonly Feature[]
  allFeatures?: readonly Feature[]
  bodyBytes?: number
  params?: z.ZodMiniType<P>
  query?: z.ZodMiniType<Q, I>
  body?: z.ZodMiniType<B>
  answer?: z.ZodMiniType<A>
}

const defined: AnyCall[] = []
/** The calls of all loaded modules; on the server, which serves them all, every call of the contract. */
export const CALLS: readonly AnyCall[] = defined

/** Defines a call. Omitted parts default to an empty object, and an omitted `bodyBytes` to the limit for the call's access. */
export const defineCall = <P = Nothing, Q = Nothing, B = Nothing, A = Nothing, I = Nothing>(
  definition: Definition<P, Q, B, A, I>,
): Call<P, Q, B, A, I> => {
  const call = {
    ...definition,
    bodyBytes: definition.bodyBytes ?? (definition.access === 'anyone' ? BODY_BYTES.open : BODY_BYTES.signedIn),
    params: definition.params ?? nothing<P>(),
    query: definition.query ?? nothing<Q, I>(),
    body: definition.body ?? nothing<B>(),
    answer: definition.answer ?? nothing<A>(),
  }
  defined.push(call)
  return call
}

type SharedByCalls<P> = Pick<
  Definition<P, Nothing, Nothing, Nothing, Nothing>,
  'feature' | 'anyFeature' | 'allFeatures'
> & {
  path: string
  params: z.ZodMiniType<P>
  /** Access of GET calls, and of all others. */
  read: Access
  write: Access
}

/** Returns a definer for each method, for calls that share a path, its parameters, rights and features. `path` is relative to theirs. */
export const callsOf = <P>({ path: base, read, write, ...shared }: SharedByCalls<P>) => {
  const by =
    (method: Method) =>
    <Q = Nothing, B = Nothing, A = Nothing, I = Nothing>(
      name: string,
      summary: string,
      { path = '', ...rest }: Partial<Definition<P, Q, B, A, I>> = {},
    ): Call<P, Q, B, A, I> =>
      defineCall({
        name,
        summary,
        method,
        path: base + path,
        access: method === 'GET' ? read : write,
        ...shared,
        ...rest,
      })
  return { get: by('GET'), post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') }
}

/** Query parameter that names the project by id when the path has no project key. */
export const inProjectById = { projectId: z.pipe(z.coerce.number(), z.int().check(z.minimum(1))) }

/** Fills in the `:name` parameters of a call's path. Leaves a colon inside a segment as it is, as in `resource:verb`. */
export const pathOf = (path: string, params: Record<string, string | number>): string =>
  path.replace(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(String(params[name] ?? ''))}`)

/** Paging of a list (MERR-05). */
export const PageMeta = z.object({ total: z.int(), totalPages: z.int(), pageSize: z.int(), page: z.int() })
export type PageMeta = z.infer<typeof PageMeta>

/** Page number or size in a query string. */
export const pageNumber = z.pipe(z._default(z.coerce.number(), 1), z.int().check(z.minimum(1), z.maximum(1_000_000)))
export const pageSizeOf = (fallback: number, max: number) =>
  z.pipe(z._default(z.coerce.number(), fallback), z.int().check(z.minimum(1), z.maximum(max)))

/** Numeric id in a path or query string. */
export const idInPath = z.pipe(z.coerce.number(), z.int32().check(z.minimum(1)))

/** List in a query string, as one `name=value` pair per entry, because values may contain any character. */
export const listInQuery = <T>(one: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.pipe(
      z._default(z.union([z.string(), z.array(z.string())]), []),
      z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value]).filter(Boolean)),
    ),
    z.array(one),
  )

/** List in a query string: one comma-separated value, or one `name=value` pair per entry. For ids and words without commas. */
export const commaSeparated = <T>(one: z.ZodMiniType<T, string>) => {
  const text = z.string().check(z.maxLength(2000))
  return z.pipe(
    z.pipe(
      z._default(z.union([text, z.array(text).check(z.maxLength(100))]), ''),
      z.transform((value: string | string[]) => [value].flat().flatMap((words) => words.split(',').filter(Boolean))),
    ),
    z.array(one),
  )
}

/** `true` or `false` in a query string. */
export const flagInQuery = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((value) => value === 'true'),
)

/** The same, undefined if it is not in the query string. */
export const maybeFlagInQuery = z.pipe(
  z.optional(z.enum(['true', 'false'])),
  z.transform((value) => (value === undefined ? undefined : value === 'true')),
)

const AFTER_YEAR_0 = 'Must be a time after the year 0'
/** Time with its zone. Databases have no year 0. */
export const zonedTime = z.iso
  .datetime({ offset: true })
  .check(z.refine((text) => !text.startsWith('0000'), AFTER_YEAR_0))
export const utcTime = z.iso.datetime().check(z.refine((text) => !text.startsWith('0000'), AFTER_YEAR_0))
export const calendarDay = z.iso.date().check(z.refine((text) => !text.startsWith('0000'), AFTER_YEAR_0))

/** Id chosen by the client: an object that is created offline has its address immediately, and sending it twice creates it once. */
export const chosenId = z.uuid().check(z.toLowerCase())
