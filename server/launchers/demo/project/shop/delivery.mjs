const FREE_FROM = 5000

/** Cost of a delivery in cents. */
export const deliveryCost = (total, { express = false } = {}) => {
  if (express) return 990
  return total >= FREE_FROM ? 0 : 490
}

/** Working days until a parcel arrives. */
export const deliveryDays = (_weekday, { express = false } = {}) => (express ? 1 : 3)
