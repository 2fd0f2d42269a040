import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that stores its mails. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  url: string
  /** Texts of the mails to an address, with their lines joined again; oldest first. */
  to(address: string): string[]
  close(): Promise<void>
}

export const openMailbox = async (): Promise<Mailbox> => {
  const mails: { to: string[]; text: string }[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (address) => mails.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
