import { connect } from 'node:net'

/**
 * One keep-alive connection with one call at a time: minimal HTTP work, because client and server share the cores. Reads answers of known
 * length, as all of the API are.
 */
export const openConnection = (url, authorization) => {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let settle = null
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    heard += part
    const end = heard.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(heard.slice(0, end))?.[1] ?? 0)
    if (heard.length < end + 4 + length) return
    const status = Number(heard.slice(9, 12))
    const answer = heard.slice(end + 4, end + 4 + length)
    const { resolve, reject } = settle
    heard = ''
    if (status < 300) resolve(answer)
    else reject(new Error(`${status} ${answer}`))
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('The connection was closed')))
  return {
    /** The text of the answer, with bytes in place of letters beyond ASCII. Rejects for an error status. */
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n`
        const length = Buffer.byteLength(body)
        socket.write(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`)
      }),
    close: () => socket.destroy(),
  }
}
