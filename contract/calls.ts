import type { AnyCall } from './call.ts'
import * as launches from './launches.ts'
import * as launchTests from './launch-tests.ts'
import * as live from './live.ts'
import * as profile from './profile.ts'
import * as projects from './projects.ts'
import * as session from './session.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

/** Every call of the browser's API: for the OpenAPI document, and for the matrix of route and role. */
export const CALLS: readonly AnyCall[] = [session, profile, projects, launches, launchTests, live].flatMap((room) =>
  (Object.values(room) as unknown[]).filter(isCall),
)
