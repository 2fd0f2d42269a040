import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * What the banner says without a network. `setOffline` does not reach `navigator.onLine` of a page that is loaded afterwards (Chromium 150),
 * which then blames the server.
 */
export const WITHOUT_NETWORK = /You are offline\.|The server does not answer\./

/** A network cable between the browser and the server that can be unplugged. */
export interface Network {
  /** Address for the browser. */
  url: string
  /** Closes every connection and rejects new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export const networkTo = async (target: string): Promise<Network> => {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
      socket.on('error', () => socket.destroy())
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
