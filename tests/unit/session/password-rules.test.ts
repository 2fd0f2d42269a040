import { expect, test } from 'vitest'
import { isCommonPassword } from '../../../server/session/password-rules.ts'

test.each([
  'password',
  'Password123!',
  'P@ssw0rd',
  '12345678',
  '87654321',
  'qwertyuiop',
  'aaaaaaaa',
  'abcabcabc',
  'Welcome2024',
  'letmein!!',
  'iloveyou1',
  'Summer2026!',
  'monkeymonkey',
  '1qaz2wsx',
])('%s is easy to guess', (password) => expect(isCommonPassword(password)).toBe(true))

test.each([
  'olive-tree-60',
  'correct horse battery',
  'passport-office',
  'gx7Kq2vT',
  'dragonfly wing',
  'testament 91 blue',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false))
