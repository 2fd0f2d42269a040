import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { kill, serve, type Served } from '../support/served.ts'

describe.runIf(testEngine() === 'postgres')('two servers with one PostgreSQL', () => {
  let database: TestDatabase
  let bucket: TestBucket
  let folder: string
  let running: Served[]
  beforeEach(async () => {
    database = await openTestDatabase()
    bucket = await openTestBucket()
    folder = mkdtempSync(join(tmpdir(), 'assay-servers-'))
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map(kill))
    await database.remove()
    await bucket.remove()
    rmSync(folder, { recursive: true })
  })

  /** A server with its own data folder. */
  const start = async (name: string, environment: Record<string, string> = {}): Promise<Served> => {
    const DATA_DIR = join(folder, name)
    mkdirSync(DATA_DIR, { recursive: true })
    const served = await serve({ DATABASE_URL: database.location.databaseUrl ?? '', DATA_DIR, ...environment })
    running.push(served)
    return served
  }
  const shared = () => ({ FILES_URL: bucket.url, SECRET_KEY: '00'.repeat(32) })

  const post = async ({ url, token }: Served, path: string, body: object): Promise<{ id: number } | null> => {
    const answer = await fetch(`${url}/api/reporting/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    const text = await answer.text()
    return text === '' ? null : (JSON.parse(text) as { id: number })
  }
  const startedAt = '2026-01-01T00:00:00Z'

  test('serve each other’s files, and lose no acknowledged upload when one is killed under load', async () => {
    const first = await start('first', shared())
    const second = await start('second', shared())
    const launch = await post(first, '/test-runs?projectKey=DEF', { name: 'Nightly', startedAt })
    const tests: number[] = []
    const files: string[] = []
    /** Reports tests, each with a file, until the server is gone or `most` are acknowledged. */
    const report = async (server: Served, name: string, max: number): Promise<void> => {
      for (let number = 0; number < max; number += 1) {
        const body = { name: `${name} ${number}`, className: name, methodName: `${number}`, startedAt }
        const started = await post(server, `/test-runs/${launch?.id}/tests`, body)
        if (started === null) throw new Error('a test has no id')
        tests.push(started.id)
        const form = new FormData()
        const content = `${name} ${number}`
        form.append('file', new Blob([content]), `${content}.txt`)
        await post(server, `/test-runs/${launch?.id}/tests/${started.id}/artifacts`, form)
        files.push(content)
        if (server === first && number === 25) first.child.kill('SIGKILL')
      }
    }
    const survivor = ['a', 'b'].map((name) => report(second, name, 60))
    const killed = ['c', 'd', 'e', 'f'].map((name) => report(first, name, 1000))
    expect((await Promise.allSettled(killed)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await Promise.all(survivor)

    const known = await database.db.selectFrom('test').select('id').execute()
    const knownIds = new Set(known.map(({ id }) => id))
    expect(tests.filter((id) => !knownIds.has(id))).toEqual([])
    const rows = await database.db.selectFrom('artifact').select(['name', 'public_id']).execute()
    const publicIds = new Map(rows.map((row) => [row.name, row.public_id]))
    for (const content of files) {
      const address = `${second.url}/api/files/${publicIds.get(`${content}.txt`)}/file`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${second.token}` } })
      expect([answer.status, await answer.text()]).toEqual([200, content])
    }
    expect(files.length).toBeGreaterThan(120 + 26)

    // The killed server returns.
    const again = await start('first', shared())
    await post(again, `/test-runs/${launch?.id}/tests`, { name: 'back', startedAt })
  })

  test('reject a second server that stores files elsewhere, until the first has ended', async () => {
    const elsewhere = 'keeps uploaded files elsewhere'
    const first = await start('first')
    await expect(start('second')).rejects.toThrow(elsewhere)
    await expect(start('second', shared())).rejects.toThrow(elsewhere)
    await start('first') // the same folder, as servers have it that mount one
    await Promise.all(running.map(kill))
    expect((await first.ended).said).toBe('')
    await start('second', shared())
  })
})
