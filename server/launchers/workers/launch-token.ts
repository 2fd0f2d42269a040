import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'

interface Wanted {
  executionId: number
  projectId: number
  personId: number
  until: Date
}

/** Gives a run an access token of its own: it reports to its project in the name of who started it, and does nothing else. */
export const giveToken = async (db: Db, { executionId, projectId, personId, until }: Wanted): Promise<string> => {
  const value = `assay_${newToken()}`
  await db
    .insertInto('access_token')
    .values({
      person_id: personId,
      name: `Launch attempt ${executionId}`,
      hash: hashToken(value),
      expires_at: until,
      project_id: projectId,
      execution_id: executionId,
    })
    .execute()
  return value
}

/** Deletes the token of a run, and what its agent got for it; all servers forget both. */
export const revokeToken = (db: Db, executionId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('access_token')
      .where('execution_id', '=', executionId)
      .returning('person_id')
      .executeTakeFirst()
    if (!gone) return
    const personId = gone.person_id
    await appendEvents(tx, [
      { stream: `person:${personId}`, type: 'launch-token/revoked', payload: { executionId }, personId },
    ])
  })
