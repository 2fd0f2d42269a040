import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

let opened: TestDatabase | null = null
afterEach(async () => {
  await opened?.remove()
  opened = null
})

const WORKER = new URL('../../../server/db/pglite/worker.ts', import.meta.url)

/** The database worker with a replaced function of Node's `fs`. */
const workerBehind = (before: string): { url: URL; remove(): void } => {
  const folder = mkdtempSync(join(inject('database').dataFolder, 'broken-'))
  const file = join(folder, 'worker.mjs')
  writeFileSync(
    file,
    `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
${before}
syncBuiltinESMExports()
await import(${JSON.stringify(WORKER)})`,
  )
  return { url: pathToFileURL(file), remove: () => rmSync(folder, { recursive: true }) }
}

describe.runIf(testEngine() === 'pglite')('the embedded database', () => {
  test('syncs to the disk at least once for every commit, before it answers', async () => {
    opened = await openTestDatabase()
    const { db, syncs } = opened
    await sql`create table kept (n int)`.execute(db)
    for (let n = 0; n < 20; n += 1) {
      const before = syncs() ?? 0
      await sql`insert into kept values (${n})`.execute(db)
      expect(syncs()).toBeGreaterThan(before)
    }
    const before = syncs()
    await sql`select * from kept`.execute(db)
    expect(syncs()).toBe(before)
  })

  test('loses no acknowledged insert when its process is killed in full stream', async () => {
    opened = await openTestDatabase()
    await opened.close()
    const program = join(import.meta.dirname, 'processes/insert-forever.ts')
    const child = spawn(process.execPath, [program, opened.location.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.split('\n').length > 400) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = said.split('\n').slice(0, -1).map(Number)
    expect(acknowledged.length).toBeGreaterThanOrEqual(400)

    const again = await openDatabase(opened.location) // also takes the folder over from the dead owner
    const { rows } = await sql<{ number: number }>`select number from kept order by number`.execute(again.db)
    await again.close()
    // One more may have been committed without an acknowledgement.
    expect(rows.map(({ number }) => number).slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1)
  })

  test('does not continue after a failed sync', async () => {
    opened = await openTestDatabase()
    await opened.close()
    const broken = workerBehind(
      `const real = fs.fdatasyncSync; let left = 60
       fs.fdatasyncSync = (fd) => { if (--left < 0) throw new Error('the disk is gone'); real(fd) }`,
    )
    let on: (error: Error) => void = () => undefined
    const fatal = new Promise<Error>((resolve) => (on = resolve))
    const again = await openDatabase({ ...opened.location, workerUrl: broken.url, onFatal: (error) => on(error) })
    await sql`create table kept (n int)`.execute(again.db)
    let acknowledged = 0
    const inserting = (async () => {
      for (;;) {
        await sql`insert into kept values (${acknowledged})`.execute(again.db)
        acknowledged += 1
      }
    })()
    await expect(inserting).rejects.toThrow('the disk is gone')
    expect((await fatal).message).toContain('the disk is gone')
    expect(acknowledged).toBeLessThan(60)
    await expect(sql`select 1`.execute(again.db)).rejects.toThrow('the disk is gone')
    await again.close()
    broken.remove()
  })

  test('does not start when commits would not be synced', async () => {
    opened = await openTestDatabase()
    await opened.close()
    const unsynced = workerBehind(`Atomics.add = () => 0`) // as if the engine never called the hook
    await expect(openDatabase({ ...opened.location, workerUrl: unsynced.url })).rejects.toThrow('does not sync')
    unsynced.remove()
    const sound = await openDatabase(opened.location) // and has released the folder
    await sound.close()
  })

  test('starts over after an interrupted first start', async () => {
    opened = await openTestDatabase()
    await opened.close()
    const { dataDir } = opened
    // State left by a process that is killed while it creates its database.
    renameSync(join(dataDir, 'database'), join(dataDir, 'database.making'))
    rmSync(join(dataDir, 'database.making', 'global'), { recursive: true })
    const again = await openDatabase(opened.location)
    expect((await sql`select count(*) as n from project`.execute(again.db)).rows).toEqual([{ n: 0 }])
    await again.close()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('leaves the event loop free while a long query runs', async () => {
    opened = await openTestDatabase()
    const { db } = opened
    let turns = 0
    let running = true
    const turn = (): void => {
      turns += 1
      if (running) setImmediate(turn)
    }
    turn()
    await sql`select count(*) from generate_series(1, 2000000) g where md5(g::text) > ''`.execute(db)
    running = false
    expect(turns).toBeGreaterThan(1_000) // a query on this thread leaves it fewer than ten
  })
})
