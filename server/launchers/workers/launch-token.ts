import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'

interface TokenRequest {
  executionId: number
  projectId: number
  userId: number
  until: Date
}

/** Creates an access token for a run: it can only report to its project, on behalf of the user who started the launch. */
export const giveToken = async (db: Db, { executionId, projectId, userId, until }: TokenRequest): Promise<string> => {
  const value = `assay_${newToken()}`
  await db
    .insertInto('access_token')
    .values({
      user_id: userId,
      name: `Launch attempt ${executionId}`,
      hash: hashToken(value),
      expires_at: until,
      scope: 'report',
      purpose: 'launch',
      project_id: projectId,
      execution_id: executionId,
    })
    .execute()
  return value
}

/** Deletes the token of a run and agents' tokens derived from it; all servers drop both from their caches. */
export const revokeToken = (db: Db, executionId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('access_token')
      .where('execution_id', '=', executionId)
      .returning('user_id')
      .executeTakeFirst()
    if (!gone) return
    const userId = gone.user_id
    await appendEvents(tx, [
      { stream: `person:${userId}`, type: 'launch-token/revoked', payload: { executionId }, userId },
    ])
  })
