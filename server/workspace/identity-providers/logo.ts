import type { Principal } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { unknownProvider } from './stored.ts'
import { recordChange } from './rights.ts'

/** Sets or removes a provider's logo. Throws 404. */
export const setLogoOf = (db: Db, caller: Principal, id: number, hash: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('identity_provider')
      .select(['name', 'logo_hash'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknownProvider()
    if (row.logo_hash === hash) return
    await tx.updateTable('identity_provider').set({ logo_hash: hash }).where('id', '=', id).execute()
    const picture = (one: string | null) => (one === null ? null : 'a picture')
    await recordChange(tx, caller, 'identity-provider/changed', {
      id,
      name: row.name,
      before: { logo: picture(row.logo_hash) },
      changes: { logo: hash === null ? null : row.logo_hash === null ? 'a picture' : 'another picture' },
    })
  })
