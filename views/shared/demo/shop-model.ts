import { DEFAULT_OPTIONS } from '../../../machines/models/search.ts'

/** The shop's checkout as a state machine for generated test cases. */
export const SHOP_MODEL = {
  title: 'Checkout flow',
  source: JSON.stringify(
    {
      initial: 'cart',
      states: {
        cart: { on: { checkout: 'address' } },
        address: { on: { back: 'cart', continue: 'payment' } },
        payment: { on: { back: 'address', pay: 'confirming' } },
        confirming: { on: { 'payment accepted': 'ordered', 'payment declined': 'declined' } },
        declined: { on: { 'try another card': 'payment', cancel: 'cart' } },
        ordered: { type: 'final' },
      },
    },
    null,
    2,
  ),
  options: { ...DEFAULT_OPTIONS, maxLength: 12 },
}
