/** Encodings that a text may turn out to have, besides the one that it declares. */
const MARKS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const DECLARED = /^[\s\ufeff]{0,20}<\?xml[^>]{0,200}?\sencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/
const HEAD_BYTES = 512

/**
 * Decodes text by its byte order mark, the encoding of its XML declaration, or as UTF-8. Replaces invalid bytes by U+FFFD and reports the
 * first.
 */
export async function* decodeText(
  parts: AsyncIterable<Buffer>,
  report: (message: string) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let head: Buffer = Buffer.alloc(0)
  let isValid = true
  const decode = (bytes: Buffer | undefined): string => {
    decoder ??= decoderOf(head, report)
    const text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    if (
      isValid &&
      text.includes('\ufffd') &&
      countOf(text) > (bytes === undefined ? 0 : countIn(bytes, decoder.encoding))
    ) {
      isValid = false
      report(`Some bytes are not valid ${nameOf(decoder.encoding)} and were replaced`)
    }
    return text
  }
  for await (const part of parts) {
    if (decoder !== null) {
      yield decode(part)
      continue
    }
    head = head.length === 0 ? part : Buffer.concat([head, part])
    if (head.length < HEAD_BYTES) continue
    yield decode(head)
  }
  if (decoder === null) yield decode(head)
  yield decode(undefined)
}

const decoderOf = (head: Buffer, report: (message: string) => void): TextDecoder => {
  const marked = MARKS.find(([bytes]) => bytes.every((byte, i) => head[i] === byte))?.[1]
  if (marked !== undefined) return new TextDecoder(marked)
  // Without a mark, every other byte of UTF-16 is zero in the first characters of a document.
  if (head.length > 3 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0)
    return new TextDecoder('utf-16le')
  if (head.length > 3 && head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0)
    return new TextDecoder('utf-16be')
  const declared = DECLARED.exec(head.subarray(0, HEAD_BYTES).toString('latin1'))?.[1]
  // .NET declares the encoding of its strings, UTF-16, in files that are written as UTF-8.
  if (declared === undefined || /^utf-?(?:8|16)/i.test(declared)) return new TextDecoder()
  try {
    return new TextDecoder(declared)
  } catch {
    report(`The encoding "${declared}" is unknown: the file was read as UTF-8`)
    return new TextDecoder()
  }
}

const nameOf = (encoding: string): string => encoding.toUpperCase()

const countOf = (text: string): number => text.split('\ufffd').length - 1

/** Returns how often U+FFFD itself is in these bytes. */
const countIn = (bytes: Buffer, encoding: string): number => {
  if (encoding !== 'utf-8') return 0
  let count = 0
  for (let at = bytes.indexOf('\ufffd'); at >= 0; at = bytes.indexOf('\ufffd', at + 3)) count += 1
  return count
}
