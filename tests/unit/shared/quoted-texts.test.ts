import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { QUOTED_TEXTS } from './quoted-texts.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** The product's sources without comments, on one line. Expressions in templates and elements are `{}`, as in the quoted texts. */
const sources = ['contract', 'machines', 'views', 'server']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(root, folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) =>
    readFileSync(file, 'utf8')
      .replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/ .*/g, '')
      .replaceAll(/\$\{[^{}]*\}|\{[\w.?()[\] ]*\}/g, '{}')
      .replaceAll("\\'", "'")
      .replaceAll(/\s+/g, ' '),
  )
  .join('\n')
const inSmallLetters = sources.toLowerCase()

/** A text of one word is a whole literal or a whole text of an element; several words can be part of a longer one. */
const isInProduct = (text: string): boolean => {
  if (!text.includes(' '))
    return [`'${text}'`, `"${text}"`, `>${text}<`, `> ${text} <`].some((one) => sources.includes(one))
  // Quoted in small letters, it is a description of a control, such as the button "copy url".
  return /^[a-z]/.test(text) ? inSmallLetters.includes(text.toLowerCase()) : sources.includes(text)
}

test('the product uses every text that the requirements quote', () => {
  const missing = Object.entries(QUOTED_TEXTS).filter(([text]) => !isInProduct(text))
  expect(missing).toEqual([])
})

test('a text that the product does not use is found', () => {
  expect(['Launch cannot be found', 'Nosuchword', 'no such text'].filter(isInProduct)).toEqual([])
})
