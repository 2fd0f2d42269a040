/** Output of a container as returned by the cluster: each line is prefixed with its timestamp. */

/** Longer lines are forwarded in parts. */
const MAX_BYTES = 64 * 1024

/** Cursor in the forwarded output: timestamp of the last line, and the number of lines with it, because timestamps are not unique. */
interface Place {
  time: string
  lines: number
}

/** Removes the timestamps, and lines that were already forwarded before a reconnect. */
export const createLogReader = (onOutput: (chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let passed: Place | null = null
  /** Cursor of the previous connection, while this connection repeats its lines. */
  let repeated: Place | null = null
  /** Line whose beginning was processed already. */
  let begun: { time: string; isRepeated: boolean } | null = null

  const isRepeated = (time: string): boolean => {
    if (repeated === null) return false
    if (isLater(repeated.time, time)) return true
    if (!isLater(time, repeated.time) && repeated.lines > 0) {
      repeated = { ...repeated, lines: repeated.lines - 1 }
      return true
    }
    repeated = null
    return false
  }
  const passOn = (part: Buffer): void => {
    let text = part
    if (begun === null) {
      const space = part.indexOf(0x20)
      if (space < 0) return
      const time = part.subarray(0, space).toString('latin1')
      begun = { time, isRepeated: isRepeated(time) }
      text = part.subarray(space + 1)
    }
    if (!begun.isRepeated) onOutput(text)
  }
  const endLine = (): void => {
    if (begun !== null && !begun.isRepeated) passed = placeAfter(passed, begun.time)
    begun = null
  }

  return {
    read: (chunk: Buffer): void => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let end = rest.indexOf(0x0a, from); end >= 0; end = rest.indexOf(0x0a, from)) {
        passOn(rest.subarray(from, end + 1))
        endLine()
        from = end + 1
      }
      rest = rest.subarray(from)
      if (rest.length <= MAX_BYTES) return
      passOn(rest)
      rest = Buffer.alloc(0)
    },
    /** Prepares a reconnect; returns the timestamp to read from. A truncated line is read again. */
    since: (): string | null => {
      rest = Buffer.alloc(0)
      begun = null
      repeated = passed
      return passed?.time ?? null
    },
    /** Forwards the rest at the end of the output. */
    end: (): void => {
      if (rest.length > 0) passOn(rest)
      rest = Buffer.alloc(0)
    },
  }
}

const placeAfter = (place: Place | null, time: string): Place => {
  if (place === null || isLater(time, place.time)) return { time, lines: 1 }
  // A clock that was set back must not move the cursor back.
  return isLater(place.time, time) ? place : { time, lines: place.lines + 1 }
}

/** Timestamps have fractions with a variable number of digits. */
const isLater = (time: string, other: string): boolean => padded(time) > padded(other)
const padded = (time: string): string => {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(9, '0')}`
}
