import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), 'assay-secrets-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const keyA = 'a1'.repeat(32)
const keyB = Buffer.alloc(32, 7).toString('base64')
const place = 'variable of project 1'

describe('secrets', () => {
  test('decrypts what was encrypted, and never produces the same ciphertext twice', () => {
    const secrets = createSecrets({ SECRET_KEY: keyA, DATA_DIR })
    const [one, other] = [secrets.seal('hunter2 — ключ', place), secrets.seal('hunter2 — ключ', place)]
    expect(secrets.open(one, place)).toBe('hunter2 — ключ')
    expect(one.equals(other)).toBe(false)
    expect(one.includes('hunter2')).toBe(false)
    expect(secrets.open(secrets.seal('', place), place)).toBe('')
  })

  test('does not decrypt for another context, with another key, or when damaged', () => {
    const secrets = createSecrets({ SECRET_KEY: keyA, DATA_DIR })
    const sealed = secrets.seal('hunter2', place)
    expect(secrets.open(sealed, 'variable of project 2')).toBeNull()
    expect(createSecrets({ SECRET_KEY: keyB, DATA_DIR }).open(sealed, place)).toBeNull()
    for (let at = 0; at < sealed.length; at += 1) {
      const damaged = Buffer.from(sealed)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(secrets.open(damaged, place), `byte ${at}`).toBeNull()
    }
    expect(secrets.open(sealed.subarray(0, 20), place)).toBeNull()
    expect(secrets.open(Buffer.alloc(0), place)).toBeNull()
  })

  test('with a new key before the old one, decrypts old secrets and encrypts with the new key', () => {
    const old = createSecrets({ SECRET_KEY: keyA, DATA_DIR }).seal('hunter2', place)
    const both = createSecrets({ SECRET_KEY: `${keyB}, ${keyA}`, DATA_DIR })
    expect(both.open(old, place)).toBe('hunter2')
    expect(createSecrets({ SECRET_KEY: keyB, DATA_DIR }).open(both.seal('new', place), place)).toBe('new')
  })

  test('without SECRET_KEY creates a persistent key in the data folder with owner permissions', () => {
    const folder = path.join(DATA_DIR, 'not', 'there', 'yet')
    const sealed = createSecrets({ DATA_DIR: folder }).seal('hunter2', place)
    expect(readdirSync(folder)).toEqual(['secret.key'])
    expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
    const key = readFileSync(path.join(folder, 'secret.key'), 'utf8')
    expect(createSecrets({ DATA_DIR: folder }).open(sealed, place)).toBe('hunter2')
    expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(key)
  })

  test('rejects a key file without a key and leaves it unchanged', () => {
    const file = path.join(DATA_DIR, 'secret.key')
    writeFileSync(file, 'nonsense')
    expect(() => createSecrets({ DATA_DIR })).toThrow('The file secret.key in the data folder holds no key')
    expect(readFileSync(file, 'utf8')).toBe('nonsense')
  })
})

describe('SECRET_KEY', () => {
  test.each([keyA, keyB, `${keyB},${keyA}`])('%s is taken', (SECRET_KEY) => {
    expect(readConfig({ SECRET_KEY }).SECRET_KEY).toBe(SECRET_KEY)
  })
  test.each(['short', 'g'.repeat(64), `${keyA},`, keyA.slice(1)])('rejects %s by name', (SECRET_KEY) => {
    expect(() => readConfig({ SECRET_KEY })).toThrow('SECRET_KEY: must be 32 bytes')
  })
})
