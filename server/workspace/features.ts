import { FEATURES, type Feature } from '../../contract/access.ts'
import { getFeatures, switchFeature } from '../../contract/workspace/features.ts'
import type { Principals } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'

const inOrder = (on: ReadonlySet<Feature>): Feature[] => FEATURES.filter((feature) => on.has(feature))

/** Edition features and their switches (PRODUCT-06, PRODUCT-07, PRODUCT-13). */
export const featureRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.signedIn(getFeatures, async () => ({ features: inOrder(new Set(await principals.features())) }))

  routes.signedIn(switchFeature, async ({ caller, params, body }) => {
    const features = await db.transaction().execute(async (tx) => {
      const stored = await tx.selectFrom('workspace').select('features').forUpdate().executeTakeFirstOrThrow()
      const on = new Set(stored.features)
      if (on.has(params.feature) === body.on) return inOrder(on)
      if (body.on) on.add(params.feature)
      else on.delete(params.feature)
      const features = inOrder(on)
      await tx
        .updateTable('workspace')
        .set({ features: JSON.stringify(features) })
        .execute()
      const payload = { feature: params.feature, on: body.on, features }
      await appendEvents(tx, [{ stream: 'workspace', type: 'workspace/features', payload, userId: caller.userId }])
      return features
    })
    principals.forget()
    return { features }
  })
}
