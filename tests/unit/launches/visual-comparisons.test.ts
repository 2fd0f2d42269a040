import { expect, test } from 'vitest'
import { visualComparisonsIn, imagesOf } from '../../../views/launches/visual/visual-comparisons.ts'

const group = (...names: string[]) =>
  visualComparisonsIn(names.map((name, index) => ({ name, url: `/api/files/${index}/${name}` }))).map(
    ({ name, expected, actual, difference }) => [name, expected?.name, actual?.name, difference?.name],
  )

test('groups the attachments of Playwright', () =>
  expect(group('home-expected.png', 'home-actual.png', 'home-diff.png', 'test-failed-1.png')).toEqual([
    ['home', 'home-expected.png', 'home-actual.png', 'home-diff.png'],
  ]))

test('groups the files of Vitest, whose stored reference has no role in its name', () =>
  expect(
    group(
      'hero-actual-chromium-linux.png',
      'hero-chromium-linux.png',
      'hero-diff-chromium-linux.png',
      'hero-actual-webkit-darwin.png',
      'hero-reference-webkit-darwin.png',
    ),
  ).toEqual([
    [
      'hero-chromium-linux',
      'hero-chromium-linux.png',
      'hero-actual-chromium-linux.png',
      'hero-diff-chromium-linux.png',
    ],
    ['hero-webkit-darwin', 'hero-reference-webkit-darwin.png', 'hero-actual-webkit-darwin.png', undefined],
  ]))

test('groups the attachments of Vitest, whose names are roles', () =>
  expect(group('reference.png', 'actual.png', 'diff.png')).toEqual([
    ['Screenshot', 'reference.png', 'actual.png', 'diff.png'],
  ]))

test('groups the files of jest-image-snapshot, also its composite alone', () => {
  expect(group('cart-1-snap-diff.png')).toEqual([['cart-1-snap', undefined, undefined, 'cart-1-snap-diff.png']])
  expect(group('cart-1-snap-diff.png', 'cart-1-snap-received.png', 'cart-1-snap.png')).toEqual([
    ['cart-1-snap', 'cart-1-snap.png', 'cart-1-snap-received.png', 'cart-1-snap-diff.png'],
  ])
})

test('a repeated assertion is a comparison of its own', () =>
  expect(group('a-expected.png', 'a-actual.png', 'a-expected.png', 'a-actual.png', 'a-diff.png')).toEqual([
    ['a', 'a-expected.png', 'a-actual.png', undefined],
    ['a', 'a-expected.png', 'a-actual.png', 'a-diff.png'],
  ]))

test.each([
  ['the actual image alone, because the reference is new', ['home-actual.png', 'home-previous.png']],
  ['the expected image alone', ['home-expected.png']],
  ['images whose names merely contain a role', ['difference.png', 'actually.png', 'expected-total.png']],
])('is no comparison: %s', (_, names) => expect(group(...names)).toEqual([]))

test('reads names of screenshots from their addresses, and images among the artifacts', () => {
  const shot = { id: 1, kind: 'screenshot' as const, at: 0, level: null, message: null }
  const file = { kind: 'file' as const, sizeBytes: 1, at: null }
  expect(
    imagesOf(
      [
        { ...shot, url: '/api/files/1/start%20page-actual.png' },
        { ...shot, url: '/api/files/2/100%.png' },
        { ...shot, url: null },
      ],
      [
        { ...file, name: 'start page-diff.PNG', url: '/api/files/3/x' },
        { ...file, name: 'trace.zip', url: '/api/files/4/x' },
        { ...file, kind: 'link', name: 'a-diff.png', url: 'https://example.com/a-diff.png' },
      ],
    ),
  ).toEqual([
    { name: 'start page-actual.png', url: '/api/files/1/start%20page-actual.png' },
    { name: '100%.png', url: '/api/files/2/100%.png' },
    { name: 'start page-diff.PNG', url: '/api/files/3/x' },
  ])
})
