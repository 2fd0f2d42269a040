import { GUIDE_TOKEN_MINUTES } from '../../../contract/launches/reporting-setup.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'

export interface GuideOwner {
  userId: number
  projectId: number
  /** Id of the guide: each guide waits for launches of its own token. */
  guide: string
}

const nameOf = ({ guide }: Pick<GuideOwner, 'guide'>): string => `Guide to reporting: ${guide}`

const guideTokens = (db: Db | Tx, { userId, projectId }: Omit<GuideOwner, 'guide'>) =>
  db
    .selectFrom('access_token')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'guide')

/** Creates a token that may report to the project for an hour. Older ones stay valid: an agent may be using them. */
export const createGuideToken = async (db: Db, owner: GuideOwner): Promise<{ value: string; expiresAt: string }> => {
  const name = nameOf(owner)
  const value = `assay_${newToken()}`
  const expiresAt = new Date(Date.now() + GUIDE_TOKEN_MINUTES * 60_000)
  await db.transaction().execute(async (tx) => {
    await deleteSpentTokens(tx, owner)
    const { id } = await tx
      .insertInto('access_token')
      .values({
        user_id: owner.userId,
        scope: 'report',
        purpose: 'guide',
        project_id: owner.projectId,
        name,
        hash: hashToken(value),
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendEvents(tx, [
      {
        stream: `person:${owner.userId}`,
        type: 'access-token/created',
        payload: { id, name },
        userId: owner.userId,
      },
    ])
  })
  return { value, expiresAt: expiresAt.toISOString() }
}

/** Deletes tokens that expired at least their lifetime ago: agents' tokens, which live as long, have expired as well. */
const deleteSpentTokens = async (tx: Tx, owner: GuideOwner): Promise<void> => {
  const spent = new Date(Date.now() - GUIDE_TOKEN_MINUTES * 60_000)
  const rows = await guideTokens(tx, owner).select('id').where('expires_at', '<', spent).execute()
  if (rows.length === 0) return
  await tx
    .deleteFrom('access_token')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

export const newestGuideToken = (db: Db, owner: GuideOwner) =>
  guideTokens(db, owner)
    .select(['created_at', 'expires_at'])
    .where('name', '=', nameOf(owner))
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
