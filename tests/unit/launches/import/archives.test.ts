import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fileOf, read } from './read-reports.ts'
import { tarOf } from './tar-of.ts'

const report = (name: string) => Buffer.from(`<testsuite name="s"><testcase name="${name}"/></testsuite>`)
const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries))
const found = async (name: string, bytes: Buffer) => {
  const { tests, files, problems, isPartial } = await read(fileOf(name, bytes))
  return {
    tests: tests.map((one) => one.name),
    files: files.map((one) => one.name),
    problems: problems.map(({ file, message }) => `${file}: ${message}`),
    isPartial,
  }
}

const long = `${'folder/'.repeat(20)}a.xml`
test.each([
  ['a.xml.gz', gzipSync(report('t')), 'a.xml'],
  ['a.tar', tarOf({ 'a.xml': report('t'), 'shot.png': Buffer.alloc(2000) }), 'a.tar/a.xml'],
  ['a.tar.gz', gzipSync(tarOf({ 'shot.png': Buffer.alloc(2000), 'a.xml': report('t') })), 'a.tar.gz/a.xml'],
  ['a.tgz', gzipSync(tarOf({ [long]: report('t') })), `a.tgz/${long}`],
  ['a.zip', zip({ 'shard-1.zip': zip({ 'a.xml': report('t') }) }), 'a.zip/shard-1.zip/a.xml'],
  ['a.zip', zip({ 'a.xml.gz': gzipSync(report('t')) }), 'a.zip/a.xml'],
  ['a.zip', zip({ 'a.tar.gz': gzipSync(tarOf({ 'a.xml': report('t') })) }), 'a.zip/a.tar.gz/a.xml'],
  ['a.tar.gz', gzipSync(tarOf({ 'b.zip': zip({ 'a.xml': report('t') }) })), 'a.tar.gz/b.zip/a.xml'],
  ['b.zip.gz', gzipSync(zip({ 'a.xml': report('t') })), 'b.zip.gz/b.zip/a.xml'],
])('reads the report in %s', async (name, bytes, file) => {
  expect(await found(name, bytes)).toEqual({ tests: ['t'], files: [file], problems: [], isPartial: false })
})

test('reads the reports beside archives inside an archive, and names those that are deeper', async () => {
  const deeper = zip({ 'a.xml': report('deep') })
  const shard = zip({ 'a.xml': report('inner'), 'deeper.zip': deeper })
  expect(await found('a.zip', zip({ 'shard.zip': shard, 'a.xml': report('outer') }))).toEqual({
    tests: ['outer', 'inner'],
    files: ['a.zip/a.xml', 'a.zip/shard.zip/a.xml', 'a.zip/shard.zip/deeper.zip'],
    problems: [
      'a.zip/shard.zip/deeper.zip: The archive is inside an archive of an archive and was not read: send it on its own',
    ],
    isPartial: false,
  })
})

test('counts archives inside an archive without reports, which are traces and attachments', async () => {
  const none = zip({ 'a.txt': report('t') })
  const trace = zip({ 'response.json': Buffer.from('{"a":1}') })
  const { problems, tests } = await found(
    'a.zip',
    zip({ 'a.xml': report('t'), 'b.zip': none, 'test-1/trace.zip': trace, 'x-attachment.gz': gzipSync(none) }),
  )
  expect(tests).toEqual(['t'])
  expect(problems).toEqual(['a.zip: 2 archives inside the archive hold no report'])
})

test('imports what comes before the damage of an archive', async () => {
  const damaged = zip({ 'a.xml': report('t'), 'b.zip': Buffer.from('PK\u0003\u0004 no archive') })
  const inner = await found('a.zip', damaged)
  expect(inner.tests).toEqual(['t'])
  expect(inner.problems).toEqual(['a.zip/b.zip: The archive is broken, or has too many files'])
  expect(inner.isPartial).toBe(true)

  const shards = zip({ 'a.xml': report('t'), 'b.xml': report('lost') })
  // The length of the second name in the directory.
  shards.writeUInt16LE(0, shards.lastIndexOf('PK\u0001\u0002') + 28)
  const nameless = await found('a.zip', shards)
  expect(nameless.tests).toEqual(['t'])
  expect(nameless.problems).toEqual(['a.zip: The archive is damaged: the files behind the damage are lost'])
  expect(nameless.isPartial).toBe(true)

  const many = Buffer.from(`<testsuite name="s">${'<testcase name="t"/>'.repeat(1000)}</testsuite>`)
  const tarred = tarOf({ 'a.xml': report('first'), 'b.xml': many })
  const cut = await found('a.tar.gz', gzipSync(tarred.subarray(0, 10_000)))
  expect(cut.tests.slice(0, 2)).toEqual(['first', 't'])
  expect(cut.problems[0]).toBe('a.tar.gz: The archive ends in the middle of a file: the files behind that are lost')
  expect(cut.problems[1]).toMatch(/^a\.tar\.gz\/b\.xml: .* tests before that were read/)
  expect(cut.isPartial).toBe(true)

  const zipped = gzipSync(report('t'))
  const broken = await found('a.xml.gz', zipped.subarray(0, zipped.length - 12))
  expect(broken.isPartial).toBe(true)
  expect(broken.problems).toEqual(['a.xml.gz: The file is damaged'])
})

test('rejects an archive inside an archive that unpacks to far more than reports hold', async () => {
  const bomb = gzipSync(tarOf({ 'a.png': Buffer.alloc(65 * 1024 * 1024) }))
  const { tests, problems, isPartial } = await found('a.zip', zip({ 'bomb.tgz': bomb, 'a.xml': report('t') }))
  expect(tests).toEqual(['t'])
  expect(problems).toEqual(['a.zip/bomb.tgz: The archive unpacks to far more than reports hold'])
  expect(isPartial).toBe(true)
})
