import { hashToken, newToken } from '../../access/tokens.ts'
import type { Db } from '../../db/open.ts'
import type { PasskeyChallengeTable } from '../../db/schema.generated.ts'

/** Long enough for a sign-in page that offers passkeys while users look for their phone. */
const CHALLENGE_MINUTES = 15

export interface Ceremony {
  purpose: PasskeyChallengeTable['purpose']
  /** Null if the sign-in starts with the passkey. */
  userId: number | null
}

/** Stores a new challenge and returns it for the options of the browser's call. */
export const issueChallenge = async (db: Db, { purpose, userId }: Ceremony): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = newToken()
  await db
    .insertInto('passkey_challenge')
    .values({
      hash: hashToken(challenge),
      purpose,
      user_id: userId,
      expires_at: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
    })
    .execute()
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

/** Consumes a challenge, whatever the outcome. Returns whether it belongs to this ceremony and has not expired. */
export const takeChallenge = async (db: Db, challenge: string, { purpose, userId }: Ceremony): Promise<boolean> => {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hashToken(challenge))
    .returning(['purpose', 'user_id', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at.getTime() <= Date.now()) return false
  return taken.purpose === purpose && taken.user_id === userId
}
