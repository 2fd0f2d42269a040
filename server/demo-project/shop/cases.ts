/** Test cases of the sample shop. */

export interface SampleCase {
  title: string
  priority: 'Critical' | 'High' | 'Medium' | 'Low'
  preConditions?: string
  /** Action and expected result. */
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
  {
    title: 'Account',
    description: 'Customers, their addresses and their passwords.',
    cases: [
      {
        title: 'Signs in with e-mail and password',
        priority: 'Critical',
        steps: [
          ['Sign in as `ada@example.com`', 'The name of the customer is shown in the header.'],
          ['Sign in with a wrong password three times', 'The form says how long to wait.'],
        ],
      },
      {
        title: 'Resets a forgotten password',
        priority: 'High',
        steps: [
          ['Press *Forgot password* and enter `ada@example.com`', 'A mail with a link arrives within a minute.'],
          ['Open the link twice', 'The second time it has expired.'],
        ],
      },
      {
        title: 'Changes the delivery address',
        priority: 'Medium',
        preConditions: 'The customer has one open order.',
        steps: [
          ['Change the address in the account', 'The open order keeps its address, the next one gets the new one.'],
        ],
      },
      {
        title: 'Deletes the account with its data',
        priority: 'High',
        steps: [['Delete the account', 'The customer is signed out, and a mail confirms what was deleted.']],
      },
    ],
  },
  {
    title: 'Orders and delivery',
    description: 'What happens after the payment.',
    cases: [
      {
        title: 'Shows the delivery date of an order',
        priority: 'High',
        steps: [
          ['Order before noon with express delivery', 'The order arrives tomorrow.'],
          ['Order on the day before a holiday', 'The date is the next working day.'],
        ],
      },
      {
        title: 'Cancels an order before it is sent',
        priority: 'High',
        steps: [
          ['Cancel an order that is being packed', 'The order reads *Cancelled*, and the payment is returned.'],
          ['Cancel it again in another tab', '"This order has been cancelled already" is shown.'],
        ],
      },
      {
        title: 'Prints a return label',
        priority: 'Medium',
        steps: [['Return one of two products', 'The label names the product, and its price is refunded on arrival.']],
      },
    ],
  },
]
