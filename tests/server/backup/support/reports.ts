import { createHash } from 'node:crypto'
import { signIn } from '../../../../contract/session/session.ts'
import { saveIntegration } from '../../../../contract/workspace/integrations.ts'
import { ask } from '../../support/app.ts'
import type { Served } from '../../support/served.ts'

const startedAt = '2026-01-01T00:00:00Z'

/** Reports tests with attachments to a server, each with its own content. */
export const reporting = ({ url, token }: Served) => {
  const post = async (address: string, body: object): Promise<{ id: number }> => {
    const answer = await fetch(`${url}/api/reporting/v1${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? { id: 0 } : JSON.parse(text)) as { id: number }
  }
  return {
    startLaunch: (name: string) => post('/test-runs?projectKey=DEF', { name, startedAt }),
    /** Acknowledged when it resolves. */
    reportTest: async (launchId: number, name: string): Promise<void> => {
      const { id } = await post(`/test-runs/${launchId}/tests`, {
        name,
        className: 'Shop',
        methodName: name,
        startedAt,
      })
      const form = new FormData()
      form.append('file', new Blob([contentOfFile(name)]), `${name}.txt`)
      await post(`/test-runs/${launchId}/tests/${id}/artifacts`, form)
    },
  }
}

export const LARGE = 'large'

/** Returns what the file of a test contains; that of `LARGE` cannot be compressed. */
export const contentOfFile = (name: string): Buffer<ArrayBuffer> =>
  name === LARGE
    ? Buffer.concat(Array.from({ length: 40_000 }, (_, index) => createHash('sha256').update(String(index)).digest()))
    : Buffer.from(`the log of ${name}\n`)

/** Signs in with the owner's password; resolves with the token. */
export const signInAsOwner = async (server: Pick<Served, 'url'>): Promise<string> => {
  const answer = await ask(server, signIn, { body: { login: 'owner', password: 'a long password' } })
  if ('secondFactor' in answer) throw new Error('a second factor is needed')
  return answer.authToken
}

/** Saves an integration with a secret, or changes one of its other values, which needs the stored secret. */
export const saveJira = (server: Pick<Served, 'url'>, token: string, values: Record<string, string>) =>
  ask(server, saveIntegration, { token, params: { integration: 'jira' }, body: values as never })
