import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from '../../../server/db/folder-lock.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'

let folder: string
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lock-'))
})
afterEach(async () => {
  await Promise.all(children.map(kill))
  children = []
  rmSync(folder, { recursive: true })
})

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A process that waits for a signal to try for folders. */
const contender = async (folders: readonly string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'processes/hold-lock.ts'), ...folders], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => String((await lines.next()).value)
  expect(await line()).toBe('ready')
  return {
    child,
    pid: child.pid,
    try: async (moment: number) => {
      child.stdin.write(`${moment}\n`)
      return JSON.parse(await line()) as string[]
    },
  }
}

/** Four processes race for many folders: one race cannot be steered into its critical window, a hundred meet it. */
const expectOneWinner = async (folders: readonly string[]): Promise<void> => {
  const all = await Promise.all(Array.from({ length: 4 }, () => contender(folders)))
  const moment = Date.now() + 100
  const said = await Promise.all(all.map((each) => each.try(moment)))
  folders.forEach((folder, i) => {
    const winners = all.filter((_, who) => said[who]?.[i] === 'held')
    expect(winners).toHaveLength(1)
    for (const words of said) expect(words[i]).toMatch(new RegExp(`^held$|in use by process ${winners[0]?.pid}$`))
    expect(readdirSync(folder)).toEqual(['owner.lock'])
  })
}
const manyFolders = (): string[] => {
  const folders = Array.from({ length: 150 }, (_, i) => join(folder, `f${i}`))
  folders.forEach((path) => mkdirSync(path))
  return folders
}

describe('the lock of a data folder', () => {
  test('goes to one of several processes that race for it, and the others learn its pid', async () => {
    const folders = manyFolders()
    await expectOneWinner(folders)
    expect(readdirSync(folder)).toHaveLength(folders.length)
  })

  test('of a dead owner goes to one of several takers, even if one died while taking it', async () => {
    const folders = manyFolders()
    const owner = await contender(folders)
    expect(new Set(await owner.try(0))).toEqual(new Set(['held']))
    await kill(owner.child)
    // Half of them look as if a taker had been killed: the guard file is left, and its owner is dead.
    for (const path of folders.slice(75))
      writeFileSync(join(path, 'owner.lock.next'), readFileSync(join(path, 'owner.lock')))
    await expectOneWinner(folders)
  })

  test('is free when another process got the owner’s pid', () => {
    const past = { pid: process.ppid, start: 'another boot:1', host: hostname(), token: 'x' }
    writeFileSync(join(folder, 'owner.lock'), JSON.stringify(past))
    lockFolder(folder).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is free when a power failure left an empty lock file', () => {
    writeFileSync(join(folder, 'owner.lock'), '')
    lockFolder(folder).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('of another machine is held while its owner renews it', () => {
    const path = join(folder, 'owner.lock')
    writeFileSync(path, JSON.stringify({ pid: 1, start: null, host: 'elsewhere', token: 'x' }))
    expect(() => lockFolder(folder)).toThrow('in use by process 1 on elsewhere')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(path, longAgo, longAgo)
    lockFolder(folder).release()
  })

  test('is rejected a second time in one process, and is free after its release', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    lock.release()
    lock.release()
    const next = lockFolder(folder)
    lock.release() // must not remove a lock that another process owns by now
    expect(existsSync(join(folder, 'owner.lock'))).toBe(true)
    next.release()
  })
})

test.runIf(testEngine() === 'pglite')('opening a folder twice fails with the owner’s pid', async () => {
  const opened = await openTestDatabase()
  await expect(openDatabase(opened.location)).rejects.toMatchObject({ name: 'FolderInUse', pid: process.pid })
  await opened.remove()
})
