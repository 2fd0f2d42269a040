/** An exploratory session of the sample shop. */
export const SHOP_SESSION = {
  title: 'Vouchers on a phone',
  description: 'Vouchers are new in 2.4. They were tested on large screens only.',
  charter: {
    explore: 'vouchers in the checkout',
    with: 'a small screen and a slow connection',
    toDiscover: 'totals that are wrong, and texts that do not fit',
  },
  timeBoxMinutes: 45,
  minutes: 31,
  /** `type` is the name of an observation type that each project begins with. */
  notes: [
    { minute: 3, type: 'Passed', description: 'A voucher of 10 % changes the total at once, also offline and back.' },
    {
      minute: 9,
      type: 'Bug',
      description: 'The voucher is applied **twice** when *Apply* is pressed twice on a slow connection.',
    },
    { minute: 16, type: 'Question', description: 'May a voucher be combined with free delivery?' },
    { minute: 24, type: 'Idea', description: 'Show the saved amount next to the total.' },
    { minute: 29, type: 'Note', description: 'At 320 px the voucher field pushes *Pay now* below the fold.' },
  ],
} as const
