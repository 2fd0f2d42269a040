/** Exploratory sessions of the sample shop. */

export interface SamplePicture {
  name: string
  /** In `pictures`. */
  file: string
}

export interface SampleNote {
  minute: number
  /** Name of a default observation type. */
  type: 'Note' | 'Bug' | 'Risk' | 'Question' | 'Idea' | 'Passed'
  description: string
  picture?: SamplePicture
  issue?: string
}

export interface SampleSession {
  title: string
  description: string
  charter: { explore: string; with: string; toDiscover: string }
  milestone: string
  environment: string
  requirements: readonly string[]
  timeBoxMinutes: number
  minutes: number
  daysAgo: number
  isClosed: boolean
  notes: readonly SampleNote[]
}

export const SHOP_SESSIONS: readonly SampleSession[] = [
  {
    title: 'Checkout by keyboard alone',
    description: 'Before 2.4 somebody who uses no mouse should be able to buy something.',
    charter: {
      explore: 'the way from a product to the order',
      with: 'the keyboard and a screen reader',
      toDiscover: 'controls that cannot be reached or have no name',
    },
    milestone: '2.4 Vouchers',
    environment: 'STAGE',
    requirements: ['REQ-120'],
    timeBoxMinutes: 60,
    minutes: 52,
    daysAgo: 6,
    isClosed: true,
    notes: [
      {
        minute: 4,
        type: 'Passed',
        description: 'Search, filters and products are reached in the order they are read.',
      },
      {
        minute: 17,
        type: 'Bug',
        description: 'The size of a product can be chosen with the mouse only.',
        issue: 'SHOP-236',
        picture: { name: 'trail-shoe.png', file: 'trail-shoe.png' },
      },
      { minute: 26, type: 'Risk', description: 'The bank’s page in the frame keeps the focus. Another bank may not.' },
      { minute: 38, type: 'Question', description: 'Should *Enter* in the voucher field apply the voucher or pay?' },
      { minute: 49, type: 'Idea', description: 'A link that skips to the total would save 14 stops.' },
    ],
  },
  {
    title: 'Vouchers on a phone',
    description: 'Vouchers are new in 2.4. They were tested on large screens only.',
    charter: {
      explore: 'vouchers in the checkout',
      with: 'a small screen and a slow connection',
      toDiscover: 'totals that are wrong, and texts that do not fit',
    },
    milestone: '2.4 Vouchers',
    environment: 'STAGE',
    requirements: ['REQ-124'],
    timeBoxMinutes: 45,
    minutes: 31,
    daysAgo: 0,
    isClosed: false,
    notes: [
      { minute: 3, type: 'Passed', description: 'A voucher of 10 % changes the total at once, also offline and back.' },
      {
        minute: 9,
        type: 'Bug',
        description: 'The voucher is applied **twice** when *Apply* is pressed twice on a slow connection.',
        issue: 'SHOP-240',
        picture: { name: 'your-cart.png', file: 'cart-voucher-twice.png' },
      },
      { minute: 13, type: 'Risk', description: 'Totals are rounded in the browser and on the server.' },
      { minute: 16, type: 'Question', description: 'May a voucher be combined with free delivery?' },
      { minute: 24, type: 'Idea', description: 'Show the saved amount next to the total.' },
      {
        minute: 29,
        type: 'Note',
        description: 'At 320 px the voucher banner covers *Pay now*.',
        picture: { name: 'your-cart.png', file: 'cart-banner.png' },
      },
    ],
  },
]
