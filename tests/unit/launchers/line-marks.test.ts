import { expect, test } from 'vitest'
import { markOf } from '../../../contract/launchers/line-marks.ts'

test.each([
  'Error: expected "£9.99" before "£28.50"',
  '  TypeError: cart is undefined',
  'java.lang.IllegalStateException: no driver',
  'org.openqa.selenium.NoSuchElementException',
  '[ERROR] Tests run: 3',
  'FAIL src/cart.test.ts',
  '2 tests failed.',
  'panic: runtime error: index out of range',
  'Traceback (most recent call last):',
  '  ✗ sorts by price',
  '✖ Delivery (2032ms)',
  'npm error code ELIFECYCLE',
  '10 errors',
])('reports an error: %s', (line) => expect(markOf(line)).toBe('error'))

test.each([
  '✓ search/filters.spec › pet-safe only (5.2s)',
  'Progress: 61 of 214, 0 failed, 1 passed on retry',
  'ℹ fail 0',
  'Failures: 0, Errors: 0',
  'no errors',
  '✓ tests/error-page.spec.ts',
  'compiled src/errors/index.ts',
  '$ npm test || echo "Error: no tests"',
  'mirrors are terrific',
  'failover is on',
])('reports nothing: %s', (line) => expect(markOf(line)).toBeNull())

test.each([
  'warn search/filters.spec › slow answer, 3.4s',
  'WARNING: the driver is old',
  '[warn] 2 files are not formatted',
  'npm warn deprecated glob@7.2.3: it has errors',
  '⚠ 1 snapshot is obsolete',
  '(node:12) DeprecationWarning: the module is deprecated',
])('reports a warning: %s', (line) => expect(markOf(line)).toBe('warning'))

test.each(['0 warnings', 'no warnings', 'warned twice', '✓ warning-page.spec.ts › shows', 'src/warning.ts'])(
  'reports no warning: %s',
  (line) => expect(markOf(line)).toBeNull(),
)
