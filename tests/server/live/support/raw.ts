import { connect } from 'node:net'
import type { TestApp } from '../../support/app.ts'

/** Sends these bytes on a new connection; resolves with the answer when `isWhole` holds or the server closes it. */
export const exchange = (
  { url }: Pick<TestApp, 'url'>,
  parts: readonly (string | Buffer)[],
  isWhole: (answer: string) => boolean = () => false,
): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
    let answer = ''
    const finish = (): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (isWhole(answer)) finish()
    })
    socket.on('error', finish)
    socket.on('close', finish)
    for (const part of parts) socket.write(part)
  })
