import { describe, expect, test } from 'vitest'
import { failurePartsOf } from '../../../contract/launches/failures/failure-parts.ts'
import { fingerprintOf, frameText } from '../../../contract/launches/failures/fingerprint.ts'
import { texts, type Varied } from './failure-texts.ts'

const printOf = (text: string) => fingerprintOf(failurePartsOf(text))
const other: Varied = { ms: 30000, line: 77, id: '11111111-2222-3333-4444-555555555555', home: '/builds/7/shop' }

describe('[TESTS-15] one cause has one fingerprint across runs, machines and lines', () => {
  test.each(Object.entries(texts))('%s', (_, text) => {
    const { id, ...rest } = other
    const again = text({ ...rest, ...(text === texts.api ? { id } : { id: 'a9b8c7d6' }) })
    expect(again).not.toBe(text())
    expect(printOf(again)).toBe(printOf(text()))
  })
})

describe('other causes have other fingerprints', () => {
  const pairs: Record<string, [string, string]> = {
    'two buttons of Playwright': [texts.playwrightClick(), texts.playwrightClick({ button: 'Sign in' })],
    'two elements of Cypress': [texts.cypress(), texts.cypress({ button: 'voucher' })],
    'two elements of WebdriverIO': [texts.wdio(), texts.wdio({ button: 'voucher' })],
    'two elements of Selenium in Java': [texts.selenium(), texts.selenium({ button: 'voucher' })],
    'two elements of Selenium in Python': [texts.python(), texts.python({ button: 'voucher' })],
    'two received values': [texts.jest(), texts.jest({ total: '"Sign in"' })],
    'two lines of a diff': [texts.jestDiff(), texts.jestDiff().replace('"open"', '"cancelled"')],
    'two root causes in one wrapper': [texts.wrapped(), texts.wrapped({ button: 'vouchers' })],
    'two callers of one check': [texts.playwrightText(), texts.playwrightText().replace('basket.spec', 'gifts.spec')],
    'two methods of one class': [texts.junit5(), texts.junit5().replace('.total(', '.discount(')],
    'two functions of Python': [texts.python(), texts.python().replace('in submit', 'in sign_in')],
    'two sentences': ['Error: no connection', 'Error: no permission'],
  }
  test.each(Object.entries(pairs))('%s', (_, [one, two]) => {
    expect(one).not.toBe(two)
    expect(printOf(one)).not.toBe(printOf(two))
  })
})

test('ignores ids of five hexadecimal digits and more', () => {
  const printsOf = (...ids: string[]) => new Set(ids.map((id) => printOf(`Error: order ${id} is missing`)))
  expect(printsOf('a1b2c', 'f00d5', '3e9', '9d8c7b6').size).toBe(2)
  expect(printsOf('cafes', 'faced').size).toBe(2)
})

test('finds the team’s own frame, the locator and the values for every framework', () => {
  const emitted = Object.entries(texts).map(([name, text]) => {
    const { locator, expected, received, frame } = failurePartsOf(text())
    return [name, frame && frameText(frame), locator, expected, received]
  })
  expect(emitted).toEqual([
    ['playwrightClick', 'CheckoutPage.submit, pages/checkout.ts', "getByRole('button', { name: 'Pay' })", null, null],
    ['playwrightText', 'tests/basket.spec.ts', "getByTestId('total')", '"£49.47"', '"£54.97"'],
    ['jest', 'src/basket.test.ts', null, '"Checkout"', '"Basket"'],
    ['jestDiff', 'src/order.test.ts', null, '"state": "paid",', '"state": "open",'],
    ['vitest', 'payOrder, src/pay.ts', null, '"paid"', '"open"'],
    ['mocha', 'test/order.spec.js', null, 'paid', 'open'],
    ['cypress', 'e2e/checkout.cy.ts', null, null, null],
    ['wdio', 'CheckoutPage.submit, pageobjects/checkout.page.ts', null, null, null],
    ['nightwatch', 'tests/basket.js', null, "contains text '£49.47'", '£54.97'],
    ['selenium', 'com.acme.shop.CheckoutPage.submit', null, null, null],
    ['junit5', 'com.acme.shop.BasketTest.total', null, '£49.47', '£54.97'],
    ['assertj', 'com.acme.shop.OrderTest.pays', null, '"paid"', '"open"'],
    ['testng', 'com.acme.shop.OrderTest.lambda$pays$42', null, 'paid', 'open'],
    ['wrapped', 'com.acme.shop.Delivery.load', null, null, null],
    ['pytest', 'tests/test_basket.py', null, '£49.47', '£54.97'],
    ['python', 'submit, pages/checkout.py', null, null, null],
    ['nunit', 'Shop.Tests.OrderTests.Pays, 42/OrderTests.cs', null, '"paid"', '"open"'],
    ['api', 'waitForOrder, api/orders.ts', null, null, null],
  ])
})

test('a text of two million characters is read in part', () => {
  const hostile = ['at '.repeat(700_000), '-1 '.repeat(700_000), '@a'.repeat(1_000_000), `(${'x.'.repeat(1_000_000)}`]
  const texts = [
    ...hostile,
    hostile.join('\n'),
    '\n'.repeat(2_000_000),
    `Error: no\n${'    at f (a.ts:1:2)\n'.repeat(9e4)}`,
  ]
  for (const text of texts) expect(printOf(text).length).toBeLessThan(50_000)
})
