import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { contained } from '../contained.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** HTML version, for mail clients that display it. */
  html?: string
}

export interface Mailer {
  /** `outbox`: without a mail server, mails are stored as files for the server's administrator. */
  kind: 'smtp' | 'outbox'
  /** Throws when the mail server rejects the mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

export const createMailer = (config: { SMTP_URL?: string | undefined; MAIL_FROM: string; DATA_DIR: string }): Mailer =>
  config.SMTP_URL === undefined
    ? outboxMailer(config.DATA_DIR, config.MAIL_FROM)
    : smtpMailer(config.SMTP_URL, config.MAIL_FROM)

const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport(url, { from })
  return {
    kind: 'smtp',
    send: async (mail) => {
      await contained(() => transport.sendMail(mail))
    },
    close: () => transport.close(),
  }
}

const outboxMailer = (dataDir: string, from: string): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  const outbox = path.join(dataDir, 'outbox')
  return {
    kind: 'outbox',
    send: async (mail) => {
      const { message } = await transport.sendMail(mail)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      // Renamed when complete, from a name without the extension of mails: a watcher of the folder never reads a partial mail.
      const part = path.join(outbox, `.${name}.part`)
      await writeFile(part, message as Buffer, { mode: 0o600 })
      await rename(part, path.join(outbox, name))
    },
    close: () => transport.close(),
  }
}
