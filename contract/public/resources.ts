import { z } from 'zod/mini'
import type { Feature, ProjectAction } from '../access.ts'

/** What can be shared: who may share it, and the feature that it belongs to. */
export const PUBLIC_RESOURCES = {
  launch: { action: 'launches:write', feature: 'test-automation' },
  'test-run': { action: 'runs:write', feature: 'test-case-management' },
  'test-plan': { action: 'runs:write', feature: 'plans' },
  'exploratory-session': { action: 'exploratory:write', feature: 'test-case-management' },
} as const satisfies Record<string, { action: ProjectAction; feature: Feature }>

export type PublicResourceType = keyof typeof PUBLIC_RESOURCES
export const PublicResourceType = z.enum(Object.keys(PUBLIC_RESOURCES) as [PublicResourceType, ...PublicResourceType[]])

/** Where a link leads. The pages of `views` have the same addresses. */
export const publicPath = (type: PublicResourceType, key: string): string => `/public/${type}/${key}`
