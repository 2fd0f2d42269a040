/** Automated launches of the sample shop. */

export interface SampleTest {
  className: string
  name: string
  seconds: number
  /** Title of the test case that it automates. */
  testCase?: string
  failure?: string
  isSkipped?: true
}

export interface SampleLaunch {
  name: string
  build: string
  hoursAgo: number
  tests: readonly SampleTest[]
}

const PAYMENT_TIMEOUT = `TimeoutError: locator.click: Timeout 15000ms exceeded.
Call log:
  - waiting for getByRole('button', { name: 'Pay now' })
    at PaymentPage.pay (/shop/tests/pages/payment-page.ts:31:22)
    at /shop/tests/payment.spec.ts:18:23`
const VOUCHER_TOTAL = `Error: expect(locator).toHaveText(expected)

Locator: getByTestId('total')
Expected string: "89.10 €"
Received string: "80.19 €"
    at /shop/tests/payment.spec.ts:47:43`
const SEARCH_UNAVAILABLE = `Error: GET /api/search?q=bakcpack: 503 Service Unavailable
    at ShopApi.search (/shop/tests/api/shop-api.ts:12:13)
    at /shop/tests/search.spec.ts:40:20`

/** The same tests each time, and what went wrong with some. */
const regression = (failures: Readonly<Record<string, string>>): SampleTest[] =>
  [
    {
      className: 'search.spec.ts',
      name: 'finds a product by a part of its name',
      seconds: 4,
      testCase: 'A product is found by a part of its name',
    },
    {
      className: 'search.spec.ts',
      name: 'combines filters',
      seconds: 9,
      testCase: 'Filters combine, and stay in the address',
    },
    {
      className: 'search.spec.ts',
      name: 'suggests other words',
      seconds: 3,
      testCase: 'A search without results suggests other words',
    },
    {
      className: 'cart.spec.ts',
      name: 'changes the quantity',
      seconds: 6,
      testCase: 'A product is added, and its quantity changed',
    },
    {
      className: 'cart.spec.ts',
      name: 'keeps the cart after sign-in',
      seconds: 11,
      testCase: 'The cart is kept when the customer signs in',
    },
    { className: 'payment.spec.ts', name: 'pays by card', seconds: 17, testCase: 'Pays by card' },
    {
      className: 'payment.spec.ts',
      name: 'reports a declined card',
      seconds: 14,
      testCase: 'A declined card leaves the order open',
    },
    { className: 'payment.spec.ts', name: 'applies a voucher once', seconds: 8, testCase: 'Applies a voucher once' },
    { className: 'payment.spec.ts', name: 'pays by invoice', seconds: 0, isSkipped: true as const },
  ].map((test) => {
    const failure = failures[test.name]
    return failure === undefined ? test : { ...test, failure }
  })

export const SHOP_LAUNCHES: readonly SampleLaunch[] = [
  { name: 'Nightly regression', build: '2.3.0', hoursAgo: 50, tests: regression({}) },
  {
    name: 'Nightly regression',
    build: '2.4.0-rc.1',
    hoursAgo: 26,
    tests: regression({ 'pays by card': PAYMENT_TIMEOUT, 'suggests other words': SEARCH_UNAVAILABLE }),
  },
  {
    name: 'Nightly regression',
    build: '2.4.0-rc.2',
    hoursAgo: 2,
    tests: regression({
      'pays by card': PAYMENT_TIMEOUT,
      'reports a declined card': PAYMENT_TIMEOUT,
      'applies a voucher once': VOUCHER_TOTAL,
    }),
  },
]
