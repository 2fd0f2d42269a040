import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Returns whether the address of a request has a valid signature of S3 (version 4) for its method, path, query and signed headers. With
 * `rejectsUnsigned`, each `x-amz` header of the request has to be one of them. Does not check whether it has expired.
 */
export const isSignedAddress = (
  { method, url = '', headers }: IncomingMessage,
  secretKey: string,
  { rejectsUnsigned }: { rejectsUnsigned: boolean },
): boolean => {
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  const [, date = '', region = '', service = ''] = query.get('X-Amz-Credential')?.split('/') ?? []
  const signedHeaders = query.get('X-Amz-SignedHeaders')?.split(';') ?? []
  const required = [
    'host',
    ...(rejectsUnsigned ? Object.keys(headers).filter((name) => name.startsWith('x-amz-')) : []),
  ]
  if (!required.every((name) => signedHeaders.includes(name))) return false
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const canonicalRequest = [
    method,
    path,
    parameters.toSorted().join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name])}`),
    '',
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const hash = createHash('sha256').update(canonicalRequest).digest('hex')
  const text = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope, hash].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(key, text).toString('hex') === query.get('X-Amz-Signature')
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
