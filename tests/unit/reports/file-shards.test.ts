import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shardsOf } from '../../../server/reports/file-shards.ts'

const filesOf = (files: readonly string[], shards: number, durations: Record<string, number> = {}) =>
  shardsOf(
    files,
    shards,
    Object.entries(durations).map(([className, ms]) => ({ className, ms })),
  ).shards

describe('shards', () => {
  test('balance the durations of files, not their number', () => {
    const durations = { 'a.spec.ts': 60_000, 'b.spec.ts': 20_000, 'c.spec.ts': 20_000, 'd.spec.ts': 20_000 }
    expect(filesOf(['e2e/a.spec.ts', 'e2e/b.spec.ts', 'e2e/c.spec.ts', 'e2e/d.spec.ts'], 2, durations)).toEqual([
      { files: ['e2e/a.spec.ts'], expectedMs: 60_000 },
      { files: ['e2e/b.spec.ts', 'e2e/c.spec.ts', 'e2e/d.spec.ts'], expectedMs: 60_000 },
    ])
  })

  test('count files without durations as the mean of the others, and spread them', () => {
    const { shards, known } = shardsOf(['a.py', 'b.py', 'c.py', 'd.py'], 2, [{ className: 'a', ms: 1000 }])
    expect(known).toBe(1)
    expect(shards.map(({ files, expectedMs }) => [files.length, expectedMs])).toEqual([
      [2, 2000],
      [2, 2000],
    ])
    expect(filesOf(['a', 'b', 'c', 'd'], 2).map(({ files, expectedMs }) => [files.length, expectedMs])).toEqual([
      [2, 0],
      [2, 0],
    ])
  })

  test.each([
    ['Playwright', 'tests/e2e/cart.spec.ts', 'cart.spec.ts > Cart'],
    ['Playwright with a project', 'tests/e2e/cart.spec.ts', 'chromium > e2e/cart.spec.ts'],
    ['Vitest', 'src/cart.test.tsx', 'src/cart.test.tsx'],
    ['pytest', 'tests/test_cart.py', 'tests.test_cart.TestCart'],
    ['JUnit', 'shop/src/test/java/com/shop/CartTest.java', 'com.shop.CartTest'],
    ['JUnit with a nested class', 'shop/src/test/java/com/shop/CartTest.java', 'com.shop.CartTest$WhenEmpty'],
  ])('know the file of a class as %s reports it', (_, file, className) => {
    expect(shardsOf([file, 'other/file.ts'], 1, [{ className, ms: 5 }])).toMatchObject({ known: 1 })
  })

  test('leave out a class that more than one file may have', () => {
    const files = ['a/src/test/java/com/shop/CartTest.java', 'b/src/test/java/com/shop/CartTest.java']
    expect(shardsOf(files, 2, [{ className: 'com.shop.CartTest', ms: 5 }])).toMatchObject({ known: 0 })
    expect(shardsOf(['a/cart.py', 'b/cart.py'], 2, [{ className: 'b.cart.Test', ms: 5 }])).toMatchObject({ known: 1 })
  })

  test('have each file once, and are the same for the same files in any order', () => {
    const file = fc.string({ minLength: 1, maxLength: 20 })
    const durations = fc.array(fc.record({ className: file, ms: fc.nat(10_000) }), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.uniqueArray(file, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        durations,
        (files, count, known) => {
          const { shards } = shardsOf(files, count, known)
          expect(shards).toHaveLength(count)
          expect(shards.flatMap((shard) => shard.files).sort()).toEqual([...files].sort())
          expect(shardsOf(files.toReversed(), count, known).shards).toEqual(shards)
        },
      ),
    )
  })
})
