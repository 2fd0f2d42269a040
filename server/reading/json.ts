import { Unreadable } from './source-file.ts'

/** Callbacks of the scanner, in document order. Strings that are longer than the limit are cut. */
export interface JsonHandler {
  open: (kind: '{' | '[') => void
  key: (name: string) => void
  value: (value: JsonScalar) => void
  close: () => void
  /** The document breaks a rule of JSON that reporters break, and is read nevertheless. */
  odd?: (message: string, line: number) => void
}

export type JsonScalar = string | number | boolean | null

const DEPTH_LIMIT = 1000
/** Limit of the characters of one string that are kept in memory. */
const STRING_LIMIT = 4 * 1024 * 1024
/** Longer than any number. */
const LITERAL_LIMIT = 400

const PLAIN = /[^"\\\u0000-\u001f]+/y
const LITERAL = /[-+.\w]+/y
const SPACE = /[ \t\r\n\ufeff]+/y
const SIGNS = new Set('"{}[],:')
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** What Python and others write for numbers that JSON does not have. */
const NO_NUMBERS = new Set(['NaN', 'Infinity', '-Infinity', 'undefined'])

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'end'

/**
 * Reads JSON in parts of any length without keeping the document. Accepts what reporters write besides valid JSON: control characters in
 * strings, and numbers that are none. Throws `Unreadable` with line and column where the document breaks.
 */
export class JsonScanner {
  readonly #handler: JsonHandler
  readonly #open: ('{' | '[')[] = []
  #expected: Expected = 'value'
  /** A console's output follows the document. */
  #isRestSkipped = false
  #text = ''
  #position = 0
  /** Pieces of the string that is being read; null outside of strings. */
  #string: string[] | null = null
  #stringLength = 0
  #line = 1
  #lineStart = 0
  #counted = 0

  constructor(handler: JsonHandler) {
    this.#handler = handler
  }

  /** Line of the current position, from 1. */
  get line(): number {
    for (;;) {
      const next = this.#text.indexOf('\n', this.#counted)
      if (next < 0 || next >= this.#position) return this.#line
      this.#line += 1
      this.#counted = next + 1
      this.#lineStart = next + 1
    }
  }

  /** Whether a whole document has been read. */
  get isComplete(): boolean {
    return this.#expected === 'end'
  }

  write(part: string): void {
    this.#add(part)
    this.#scan(false)
  }

  close(): void {
    this.#scan(true)
    if (this.#string !== null || this.#expected !== 'end') this.#fail('the file ends in the middle')
  }

  #add(part: string): void {
    // Keeps the line number before the text that is dropped.
    void this.line
    const rest = this.#text.slice(this.#position)
    this.#lineStart -= this.#position
    this.#counted = Math.max(0, this.#counted - this.#position)
    this.#text = rest + part
    this.#position = 0
  }

  #scan(isLast: boolean): void {
    for (;;) {
      if (this.#isRestSkipped) this.#position = this.#text.length
      if (this.#string !== null) {
        if (!this.#scanString(isLast)) return
        continue
      }
      if (isSpace(this.#text.charCodeAt(this.#position))) {
        SPACE.lastIndex = this.#position
        SPACE.test(this.#text)
        this.#position = SPACE.lastIndex
      }
      const character = this.#text[this.#position]
      if (character === undefined) return
      if (this.#expected === 'end' && this.#handler.odd !== undefined) {
        const next = this.#text[this.#position + 1]
        if (character === '[' && next === undefined && !isLast) return
        if (character !== '{' && (character !== '[' || /\w/.test(next ?? ''))) {
          this.#isRestSkipped = true
          const text = this.#text.slice(this.#position, this.#position + 60).trimEnd()
          this.#handler.odd(`Text after the end of the JSON was not read: "${text}"`, this.line)
          continue
        }
      }
      if (!SIGNS.has(character) && /[-+.\w]/.test(character)) {
        LITERAL.lastIndex = this.#position
        LITERAL.test(this.#text)
        const end = LITERAL.lastIndex
        if (end - this.#position > LITERAL_LIMIT) this.#fail('a number is too long')
        // It may go on in the next part.
        if (end === this.#text.length && !isLast) return
        this.#takeLiteral(this.#text.slice(this.#position, end))
        this.#position = end
        continue
      }
      this.#takeSign(character)
      this.#position += 1
    }
  }

  #takeSign(character: string): void {
    const expected = this.#expected
    if (character === '"') {
      if (expected === 'colon' || expected === 'commaOrEnd' || expected === 'end')
        this.#fail(expected === 'end' ? 'there is more after the end' : 'a text is not expected')
      this.#string = []
      this.#stringLength = 0
      this.#takePlainString()
    } else if (character === '{' || character === '[') {
      if (expected !== 'value' && expected !== 'valueOrEnd')
        this.#fail(expected === 'end' ? 'there is more after the end' : `"${character}" is not expected`)
      if (this.#open.length >= DEPTH_LIMIT) this.#fail(`values are more than ${DEPTH_LIMIT} levels deep`)
      this.#open.push(character)
      this.#expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd'
      this.#handler.open(character)
    } else if (character === '}' || character === ']') {
      const isEnd =
        this.#open.at(-1) === (character === '}' ? '{' : '[') &&
        (expected === 'commaOrEnd' || expected === 'keyOrEnd' || expected === 'valueOrEnd')
      if (!isEnd) this.#fail(`"${character}" is not expected`)
      this.#open.pop()
      this.#afterValue()
      this.#handler.close()
    } else if (character === ',') {
      if (expected !== 'commaOrEnd') this.#fail('"," is not expected')
      this.#expected = this.#open.at(-1) === '{' ? 'key' : 'value'
    } else if (character === ':') {
      if (expected !== 'colon') this.#fail('":" is not expected')
      this.#expected = 'value'
    } else this.#fail(`the character U+${codeOf(character)} is not expected`)
  }

  #takeLiteral(literal: string): void {
    if (this.#expected !== 'value' && this.#expected !== 'valueOrEnd')
      this.#fail(this.#expected === 'end' ? 'there is more after the end' : `"${literal.slice(0, 20)}" is not expected`)
    let value: JsonScalar
    if (literal === 'true' || literal === 'false') value = literal === 'true'
    else if (literal === 'null') value = null
    else if (NUMBER.test(literal)) {
      value = Number(literal)
      if (/^-?0\d/.test(literal))
        this.#handler.odd?.(`"${literal.slice(0, 20)}" is no number of JSON and was read as ${value}`, this.line)
    } else if (NO_NUMBERS.has(literal)) {
      value = null
      this.#handler.odd?.(`"${literal}" is no number of JSON and was read as unknown`, this.line)
    } else this.#fail(`"${literal.slice(0, 20)}" is no value`)
    this.#afterValue()
    this.#handler.value(value)
  }

  /** Most strings have no escape and end in this part. */
  #takePlainString(): void {
    PLAIN.lastIndex = this.#position + 1
    const end = PLAIN.test(this.#text) ? PLAIN.lastIndex : this.#position + 1
    if (this.#text[end] !== '"' || end - this.#position > STRING_LIMIT) return
    const value = this.#text.slice(this.#position + 1, end)
    this.#position = end
    this.#endString(value)
  }

  /** Returns false when the rest of the string is in the next part. */
  #scanString(isLast: boolean): boolean {
    PLAIN.lastIndex = this.#position
    if (PLAIN.test(this.#text)) {
      this.#append(this.#text.slice(this.#position, PLAIN.lastIndex))
      this.#position = PLAIN.lastIndex
    }
    const character = this.#text[this.#position]
    if (character === undefined) return false
    if (character === '"') {
      this.#position += 1
      this.#endString((this.#string ?? []).join(''))
      return true
    }
    if (character !== '\\') {
      // Raw control character.
      this.#handler.odd?.(`The control character U+${codeOf(character)} stands unescaped in a text`, this.line)
      this.#append(character)
      this.#position += 1
      return true
    }
    const kind = this.#text[this.#position + 1]
    const length = kind === 'u' ? 6 : 2
    if (this.#position + length > this.#text.length) {
      if (isLast) this.#position = this.#text.length
      return false
    }
    if (kind === 'u') {
      const digits = this.#text.slice(this.#position + 2, this.#position + 6)
      if (!/^[\da-fA-F]{4}$/.test(digits)) this.#fail('an escape of a text is wrong')
      this.#append(String.fromCharCode(Number.parseInt(digits, 16)))
    } else {
      const escaped = kind ?? ''
      if (!'"\\/'.includes(escaped) && ESCAPES[escaped] === undefined)
        this.#handler.odd?.(`The escape "\\${escaped}" is unknown to JSON`, this.line)
      this.#append(ESCAPES[escaped] ?? escaped)
    }
    this.#position += length
    return true
  }

  #append(piece: string): void {
    const room = STRING_LIMIT - this.#stringLength
    if (room > 0) this.#string?.push(piece.length > room ? piece.slice(0, room) : piece)
    const isOver = this.#stringLength <= STRING_LIMIT && this.#stringLength + piece.length > STRING_LIMIT
    this.#stringLength += piece.length
    if (isOver) this.#handler.odd?.('A text is too long and was cut', this.line)
  }

  #endString(value: string): void {
    this.#string = null
    if (this.#expected === 'key' || this.#expected === 'keyOrEnd') {
      this.#expected = 'colon'
      this.#handler.key(value)
      return
    }
    this.#afterValue()
    this.#handler.value(value)
  }

  #afterValue(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'commaOrEnd'
  }

  #fail(what: string): never {
    const line = this.line
    const column = this.#position - this.#lineStart + 1
    throw new Unreadable(`The JSON is broken in line ${line}, column ${column}: ${what}`, { line })
  }
}

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
