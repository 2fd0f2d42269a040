import { Client, escapeIdentifier } from 'pg'

type Listener = (payload: string) => void

export interface Listening {
  /** Runs `work` with the persistent connection, and again with each connection that replaces it. Rejects if the first run fails. */
  hold: (work: (client: Client) => Promise<void>) => Promise<void>
  listen: (channel: string, onNotify: Listener) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

const firstRetryMs = 200
const longestRetryMs = 10_000

/**
 * Keeps one connection open for LISTEN. After a reconnect it calls every listener once with an empty payload, since notifications may have
 * been missed.
 */
export const createListener = (databaseUrl: string, onError: (error: Error) => void): Listening => {
  const listeners = new Map<string, Set<Listener>>()
  const held: ((client: Client) => Promise<void>)[] = []
  let client: Promise<Client> | null = null
  let retry: NodeJS.Timeout | null = null
  let retryMs = firstRetryMs
  let closed = false

  const open = async (): Promise<Client> => {
    const opened = new Client({ connectionString: databaseUrl, application_name: 'assay-listen', keepAlive: true })
    opened.on('notification', ({ channel, payload }) =>
      listeners.get(channel)?.forEach((notify) => notify(payload ?? '')),
    )
    opened.on('error', onError) // 'end' follows and reconnects
    await opened.connect()
    opened.on('end', reopenSoon)
    try {
      for (const work of held) await work(opened)
      for (const channel of listeners.keys()) await opened.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      await opened.end()
      throw error
    }
    retryMs = firstRetryMs
    return opened
  }

  const reopenSoon = (): void => {
    client = null
    if (closed || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      if (closed) return
      client = open()
      client.then(
        () => listeners.forEach((each) => each.forEach((notify) => notify(''))),
        (error: unknown) => {
          onError(error instanceof Error ? error : new Error(String(error)))
          reopenSoon()
        },
      )
    }, retryMs)
    retryMs = Math.min(retryMs * 2, longestRetryMs)
  }

  return {
    hold: async (work) => {
      await work(await (client ??= open()))
      held.push(work)
    },
    listen: async (channel, onNotify) => {
      const known = listeners.get(channel)
      if (known !== undefined) known.add(onNotify)
      else {
        listeners.set(channel, new Set([onNotify]))
        if (client === null) client = open()
        else await (await client).query(`listen ${escapeIdentifier(channel)}`)
      }
      await client
      return async () => {
        listeners.get(channel)?.delete(onNotify) // the channel stays subscribed, so the next listener need not wait
      }
    },
    close: async () => {
      closed = true
      if (retry !== null) clearTimeout(retry)
      const last = await client?.catch(() => null)
      await last?.end()
    },
  }
}
