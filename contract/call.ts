import { z } from 'zod/mini'
import type { Feature, Permission, ProjectAction, Role } from './access.ts'
import type { PublicResourceType } from './public/resources.ts'

/**
 * Who may make a call. The server's `authorise` decides by it, the OpenAPI document tells it, and the matrix test of
 * route and role walks over it.
 * - `anyone`: no session needed. `signed-in`: any person. `writer`: any person who is not read-only.
 * - `{ project }`: a member of the project named by `:projectKey`, or by `projectId` of the query where the path has none, whose role allows the action; or, with `orHolding`, anybody who
 *   holds that permission.
 * - `{ workspace }`: a person who holds the permission, or one of those in `or`; with `orRole`, also who has one of these roles in any
 *   project, or by their groups in every project.
 * - `{ public }`: a visitor who entered the passcode of a public link to a resource of this type. Signed-in people are refused.
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

/** One call of the HTTP API: what both sides need to know of it, and nothing of how either does it. */
export interface Call<Params, Query, Body, Answer> {
  /** One name in the whole API, e.g. `listLaunches`. */
  name: string
  summary: string
  method: Method
  /** Path with `:names`, e.g. `/api/projects/:projectKey/launches`. */
  path: string
  access: Access
  /** The answer holds something that is shown once: it is not stored for a request that is repeated with its key. */
  secretAnswer?: boolean
  /** Open to a session that owes a second factor (`SessionRestriction`). */
  whileRestricted?: boolean
  /** The edition feature that has to be on. */
  feature?: Feature
  /** One of these edition features has to be on. */
  anyFeature?: readonly Feature[]
  /** Each of these edition features has to be on. */
  allFeatures?: readonly Feature[]
  /** Largest body the server reads. */
  bodyBytes: number
  params: z.ZodMiniType<Params>
  query: z.ZodMiniType<Query>
  body: z.ZodMiniType<Body>
  answer: z.ZodMiniType<Answer>
}

// oxlint-disable-next-line typescript/no-explicit-any -- the one place that stands for "a call of whatever shape"
export type AnyCall = Call<any, any, any, any>

/** Parts that a call does not have. */
export type Nothing = Record<never, never>

/** A part that a definition leaves out has the type parameter's default, `Nothing`: that the two go together TypeScript cannot see. */
const nothing = <Part>() => z.object({}) as unknown as z.ZodMiniType<Part>

/** Largest bodies of calls, in bytes. A call that takes more than `signedIn` says so with `bodyBytes`. */
export const BODY_BYTES = {
  /** Calls that need no session: nobody is known to answer for what they send. */
  open: 16 * 1024,
  signedIn: 1024 * 1024,
  /** One picture in base64. */
  picture: 2 * 1024 * 1024,
  /** Texts, steps or entries by the hundred. */
  long: 16 * 1024 * 1024,
} as const

type Definition<P, Q, B, A> = Pick<Call<P, Q, B, A>, 'name' | 'summary' | 'method' | 'path' | 'access'> & {
  secretAnswer?: boolean
  whileRestricted?: boolean
  feature?: Feature
  anyFeature?: readonly Feature[]
  allFeatures?: readonly Feature[]
  bodyBytes?: number
  params?: z.ZodMiniType<P>
  query?: z.ZodMiniType<Q>
  body?: z.ZodMiniType<B>
  answer?: z.ZodMiniType<A>
}

/** Defines a call; a part left out is an empty object, a limit left out that of the call's access. */
export const defineCall = <P = Nothing, Q = Nothing, B = Nothing, A = Nothing>(
  definition: Definition<P, Q, B, A>,
): Call<P, Q, B, A> => ({
  ...definition,
  bodyBytes: definition.bodyBytes ?? (definition.access === 'anyone' ? BODY_BYTES.open : BODY_BYTES.signedIn),
  params: definition.params ?? nothing<P>(),
  query: definition.query ?? nothing<Q>(),
  body: definition.body ?? nothing<B>(),
  answer: definition.answer ?? nothing<A>(),
})

/** The project of a call whose path does not name one: its id, as `projectId`. */
export const inProjectById = { projectId: z.pipe(z.coerce.number(), z.int().check(z.minimum(1))) }

/** Fills the `:names` of a call's path. A colon within a part of it, as in `resource:verb`, is meant. */
export const pathOf = (path: string, params: Record<string, string | number>): string =>
  path.replace(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(String(params[name] ?? ''))}`)

/** Paging of a list answer (MERR-05). */
export const PageMeta = z.object({ total: z.int(), totalPages: z.int(), pageSize: z.int(), page: z.int() })
export type PageMeta = z.infer<typeof PageMeta>

/** A page number or size as it stands in an address. */
export const pageNumber = z.pipe(z._default(z.coerce.number(), 1), z.int().check(z.minimum(1), z.maximum(1_000_000)))
export const pageSizeOf = (fallback: number, most: number) =>
  z.pipe(z._default(z.coerce.number(), fallback), z.int().check(z.minimum(1), z.maximum(most)))

/** A numeric id as it stands in an address. */
export const idInPath = z.pipe(z.coerce.number(), z.int().check(z.minimum(1)))

/** A list in an address: one `name=value` for each, for values may hold anything. */
export const listInQuery = <T>(one: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.pipe(
      z._default(z.union([z.string(), z.array(z.string())]), []),
      z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value]).filter(Boolean)),
    ),
    z.array(one),
  )

/** A list in an address: one value with commas in between, or one `name=value` each. For ids and other words that hold no comma. */
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

/** `true` or `false` as it stands in an address. */
export const flagInQuery = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((value) => value === 'true'),
)

/** An id that the client chooses: a thing created offline has an address at once, and sending it twice creates it once. */
export const chosenId = z.uuid().check(z.toLowerCase())
