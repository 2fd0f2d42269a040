import { z } from 'zod/mini'
import { Feature, FEATURES } from '../access.ts'
import { defineCall } from '../call.ts'

/** Features that are switched on, in the order of `FEATURES`. */
const Switched = z.object({ features: z.array(z.enum(FEATURES)) })

export const getFeatures = defineCall({
  name: 'getFeatures',
  summary: 'The edition features that are switched on in the workspace',
  method: 'GET',
  path: '/api/workspace/features',
  access: 'signed-in',
  answer: Switched,
})

/** Does not change other features, even if two users switch at the same time. All signed-in users are notified on the workspace topic. */
export const switchFeature = defineCall({
  name: 'switchFeature',
  summary: 'Switches an edition feature of the workspace on or off',
  method: 'PUT',
  path: '/api/workspace/features/:feature',
  access: { workspace: 'BILLING' },
  params: z.object({ feature: Feature }),
  body: z.object({ on: z.boolean() }),
  answer: Switched,
})
