import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCart } from '../shop/cart.mjs'
import { paced } from './pace.mjs'

const currency = process.env.CURRENCY ?? 'EUR'

describe('Cart', () => {
  paced()
  test('starts empty', () => {
    assert.equal(createCart(currency).count(), 0)
  })
  test('counts products', () => {
    const cart = createCart(currency)
    cart.add('mug', 2)
    cart.add('shirt')
    assert.equal(cart.count(), 3)
  })
  test('removes a product', () => {
    const cart = createCart(currency)
    cart.add('mug')
    cart.remove('mug')
    assert.equal(cart.total(), 0)
  })
  test('refuses an unknown product', () => {
    assert.throws(() => createCart(currency).add('spaceship'), /There is no spaceship/)
  })
  test('refuses a currency without prices', () => {
    assert.throws(() => createCart('XXX'), /no prices in XXX/)
  })
})

describe('Vouchers', () => {
  paced()
  test('WELCOME10 takes ten percent off', () => {
    const cart = createCart()
    cart.add('shirt', 2)
    cart.applyVoucher('WELCOME10')
    assert.equal(cart.total(), 4500)
  })
  test('refuses an unknown voucher', () => {
    assert.throws(() => createCart().applyVoucher('FREE'), /voucher FREE is not valid/)
  })
  test('two vouchers add up', { skip: 'Decided with the next price list' }, () => {})
})
