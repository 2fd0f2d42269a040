import type { Enrolment, SecondFactor } from '../../../contract/workspace/second-factor.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Principal } from '../../access/principals.ts'
import {
  dropUnneededCodes,
  lockFactor,
  lockFactors,
  markVerified,
  methodsOf,
  newSecret,
  replaceRecoveryCodes,
  sealSecret,
  takeCode,
  takeDigits,
} from '../../session/session.ts'

type FactorEvent = 'turned-on' | 'turned-off' | 'recovery-codes-renewed' | 'reset'

/** `by`: user who made the change. */
export const appendFactorEvent = (tx: Tx, userId: number, type: FactorEvent, by = userId) =>
  appendEvents(tx, [{ stream: `person:${userId}`, type: `second-factor/${type}`, payload: {}, userId: by }])

export const readFactor = async (db: Db, userId: number): Promise<SecondFactor> => {
  const [app, codes] = await Promise.all([
    db.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  return { since: app?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: codes.left }
}

/** Starts enrolment; replaces an unconfirmed secret. `isOwed`: the workspace requires a second factor. */
export const enrol = (
  db: Db,
  secrets: Secrets,
  { userId, isOwed }: { userId: number; isOwed: boolean },
): Promise<Enrolment> =>
  db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('workspace_user')
      .select(['username', 'source'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (user.source !== 'INTERNAL' && !isOwed) throw conflict(SECURITY_TEXTS.factorOfDirectory)
    if ((await lockFactor(tx, userId))?.confirmed_at) throw conflict(SECURITY_TEXTS.factorIsOn)
    const { name } = await tx.selectFrom('workspace').select('name').executeTakeFirstOrThrow()
    const enrolment = newSecret({ issuer: `Assay (${name})`, username: user.username })
    const secret = sealSecret(secrets, userId, enrolment.secret)
    await tx
      .insertInto('second_factor')
      .values({ user_id: userId, secret })
      .onConflict((c) => c.column('user_id').doUpdateSet({ secret }))
      .execute()
    return enrolment
  })

/** Confirms the authenticator app, which activates the second factor. Returns its recovery codes. */
export const confirm = (
  db: Db,
  secrets: Secrets,
  { userId, via }: Pick<Principal, 'userId' | 'via'>,
  code: string,
): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    const factor = await lockFactor(tx, userId)
    if (!factor || factor.confirmed_at) throw conflict(SECURITY_TEXTS.nothingToConfirm)
    if (!(await takeDigits(tx, secrets, factor, code.replace(/\s/g, ''))))
      throw wrongField('code', SECURITY_TEXTS.wrongCode)
    await tx.updateTable('second_factor').set({ confirmed_at: new Date() }).where('user_id', '=', userId).execute()
    const codes = await replaceRecoveryCodes(tx, userId)
    await markVerified(tx, via)
    await appendFactorEvent(tx, userId, 'turned-on')
    return codes
  })

export const renewCodes = (db: Db, userId: number): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    if ((await methodsOf(tx, userId)).length === 0) throw conflict(SECURITY_TEXTS.factorIsOff)
    const codes = await replaceRecoveryCodes(tx, userId)
    await appendFactorEvent(tx, userId, 'recovery-codes-renewed')
    return codes
  })

/** Disables the authenticator app. Returns false, leaving it enabled, if the code is wrong. */
export const turnOff = (db: Db, secrets: Secrets, userId: number, code: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    if (!(await methodsOf(tx, userId)).includes('app')) throw conflict(SECURITY_TEXTS.factorIsOff)
    if (!(await takeCode(tx, secrets, userId, code))) return false
    await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
    await dropUnneededCodes(tx, userId)
    await appendFactorEvent(tx, userId, 'turned-off')
    return true
  })
