/** Test cases of the sample shop. */

export interface SampleCase {
  title: string
  priority: 'Critical' | 'High' | 'Medium' | 'Low'
  preConditions?: string
  /** What to do, and what to see then. */
  steps: readonly (readonly [action: string, expectedResult: string])[]
}

export interface SampleSuite {
  title: string
  description: string
  cases: readonly SampleCase[]
}

export const SHOP_SUITES: readonly SampleSuite[] = [
  {
    title: 'Search',
    description: 'Finding products by words, filters and categories.',
    cases: [
      {
        title: 'A product is found by a part of its name',
        priority: 'High',
        steps: [
          ['Search for `back`', 'Backpacks are listed, the closest match first.'],
          ['Search for `BACK`', 'The same products are listed.'],
        ],
      },
      {
        title: 'Filters combine, and stay in the address',
        priority: 'Medium',
        steps: [
          ['Search for `shoe`, choose size 42 and the price range 50–100', 'Only shoes that match all filters remain.'],
          ['Reload the page', 'Filters and results are the same.'],
          ['Press *Clear filters*', 'All shoes are listed.'],
        ],
      },
      {
        title: 'A search without results suggests other words',
        priority: 'Low',
        steps: [['Search for `bakcpack`', '"Did you mean backpack?" is shown as a link.']],
      },
    ],
  },
  {
    title: 'Cart',
    description: 'What a customer is about to buy.',
    cases: [
      {
        title: 'A product is added, and its quantity changed',
        priority: 'Critical',
        steps: [
          ['Open *Trail backpack* and press *Add to cart*', 'The cart shows 1 item and its price.'],
          ['Set the quantity to 3', 'The total is three times the price.'],
          ['Set the quantity to 0', 'The cart is empty, and offers to undo.'],
        ],
      },
      {
        title: 'The cart is kept when the customer signs in',
        priority: 'High',
        preConditions:
          'Nobody is signed in. The customer `ada@example.com` has one product in the cart of another device.',
        steps: [
          ['Add a product to the cart', 'The cart shows 1 item.'],
          ['Sign in as `ada@example.com`', 'The cart shows both products.'],
        ],
      },
      {
        title: 'A product that sold out meanwhile is marked',
        priority: 'Medium',
        steps: [
          ['Open a cart with a product that has sold out', 'The product is marked, and is not part of the total.'],
        ],
      },
    ],
  },
  {
    title: 'Payment',
    description: 'From the cart to a paid order.',
    cases: [
      {
        title: 'Pays by card',
        priority: 'Critical',
        preConditions: 'The cart holds one product.',
        steps: [
          ['Press *Checkout*, and enter an address', 'The delivery cost is added to the total.'],
          ['Pay with the card 4111 1111 1111 1111', 'The order number is shown, and a mail confirms it.'],
        ],
      },
      {
        title: 'A declined card leaves the order open',
        priority: 'Critical',
        preConditions: 'The cart holds one product.',
        steps: [
          ['Pay with the card 4000 0000 0000 0002', 'The bank’s refusal is shown next to the card number.'],
          ['Pay with another card', 'The order is placed once.'],
        ],
      },
      {
        title: 'Applies a voucher once',
        priority: 'High',
        steps: [
          ['Enter the voucher `WELCOME10`', 'The total is 10 % less.'],
          ['Enter the voucher again', '"This voucher has been applied already" is shown.'],
        ],
      },
      {
        title: 'Refunds an order',
        priority: 'High',
        steps: [['Refund a paid order', 'The customer gets a mail, and the order reads *Refunded*.']],
      },
    ],
  },
]
