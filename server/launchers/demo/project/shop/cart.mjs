const RATES = { EUR: 1, GBP: 0.85, USD: 1.1 }

export const PRODUCTS = { mug: 1200, shirt: 2500, poster: 900 }

/** A cart with prices in cents of its currency. */
export const createCart = (currency = 'EUR') => {
  if (!(currency in RATES)) throw new Error(`There are no prices in ${currency}`)
  const lines = new Map()
  let discountPercent = 0
  return {
    add: (product, count = 1) => {
      if (!(product in PRODUCTS)) throw new Error(`There is no ${product}`)
      if (!Number.isInteger(count) || count < 1) throw new Error('The count must be a whole number above 0')
      lines.set(product, (lines.get(product) ?? 0) + count)
    },
    remove: (product) => lines.delete(product),
    count: () => [...lines.values()].reduce((sum, count) => sum + count, 0),
    applyVoucher: (code) => {
      if (code === 'WELCOME10') discountPercent = 10
      else throw new Error(`The voucher ${code} is not valid`)
    },
    total: () => {
      const sum = [...lines].reduce((total, [product, count]) => total + PRODUCTS[product] * count, 0)
      return Math.round(sum * RATES[currency] * (1 - discountPercent / 100))
    },
  }
}
