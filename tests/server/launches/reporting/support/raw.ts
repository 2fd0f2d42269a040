import { request, type IncomingHttpHeaders } from 'node:http'
import type { TestApp } from '../../../support/app.ts'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A request exactly as given: no added headers, no normalized path. */
export const raw = (
  { url }: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

/** A multipart body as some agents write it: with a boundary of eight digits and parts in the given order. */
export const form = (
  parts: readonly { name: string; filename?: string; type?: string | null; content: string | Uint8Array }[],
  { boundary = '84731092', end = true }: { boundary?: string; end?: boolean } = {},
): { body: Uint8Array; type: string } => {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === null || type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ])
  if (end) pieces.push(`--${boundary}--\r\n`)
  return {
    body: Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
