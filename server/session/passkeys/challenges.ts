import { hashToken, newToken } from '../../access/tokens.ts'
import type { Db } from '../../db/open.ts'
import type { PasskeyChallengeTable } from '../../db/people-schema.ts'

/** Long enough for a sign-in page that offers passkeys while somebody looks for their phone. */
const CHALLENGE_MINUTES = 15

export interface Ceremony {
  purpose: PasskeyChallengeTable['purpose']
  /** Null where a sign-in begins with the passkey. */
  personId: number | null
}

/** Stores a new challenge, and returns it as the options of the browser's call take it. */
export const issueChallenge = async (db: Db, { purpose, personId }: Ceremony): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = newToken()
  await db
    .insertInto('passkey_challenge')
    .values({
      hash: hashToken(challenge),
      purpose,
      person_id: personId,
      expires_at: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
    })
    .execute()
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

/** Uses up a challenge, whatever becomes of the answer to it. Returns whether it was of this ceremony and in time. */
export const takeChallenge = async (db: Db, challenge: string, { purpose, personId }: Ceremony): Promise<boolean> => {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hashToken(challenge))
    .returning(['purpose', 'person_id', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at.getTime() <= Date.now()) return false
  return taken.purpose === purpose && taken.person_id === personId
}
