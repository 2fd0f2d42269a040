import { EventEmitter } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { passStream } from '../../../packages/cli/src/child.ts'
import { commandName } from '../../../packages/cli/src/command-name.ts'
import { completeFiles } from '../../../packages/cli/src/complete-files.ts'
import { createConsoleLines } from '../../../packages/cli/src/console-lines.ts'

const linesOf = (...chunks: readonly (string | Buffer)[]) => {
  const lines = createConsoleLines()
  for (const chunk of chunks) lines.add('stdout', Buffer.from(chunk))
  lines.close()
  return lines
}
const texts = (...chunks: readonly (string | Buffer)[]) =>
  linesOf(...chunks)
    .pending()
    .map(({ line }) => line)

test('lines are without codes of terminals, and show what remains of a progress bar', () => {
  const euro = Buffer.from('€')
  expect(texts('\u001b[31mred\u001b[0m\r\n10 %\r20 %\rdone\n', euro.subarray(0, 1), euro.subarray(1))).toEqual([
    'red',
    'done',
    '€',
  ])
})

test('a line without an end takes limited memory, and its rest is left out', () => {
  expect(texts('x'.repeat(70_000), 'y'.repeat(70_000), 'z\nnext\n')).toEqual(['x'.repeat(4000), 'next'])
})

test('output beyond the limits is left out with a note', () => {
  const lines = linesOf('a\n'.repeat(150_000))
  expect(lines.count()).toBe(100_000)
  lines.remove(99_999)
  expect(lines.pending()).toMatchObject([{ place: 100_000, line: expect.stringContaining('longer than') }])
  expect(lines.tail()).toMatch(/^a\n/)
  const long = linesOf(`${'b'.repeat(3999)}\n`.repeat(3000))
  expect(long.count()).toBeLessThan(2500)
})

test('one call takes a limited number of characters', () => {
  expect(linesOf(`${'b'.repeat(3999)}\n`.repeat(600)).pending().length).toBeLessThan(300)
})

test.each([
  [['npx', 'playwright', 'test', '--grep', 'secret'], 'npx playwright test'],
  [['/usr/bin/mvn', '-Dtoken=secret', 'verify'], 'mvn'],
  [['env', 'TOKEN=secret', 'npm', 'test'], 'env'],
  [['curl', 'https://user:secret@example.com'], 'curl'],
  [['sh', '-c', 'echo secret'], 'sh'],
])('the name of %j has no argument that may be a secret', (command, name) => expect(commandName(command)).toBe(name))

test('only XML with the end tag of its root is complete', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-'))
  const contents = {
    'whole.xml': '<?xml version="1.0"?>\n<!-- x --><testsuites><testsuite></testsuite></testsuites>\n',
    'part.xml': '<testsuites><testsuite></testsuite>',
    'empty.xml': '',
    'report.json': '{}',
  }
  const files = await Promise.all(
    Object.entries(contents).map(async ([file, content]) => {
      const name = path.join(folder, file)
      await writeFile(name, content)
      const { size, mtimeMs } = await stat(name)
      return { name, sizeBytes: size, modifiedMs: mtimeMs }
    }),
  )
  expect((await completeFiles(files)).map(({ name }) => path.basename(name))).toEqual(['whole.xml'])
  await rm(folder, { recursive: true })
})

describe('a stream of the command', () => {
  const begin = () => {
    const child = new EventEmitter()
    const from = new PassThrough()
    const written: string[] = []
    let read: () => void = () => undefined
    const to = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _, done) => {
        written.push(chunk.toString())
        if (written.length === 1) read = done
        else done()
      },
    })
    const passed = passStream(child, from, to, () => undefined)
    return { child, from, written, passed, read: () => read() }
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is passed in full to a reader that is slow, also after the end of the command', async () => {
    const { child, from, written, passed, read } = begin()
    from.write('first')
    expect(written).toEqual(['first'])
    child.emit('exit')
    await vi.advanceTimersByTimeAsync(60_000)
    from.end('last')
    read()
    await passed
    expect(written).toEqual(['first', 'last'])
  })

  test('is given up when a process in the background holds it open and prints nothing', async () => {
    const { child, from, passed } = begin()
    child.emit('exit')
    await vi.advanceTimersByTimeAsync(1000)
    await passed
    expect(from.destroyed).toBe(true)
  })
})
