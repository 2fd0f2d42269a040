/** Milestones, environments, browsers and requirements of the sample shop. */

/** Days relative to today. */
export const SHOP_MILESTONES = [
  {
    name: '2.2 Wish lists',
    description: 'Customers keep products for later.',
    start: -70,
    due: -36,
    isCompleted: true,
  },
  { name: '2.3 Faster search', description: 'Suggestions while typing.', start: -36, due: -17, isCompleted: true },
  { name: '2.4 Vouchers', description: 'Vouchers in the cart and in mails.', start: -17, due: 4, isCompleted: false },
  { name: '2.5 Subscriptions', description: 'The same order every month.', start: 5, due: 33, isCompleted: false },
] as const

export const SHOP_ENVIRONMENTS = [
  { name: 'Test', key: 'QA', description: 'Built from the main branch after every merge.' },
  { name: 'Staging', key: 'STAGE', description: 'The next release, with a copy of the catalogue.' },
  { name: 'Production', key: 'PROD', description: 'shop.example.com' },
] as const

export const SHOP_BROWSERS = { name: 'Browser', options: ['Chrome', 'Firefox', 'Safari'] } as const

/** `cases`: titles. One requirement is not covered. */
export const SHOP_REQUIREMENTS = [
  {
    key: 'REQ-101',
    title: 'Products are found by words and filters',
    cases: ['A product is found by a part of its name', 'Filters combine, and stay in the address'],
  },
  {
    key: 'REQ-110',
    title: 'A cart is never lost',
    cases: ['A product is added, and its quantity changed', 'The cart is kept when the customer signs in'],
  },
  {
    key: 'REQ-120',
    title: 'Customers pay by card',
    cases: ['Pays by card', 'A declined card leaves the order open'],
  },
  { key: 'REQ-124', title: 'Vouchers lower the total', cases: ['Applies a voucher once'] },
  {
    key: 'REQ-131',
    title: 'Orders can be cancelled and refunded',
    cases: ['Cancels an order before it is sent', 'Refunds an order'],
  },
  {
    key: 'REQ-140',
    title: 'Customers manage their account',
    cases: ['Signs in with e-mail and password', 'Resets a forgotten password'],
  },
  { key: 'REQ-152', title: 'Orders repeat every month', cases: [] },
] as const
