import { signIn, type OpenSession } from '../../../contract/session/session.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { hashPassword } from '../../../server/secrets/passwords.ts'
import { send, type Received, type TestApp } from '../support/app.ts'
import type { TestUser } from '../support/people.ts'

export const PASSWORD = 'olive-tree-60'

export const givePassword = async (app: TestApp, { id }: TestUser, password = PASSWORD): Promise<void> => {
  await app.db
    .updateTable('workspace_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
}

/** Stores cookies as a browser does, and nothing else. */
export class Browser {
  readonly #app: TestApp
  cookies: Record<string, string> = {}

  constructor(app: TestApp) {
    this.#app = app
  }

  /** Another browser with the same cookies: a stolen copy, or a tab that does not know the newer ones. */
  copy(): Browser {
    const other = new Browser(this.#app)
    other.cookies = { ...this.cookies }
    return other
  }

  /** The cookies that it sends. */
  headers(): Record<string, string> {
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    return cookie === '' ? {} : { cookie }
  }

  async post(path: string, body: unknown = {}): Promise<Received> {
    const received = await send(this.#app, path, { method: 'POST', body, headers: this.headers() })
    for (const line of received.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') delete this.cookies[name]
      else this.cookies[name] = value
    }
    return received
  }

  async signIn(login: string, password = PASSWORD): Promise<OpenSession> {
    const { status, body } = await this.post(signIn.path, { login, password })
    if (status !== 200) throw new Error(`signing in was answered with ${status}: ${JSON.stringify(body)}`)
    return body as OpenSession
  }

  renew(body: unknown = {}): Promise<Received> {
    return this.post('/api/session/refresh', body)
  }
}

export const codeOf = ({ body }: Received): string => (body as { code: string }).code
export const isRenewalRefused = (received: Received): boolean =>
  received.status === 401 && codeOf(received) === ERROR_CODES.renewalRefused
