import { TEXTS } from '../../contract/texts.ts'
import { SECURITY_TEXTS } from '../../contract/workspace/account-security-texts.ts'
import type { Db } from '../db/open.ts'
import { wrongField } from '../http/refusal.ts'

/** Common starts of leaked passwords, whatever follows them. */
const COMMON = new Set(
  `password passwort passw pass admin administrator root welcome letmein login access master secret qwerty qwertz azerty iloveyou
   monkey dragon football baseball basketball soccer hockey superman batman spiderman pokemon starwars sunshine princess shadow michael
   jennifer jordan harley ranger hunter buster thomas robert charlie andrew daniel ashley jessica michelle summer winter spring autumn
   january february march april june july august september october november december monday friday sunday computer internet samsung
   google facebook microsoft windows android apple iphone linux testing tester test demo example sample guest user username default
   changeme temp temporary trustno freedom whatever hello helloworld flower cookie cheese chocolate pepper ginger mustang corvette ferrari
   mercedes porsche yankees chelsea liverpool arsenal barcelona juventus killer matrix phoenix tigger snoopy mickey purple orange yellow
   silver golden diamond blink asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qweasd qwert qwertyuiop abcdef abcdefgh abc love baby angel
   lovely jesus blessed family forever friends money lucky maggie jasper sophie bailey hannah london paris berlin madrid moscow america
   canada germany france poland ukraine russia assay zebrunner selenium cypress playwright automation company business office work`
    .split(/\s+/)
    .filter(Boolean),
)

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')
const unleeted = (text: string): string => text.replace(/[01345 7@$!]/g, (one) => LEET[one] ?? one)

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  '1qaz2wsx3edc4rfv',
]
/** Detects `12345678`, `aaaaaaaa`, `qwertyui`, `abcabcabc`, and their reversals. */
const isSequence = (text: string): boolean => {
  if (/^(.{1,4})\1+.?$/.test(text)) return true
  return ROWS.some((row) => {
    const twice = row + row
    const backwards = twice.split('').reverse().join('')
    return twice.includes(text) || backwards.includes(text)
  })
}

/**
 * Returns whether the password is, or resembles, one in lists of leaked passwords: a common word surrounded by digits and symbols, or a
 * keyboard sequence.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  if (isSequence(text)) return true
  // Strips the digits and symbols that users add to satisfy a rule.
  const letters = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
  const core = text.slice(letters[0] ?? 0, (letters.at(-1) ?? -1) + 1)
  return [lettersOf(core), lettersOf(unleeted(core)), lettersOf(unleeted(text))].some(
    (word) => word !== '' && (COMMON.has(word) || isSequence(word) || isTwice(word)),
  )
}

const isTwice = (word: string): boolean =>
  word.length % 2 === 0 &&
  word.slice(0, word.length / 2) === word.slice(word.length / 2) &&
  COMMON.has(word.slice(word.length / 2))

/** Throws 400 at `field` if the workspace's policy does not allow the password. */
export const requireAllowedPassword = async (db: Db, password: string, field: string): Promise<void> => {
  const rules = await db
    .selectFrom('workspace')
    .select(['password_least', 'refuses_common_passwords'])
    .executeTakeFirst()
  if (!rules) return
  if (password.length < rules.password_least)
    throw wrongField(field, SECURITY_TEXTS.passwordLeast(rules.password_least))
  if (rules.refuses_common_passwords && isCommonPassword(password)) throw wrongField(field, TEXTS.passwordCommon)
}
