import { extract, type Extract, type Pack } from 'tar-stream'

export type Entry = ReturnType<typeof extract> extends AsyncIterable<infer E> ? E : never
type Sink = Extract | ReturnType<Pack['entry']>

/** Adds an entry of `size` bytes; resolves when the archive has taken it. */
export const addEntry = async (
  pack: Pack,
  { name, size, mtime }: { name: string; size: number; mtime: Date },
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> => {
  const added = new Promise<void>((resolve, reject) => {
    const entry = pack.entry({ name, size, mtime, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    writeAll(entry, content).catch((error: Error) => {
      entry.destroy(error)
      reject(error)
    })
  })
  await added
}

/** Yields the entries of a tar file. Calls `onBroken` with the error if it cannot be read, before the same error is thrown. */
export const readEntries = async function* (
  input: AsyncIterable<Uint8Array>,
  onBroken: (error: Error) => void,
): AsyncGenerator<Entry> {
  const entries = extract()
  entries.on('error', onBroken)
  writeAll(entries, input).catch((error: Error) => entries.destroy(error))
  yield* entries
}

/** Node.js's `pipeline` does not see the end of these streams, which are of another implementation. */
const writeAll = async (sink: Sink, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> => {
  sink.on('error', () => undefined) // the other side gets it
  for await (const chunk of content) {
    if (sink.destroyed) return
    if (!sink.write(chunk)) await drained(sink)
  }
  sink.end(null)
}

const drained = (sink: Sink): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      sink.off('drain', end)
      sink.off('close', end)
      resolve()
    }
    sink.on('drain', end)
    sink.on('close', end)
  })
