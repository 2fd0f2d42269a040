/** Failures as the agents of each framework report them, each with the parts that change between runs. */

export type Varied = { button?: string; ms?: number; line?: number; id?: string; total?: string; home?: string }

export const texts = {
  playwrightClick: ({ button = 'Pay', ms = 15000, line = 20, home = '/home/runner/work/shop' }: Varied = {}) =>
    `TimeoutError: locator.click: Timeout ${ms}ms exceeded.
Call log:
  - waiting for getByRole('button', { name: '${button}' })
    - locator resolved to <button disabled class="css-${line}">${button}</button>
  - attempting click action
    ${line} × waiting for element to be visible, enabled and stable

    at CheckoutPage.submit (${home}/pages/checkout.ts:${line}:33)
    at ${home}/tests/checkout.spec.ts:${line + 3}:31
    at /usr/lib/node_modules/@playwright/test/lib/worker/testInfo.js:${line}:7`,
  playwrightText: ({ total = '£54.97', ms = 5000, line = 48 }: Varied = {}) =>
    `Error: expect(locator).toHaveText(expected) failed

Locator:  getByTestId('total')
Expected: "£49.47"
Received: "${total}"
Timeout:  ${ms}ms

Call log:
  - Expect "toHaveText" with timeout ${ms}ms
  - waiting for getByTestId('total')
    ${line} × locator resolved to <span data-testid="total">${total}</span>

    at /repo/tests/basket.spec.ts:${line}:31`,
  jest: ({ total = '"Basket"', line = 12, home = '/repo' }: Varied = {}) =>
    `Error: expect(received).toBe(expected) // Object.is equality

Expected: "Checkout"
Received: ${total}
    at Object.<anonymous> (${home}/src/basket.test.ts:${line}:20)
    at Promise.then.completed (${home}/node_modules/jest-circus/build/utils.js:298:28)`,
  jestDiff: ({ line = 12 }: Varied = {}) =>
    `expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 1

  Object {
-   "state": "paid",
+   "state": "open",
  }
    at Object.<anonymous> (/repo/src/order.test.ts:${line}:20)`,
  vitest: ({ line = 12 }: Varied = {}) =>
    `AssertionError: expected 'open' to be 'paid' // Object.is equality

Expected: "paid"
Received: "open"

 ❯ payOrder src/pay.ts:${line}:11
 ❯ tests/order.test.ts:${line}:24
     10|   const order = payOrder()`,
  mocha: ({ line = 12 }: Varied = {}) =>
    `AssertionError: expected 'open' to equal 'paid'
    + expected - actual

    -open
    +paid

    at Context.<anonymous> (test/order.spec.js:${line}:14)
    at process.processImmediate (node:internal/timers:505:21)`,
  cypress: ({ button = 'pay', ms = 4000, line = 12 }: Varied = {}) =>
    `AssertionError: Timed out retrying after ${ms}ms: Expected to find element: \`[data-test=${button}]\`, but never found it.
    at Context.eval (webpack://shop/./cypress/e2e/checkout.cy.ts:${line}:8)`,
  wdio: ({ button = 'pay', ms = 10000, line = 31 }: Varied = {}) =>
    `Error: element ("[data-test=${button}]") still not clickable after ${ms}ms
    at /repo/node_modules/webdriverio/build/index.js:1045:23
    at async CheckoutPage.submit (file:///repo/pageobjects/checkout.page.ts:${line}:9)
    at async Context.<anonymous> (file:///repo/specs/checkout.spec.ts:${line}:9)`,
  nightwatch: ({ total = '£54.97', ms = 5000 }: Varied = {}) =>
    `NightwatchAssertError: Testing if element <#total> contains text '£49.47' in ${ms}ms - expected "contains text '£49.47'" but got: "${total}" (${ms + 90}ms)
    at DefaultTest.<anonymous> (/repo/tests/basket.js:12:8)`,
  selenium: ({ button = 'pay', id = '0a1b2c3d4e5f60718293a4b5c6d7e8f9', line = 42 }: Varied = {}) =>
    `org.openqa.selenium.NoSuchElementException: no such element: Unable to locate element: {"method":"css selector","selector":"#${button}"}
  (Session info: chrome=131.0.${line}.85)
For documentation on this error, please visit: https://www.selenium.dev/documentation/webdriver/troubleshooting/errors#no-such-element-exception
Build info: version: '4.27.0', revision: '${id}'
System info: os.name: 'Linux', host: 'runner-${line}'
Session ID: ${id}
	at java.base/jdk.internal.reflect.DirectConstructorHandleAccessor.newInstance(DirectConstructorHandleAccessor.java:62)
	at org.openqa.selenium.remote.RemoteWebDriver.findElement(RemoteWebDriver.java:${line})
	at com.acme.shop.CheckoutPage.submit(CheckoutPage.java:${line})
	at com.acme.shop.CheckoutTest.paysByCard(CheckoutTest.java:${line + 9})`,
  junit5: ({ line = 42, total = '£54.97' }: Varied = {}) =>
    `org.opentest4j.AssertionFailedError: total ==> expected: <£49.47> but was: <${total}>
	at org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)
	at app//com.acme.shop.BasketTest.total(BasketTest.java:${line})`,
  assertj: ({ line = 42 }: Varied = {}) =>
    `org.opentest4j.AssertionFailedError: 
expected: "paid"
 but was: "open"
	at com.acme.shop.OrderTest.pays(OrderTest.java:${line})`,
  testng: ({ id = '5f3a9c1e', line = 42 }: Varied = {}) =>
    `java.lang.AssertionError: order of com.acme.Order@${id} expected [paid] but found [open]
	at org.testng.Assert.fail(Assert.java:111)
	at com.acme.shop.OrderTest.lambda$pays$${line}(OrderTest.java:${line})`,
  wrapped: ({ button = 'slots', line = 8 }: Varied = {}) =>
    `java.util.concurrent.CompletionException: java.lang.IllegalStateException: 500
	at java.base/java.util.concurrent.CompletableFuture.encodeThrowable(CompletableFuture.java:315)
	at com.acme.shop.Delivery.load(Delivery.java:20)
Caused by: java.lang.IllegalStateException: 500 at /api/${button}
	at com.acme.shop.Http.send(Http.java:${line})
	... 3 more`,
  pytest: ({ line = 12, total = '£54.97' }: Varied = {}) =>
    `basket = <tests.basket.Basket object at 0x7f3a9c1e${line}>

    def test_total(basket):
        basket.add("olive tree")
>       assert basket.total() == "£49.47"
E       AssertionError: assert '${total}' == '£49.47'
E         
E         - £49.47
E         + ${total}

tests/test_basket.py:${line}: AssertionError`,
  python: ({ button = 'pay', line = 12, home = '/repo' }: Varied = {}) =>
    `Traceback (most recent call last):
  File "${home}/tests/test_checkout.py", line ${line}, in test_pay
    page.submit()
  File "${home}/pages/checkout.py", line ${line}, in submit
    self.driver.find_element(By.ID, "${button}").click()
  File "${home}/.venv/lib/python3.12/site-packages/selenium/webdriver/remote/webdriver.py", line 770, in find_element
    return self.execute(Command.FIND_ELEMENT)
selenium.common.exceptions.NoSuchElementException: Message: no such element: Unable to locate element: {"method":"css selector","selector":"[id="${button}"]"}
  (Session info: chrome=131.0.${line}.85)`,
  nunit: ({ line = 42 }: Varied = {}) =>
    `  String lengths are both 4. Strings differ at index 0.
  Expected: "paid"
  But was:  "open"
   at NUnit.Framework.Assert.That(Object actual, IResolveConstraint expression)
   at Shop.Tests.OrderTests.Pays() in C:\\agent\\_work\\${line}\\OrderTests.cs:line ${line}`,
  api: ({ id = '7f6d2c1e-1b2a-4c3d-8e9f-0a1b2c3d4e5f', ms = 412, line = 48 }: Varied = {}) =>
    `Error: order ${id} was not ready at 2026-11-${10 + (line % 20)}T13:15:33.${line}Z (${line > 50 ? 'Tue Nov 24' : 'Sun, 1 November'} 2026), waited ${ms} ms (try ${line}, token eyJhbGciOi${line}JIUzI1NiIs${line})
    at waitForOrder (/repo/api/orders.ts:${line}:11)`,
}
