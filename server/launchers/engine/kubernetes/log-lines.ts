/** The output of a container as the cluster gives it: each line with its time before it. */

/** Takes the times off, and what was read before a lost connection. */
export const createLogReader = (onOutput: (chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  /** Of the newest whole line. */
  let newest: string | null = null
  const passOn = (line: Buffer): void => {
    const space = line.indexOf(0x20)
    if (space < 0) return
    const time = line.subarray(0, space).toString('latin1')
    if (newest !== null && !isLater(time, newest)) return
    newest = time
    onOutput(line.subarray(space + 1))
  }
  return {
    hear: (chunk: Buffer): void => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let end = rest.indexOf(0x0a, from); end >= 0; end = rest.indexOf(0x0a, from)) {
        passOn(rest.subarray(from, end + 1))
        from = end + 1
      }
      rest = rest.subarray(from)
    },
    /** The connection has ended: a line that was cut is read again by the next one, from this time on. */
    since: (): string | null => {
      rest = Buffer.alloc(0)
      return newest
    },
    /** There is no more. */
    end: (): void => {
      if (rest.length > 0) passOn(rest)
      rest = Buffer.alloc(0)
    },
  }
}

/** Fractions of seconds come with as many digits as they need. */
const isLater = (time: string, other: string): boolean => padded(time) > padded(other)
const padded = (time: string): string => {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(9, '0')}`
}
