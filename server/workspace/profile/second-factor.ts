import type { Enrolment, SecondFactor } from '../../../contract/workspace/second-factor.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Principal } from '../../access/principals.ts'
import { dropUnneededCodes, lockFactors, markVerified, methodsOf } from '../../session/factors.ts'
import {
  lockFactor,
  newSecret,
  replaceRecoveryCodes,
  sealSecret,
  takeCode,
  takeDigits,
} from '../../session/second-factor.ts'

type FactorEvent = 'turned-on' | 'turned-off' | 'recovery-codes-renewed' | 'reset'

/** `by`: user who made the change. */
export const appendFactorEvent = (tx: Tx, personId: number, type: FactorEvent, by = personId) =>
  appendEvents(tx, [{ stream: `person:${personId}`, type: `second-factor/${type}`, payload: {}, personId: by }])

export const readFactor = async (db: Db, personId: number): Promise<SecondFactor> => {
  const [app, codes] = await Promise.all([
    db.selectFrom('second_factor').select('confirmed_at').where('person_id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow(),
  ])
  return { since: app?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: codes.left }
}

/** Starts enrolment; replaces an unconfirmed secret. `isOwed`: the workspace requires a second factor. */
export const enrol = (
  db: Db,
  secrets: Secrets,
  { personId, isOwed }: { personId: number; isOwed: boolean },
): Promise<Enrolment> =>
  db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['username', 'source'])
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (person.source !== 'INTERNAL' && !isOwed) throw conflict(SECURITY_TEXTS.factorOfDirectory)
    if ((await lockFactor(tx, personId))?.confirmed_at) throw conflict(SECURITY_TEXTS.factorIsOn)
    const { name } = await tx.selectFrom('workspace').select('name').executeTakeFirstOrThrow()
    const enrolment = newSecret({ issuer: `Assay (${name})`, username: person.username })
    const secret = sealSecret(secrets, personId, enrolment.secret)
    await tx
      .insertInto('second_factor')
      .values({ person_id: personId, secret })
      .onConflict((c) => c.column('person_id').doUpdateSet({ secret }))
      .execute()
    return enrolment
  })

/** Confirms the authenticator app, which activates the second factor. Returns its recovery codes. */
export const confirm = (
  db: Db,
  secrets: Secrets,
  { personId, via }: Pick<Principal, 'personId' | 'via'>,
  code: string,
): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, personId)
    const factor = await lockFactor(tx, personId)
    if (!factor || factor.confirmed_at) throw conflict(SECURITY_TEXTS.nothingToConfirm)
    if (!(await takeDigits(tx, secrets, factor, code.replace(/\s/g, ''))))
      throw wrongField('code', SECURITY_TEXTS.wrongCode)
    await tx.updateTable('second_factor').set({ confirmed_at: new Date() }).where('person_id', '=', personId).execute()
    const codes = await replaceRecoveryCodes(tx, personId)
    await markVerified(tx, via)
    await appendFactorEvent(tx, personId, 'turned-on')
    return codes
  })

export const renewCodes = (db: Db, personId: number): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, personId)
    if ((await methodsOf(tx, personId)).length === 0) throw conflict(SECURITY_TEXTS.factorIsOff)
    const codes = await replaceRecoveryCodes(tx, personId)
    await appendFactorEvent(tx, personId, 'recovery-codes-renewed')
    return codes
  })

/** Disables the authenticator app. Returns false, leaving it enabled, if the code is wrong. */
export const turnOff = (db: Db, secrets: Secrets, personId: number, code: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, personId)
    if (!(await methodsOf(tx, personId)).includes('app')) throw conflict(SECURITY_TEXTS.factorIsOff)
    if (!(await takeCode(tx, secrets, personId, code))) return false
    await tx.deleteFrom('second_factor').where('person_id', '=', personId).execute()
    await dropUnneededCodes(tx, personId)
    await appendFactorEvent(tx, personId, 'turned-off')
    return true
  })
