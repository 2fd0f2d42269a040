import { z } from 'zod/mini'
import type { Feature, ProjectAction } from '../access.ts'

/** Resources that can be shared, with the action required for sharing and the edition feature they belong to. */
export const PUBLIC_RESOURCES = {
  launch: { action: 'launches:write', feature: 'test-automation' },
  'test-run': { action: 'runs:write', feature: 'test-case-management' },
  'test-plan': { action: 'runs:write', feature: 'plans' },
  'exploratory-session': { action: 'exploratory:write', feature: 'test-case-management' },
} as const satisfies Record<string, { action: ProjectAction; feature: Feature }>

export type PublicResourceType = keyof typeof PUBLIC_RESOURCES
export const PublicResourceType = z.enum(Object.keys(PUBLIC_RESOURCES) as [PublicResourceType, ...PublicResourceType[]])

/** Returns the path of a public page. The pages in `views` use the same paths. */
export const publicPath = (type: PublicResourceType, key: string): string => `/public/${type}/${key}`
