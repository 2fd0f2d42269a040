/** Prints a line for the administrator. */
export type Print = (line: string) => void

const INTERVAL_MS = 5_000

/** Prints the line of `describe` when it is called, but at most every five seconds. */
export const everyFewSeconds = (print: Print, describe: () => string): (() => void) => {
  let printedAt = performance.now()
  return () => {
    if (performance.now() - printedAt < INTERVAL_MS) return
    printedAt = performance.now()
    print(describe())
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
