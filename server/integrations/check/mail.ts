import { INTEGRATION_LIMITS } from '../../../contract/workspace/integration-kinds.ts'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { CheckFailure } from './system.ts'

const UNREACHABLE = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED'])

/** Sends a mail to the caller. Resolves with the address. Throws `CheckFailure`. */
export const sendTestMail = async (mailer: Mailer, email: string, publicUrl: string): Promise<string> => {
  const mail = {
    to: email,
    subject: 'Test mail from Assay',
    text: `Assay at ${publicUrl} can send mails.\n\nYou asked for this mail in Settings > Integrations.`,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new CheckFailure(CHECK_TEXTS.tooSlow)), INTEGRATION_LIMITS.checkMs)
  })
  try {
    await Promise.race([mailer.send(mail), timeout])
    if (mailer.kind === 'outbox') throw new CheckFailure(CHECK_TEXTS.mailKept)
    return email
  } catch (error) {
    if (error instanceof CheckFailure) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EAUTH') throw new CheckFailure(CHECK_TEXTS.credentials)
    throw new CheckFailure(UNREACHABLE.has(code) ? CHECK_TEXTS.mailUnreachable : CHECK_TEXTS.mailRefused)
  } finally {
    clearTimeout(timer)
  }
}
