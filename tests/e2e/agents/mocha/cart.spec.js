const assert = require('node:assert')

describe('Cart', () => {
  it('adds an item', () => assert.equal([1, 2].length, 2))
  it('lowers the total by a voucher', () => assert.equal('£54.97', '£49.47'))
  it.skip('ships abroad', () => {})

  describe('discounts', () => {
    it('keeps the voucher after signing in', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    it('refuses a voucher twice', () => {
      throw new Error('expected the second voucher to be refused')
    })
  })
})
