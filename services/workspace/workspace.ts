import type { Feature } from '../../contract/access.ts'
import { getFeatures, switchFeature } from '../../contract/workspace/features.ts'
import type { Send } from '../http/http.ts'

/** Calls about the workspace itself. */
export const createWorkspaceService = (send: Send) => ({
  /** Enabled features. */
  features: async (): Promise<Feature[]> => (await send(getFeatures)).features,
  /** Resolves with all features that are enabled afterwards. */
  switchFeature: async (feature: Feature, on: boolean): Promise<Feature[]> =>
    (await send(switchFeature, { params: { feature }, body: { on } })).features,
})
export type WorkspaceService = ReturnType<typeof createWorkspaceService>
