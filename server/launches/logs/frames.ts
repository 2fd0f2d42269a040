/** Format of packed logs: a frame is JSON that is compressed with zstd. A file is one frame after the other. */
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod/mini'

/** A log line as its row has it. */
export interface LogLine {
  testId: number
  attempt: number
  /** Epoch ms. */
  at: number
  id: number
  level: string
  message: string
}

/**
 * Columns compress better than lines. `tests`: test, attempt and number of lines, in the order of the lines. `at` and `ids` are differences to
 * the line before.
 */
const Frame = z.object({
  tests: z.array(z.tuple([z.int(), z.int(), z.int().check(z.minimum(1))])),
  at: z.array(z.int()),
  ids: z.array(z.int()),
  levels: z.array(z.string()),
  messages: z.array(z.string()),
})

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** With a checksum, a damaged frame is not mistaken for a log. */
const PARAMS = { [constants.ZSTD_c_checksumFlag]: 1 }
/** More than a frame has with one line of the maximum length. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024

/** Compresses lines in the order of their tests and attempts, outside of the event loop. */
export const encodeFrame = (lines: readonly LogLine[]): Promise<Buffer> => {
  const tests: [testId: number, attempt: number, count: number][] = []
  for (const { testId, attempt } of lines) {
    const last = tests.at(-1)
    if (last?.[0] === testId && last[1] === attempt) last[2] += 1
    else tests.push([testId, attempt, 1])
  }
  const frame: z.infer<typeof Frame> = {
    tests,
    at: differences(lines.map(({ at }) => at)),
    ids: differences(lines.map(({ id }) => id)),
    levels: lines.map(({ level }) => level),
    messages: lines.map(({ message }) => message),
  }
  return compress(JSON.stringify(frame), { params: PARAMS })
}

/** Resolves with the lines of a frame. Throws if it is damaged. */
export const decodeFrame = async (bytes: Buffer): Promise<LogLine[]> => {
  const text = (await decompress(bytes, { maxOutputLength: MAX_FRAME_BYTES })).toString()
  const frame = Frame.parse(JSON.parse(text))
  const [at, ids] = [sums(frame.at), sums(frame.ids)]
  const places = frame.tests.flatMap(([testId, attempt, count]) =>
    Array.from({ length: count }, () => ({ testId, attempt })),
  )
  return places.map((place, index) => ({
    ...place,
    ...Line.parse({ at: at[index], id: ids[index], level: frame.levels[index], message: frame.messages[index] }),
  }))
}

const Line = z.object({ at: z.int(), id: z.int(), level: z.string(), message: z.string() })

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0))

const sums = (values: readonly number[]): number[] => {
  let sum = 0
  return values.map((value) => (sum += value))
}
