import { expect, test } from 'vitest'
import { resolvePaths, type UploadedFile } from '../../../../server/launches/import/attachments/paths.ts'

const inZip = (path: string, archive = 'results.zip'): UploadedFile => ({ archive, path })
const alone = (path: string): UploadedFile => ({ archive: '', path })

/** Returns the paths of the files, or why there is none. */
const found = (
  paths: readonly string[],
  files: readonly UploadedFile[],
  report: UploadedFile = inZip('out/junit.xml'),
): string[] =>
  resolvePaths(
    paths.map((path) => ({ path, report })),
    files,
  ).map((one) => {
    const file = typeof one === 'number' ? files[one] : undefined
    return file === undefined ? String(one) : [file.archive, file.path].filter(Boolean).join('!')
  })

test('finds a file beside its report, below it and above it', () => {
  const files = ['out/a.png', 'out/shots/b.png', 'shots/c.png', 'a.png'].map((path) => inZip(path))
  expect(found(['a.png', './shots/b.png', 'shots\\b.png', '../shots/c.png'], files)).toEqual([
    'results.zip!out/a.png',
    'results.zip!out/shots/b.png',
    'results.zip!out/shots/b.png',
    'results.zip!shots/c.png',
  ])
})

test.each([
  '/home/ci/shop/shots/login.png',
  'C:\\agent\\_work\\1\\s\\shots\\login.png',
  'C:/agent/shots/login.png',
  '\\\\server\\share\\shots\\login.png',
  'file:///home/ci/shots/login.png',
  'file:///C:/agent/shots/login.png',
  '../../../etc/shots/login.png',
  'x/../shots/./login.png',
])('finds the file of %s by the end of its path', (path) => {
  expect(found([path], [inZip('shots/login.png'), inZip('other/login.png')])).toEqual(['results.zip!shots/login.png'])
})

test('decodes file addresses, and compares characters in their composed form', () => {
  const files = [inZip('shots/Ka\u0308se 1.png'), inZip('shots/50%.png')]
  expect(found(['file:///ci/shots/K%C3%A4se%201.png', 'shots/K\u00e4se 1.png', 'file:///50%.png'], files)).toEqual([
    'results.zip!shots/Ka\u0308se 1.png',
    'results.zip!shots/Ka\u0308se 1.png',
    'results.zip!shots/50%.png',
  ])
})

test.each(['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\win.ini', '', '..', '/', 'shots', '\0', '../..\\..'])(
  'finds no file for %j, because only files of the upload count',
  (path) => {
    expect(found([path], [inZip('shots/a.png')])).toEqual(['missing'])
  },
)

test('takes none of several files that match equally', () => {
  const files = [inZip('one/a.png'), inZip('two/a.png')]
  expect(found(['/ci/three/a.png', '/ci/two/a.png'], files)).toEqual(['ambiguous', 'results.zip!two/a.png'])
})

test('takes the last of several entries of one archive that have the same path', () => {
  const report = { archive: 'a.zip', path: 'report.jsonl' }
  const entry = { archive: 'a.zip', path: 'resources/81a3.png' }
  expect(resolvePaths([{ path: 'resources/81a3.png', report }], [entry, report, entry])).toEqual([2])
})

test('prefers a file whose whole path matches', () => {
  const files = [inZip('out/a.png'), inZip('a.png')]
  expect(found(['/ci/a.png', '/ci/out/a.png'], files)).toEqual(['results.zip!a.png', 'results.zip!out/a.png'])
})

test('takes the nearest to the report of several files that match equally', () => {
  const files = [inZip('shots/a.png', 'shard-1.zip'), inZip('shots/a.png', 'shard-2.zip')]
  for (const archive of ['shard-1.zip', 'shard-2.zip'])
    expect(found(['/ci/shots/a.png'], files, inZip('report.json', archive))).toEqual([`${archive}!shots/a.png`])
  expect(found(['/ci/shots/a.png'], files, alone('report.json'))).toEqual(['ambiguous'])
})

test('finds files of other archives and files that were uploaded by themselves', () => {
  const files = [inZip('run/test-results/a/b.png', 'artifacts.zip'), alone('c.png')]
  expect(found(['/ci/test-results/a/b.png', '/ci/test-results/c.png'], files, alone('report.json'))).toEqual([
    'artifacts.zip!run/test-results/a/b.png',
    'c.png',
  ])
})

test('leaves a file to the path that has more in common with it', () => {
  const files = [inZip('test-results/a/failed.png')]
  expect(found(['/ci/test-results/a/failed.png', '/ci/test-results/b/failed.png'], files)).toEqual([
    'results.zip!test-results/a/failed.png',
    'missing',
  ])
})

test('compares 20,000 paths with 50,000 files of few names', () => {
  const files = Array.from({ length: 50_000 }, (_, i) => inZip(`test-results/t${i}/failed-${i % 3}.png`))
  const paths = Array.from({ length: 20_000 }, (_, i) => `/ci/test-results/t${i}/failed-${i % 3}.png`)
  expect(found(paths, files)).toEqual(paths.map((path) => `results.zip!${path.slice('/ci/'.length)}`))
  expect(
    new Set(
      found(
        paths.map(() => '/ci/failed-1.png'),
        files,
      ),
    ),
  ).toEqual(new Set(['ambiguous']))
})
