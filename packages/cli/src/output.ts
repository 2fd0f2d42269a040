import { stripVTControlCharacters } from 'node:util'

/** Prints for people, or with `--json` one object for programs. */
export interface Output {
  say: (line: string) => void
  /** Prints to stderr, also with `--json`. */
  warn: (line: string) => void
  /** Prints the result of the command with `--json`. */
  result: (result: object) => void
}

export const createOutput = (isJson: boolean): Output => ({
  say: (line) => void (isJson || process.stdout.write(`${printable(line)}\n`)),
  warn: (line) => void process.stderr.write(`assay: ${printable(line)}\n`),
  result: (result) => void (isJson && process.stdout.write(`${JSON.stringify(result)}\n`)),
})

/** Texts of reports and servers must not control the terminal, nor begin a line, which some CI servers read as a command. */
const printable = (line: string): string => stripVTControlCharacters(line).replaceAll(/[\u0000-\u001f\u007f]/g, ' ')

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
