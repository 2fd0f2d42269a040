import path from 'node:path'

// Content types that are displayed inline: pictures and videos, which cannot contain scripts. All others are downloads, whatever their
// names.
const SIGNATURES: [contentType: string, matches: (head: Buffer) => boolean][] = [
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['image/webp', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'],
  ['video/mp4', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['video/webm', (head) => head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))],
]

const TEXTS = new Set(['.txt', '.log', '.json', '.xml', '.csv', '.md', '.yaml', '.yml', '.har'])

/** Detects the content type by the first bytes; text files by name, as plain text. */
export const typeOf = (head: Buffer, name: string): string => {
  const known = SIGNATURES.find(([, matches]) => matches(head))
  if (known) return known[0]
  return TEXTS.has(path.extname(name).toLowerCase()) && !head.includes(0)
    ? 'text/plain; charset=utf-8'
    : 'application/octet-stream'
}

export const isInline = (contentType: string): boolean => /^(image|video)\/|^text\/plain/.test(contentType)
