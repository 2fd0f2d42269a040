const assert = require('node:assert')

// The agent's own calls need its reporter; the same file also runs under mocha's, to tell what really happened.
const logger = process.env.REPORTING_ENABLED === 'true' ? require('./logger') : undefined
const agent = process.env.REPORTING_ENABLED === 'true' ? require('@zebrunner/javascript-agent-mocha') : undefined

describe('Cart', () => {
  // The agent listens in a process of its own, and what it is told before somebody is connected is lost.
  before(function (done) {
    if (!agent) return done()
    this.timeout(10_000)
    const ipc = require('node-ipc').default
    ipc.config.silent = true
    ipc.connectTo('zebrunneragent', () => ipc.of.zebrunneragent.on('connect', () => done()))
  })

  it('adds an item', function () {
    agent?.CurrentTest.attachLabel(this.test, 'feature', 'cart', 'pricing')
    agent?.CurrentTest.attachArtifactReference(this.test, 'ticket', 'https://example.org/SHOP-1')
    agent?.CurrentTest.setMaintainer(this.test, 'nadia')
    agent?.CurrentTest.uploadArtifactBuffer(this.test, 'cart.txt', 'text/plain', Buffer.from('one item'))
    logger?.info('two items in the cart')
    logger?.warn('the third is sold out')
    assert.equal([1, 2].length, 2)
  })
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
